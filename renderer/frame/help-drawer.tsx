import { Anchor, Button, Drawer, Group, Stack, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useSession } from '../api/session.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { keyboardToPage } from '../components/keyboard-to-page.ts';
import { Waiting } from '../components/waiting.tsx';
import { t } from '../language/text.ts';
import { Document } from '../screens/about/document.tsx';
import type { GuidePage } from '../screens/about/guide.ts';
import { useGuide } from '../screens/about/use-guide.ts';
import { useDesk } from '../stores/desk.ts';

/** Above dialogs: their errors open it. */
const ABOVE_DIALOGS = 350;

/** The page of the guide that is about the screen or an error, beside it. */
export function HelpDrawer() {
  const { help, closeHelp } = useDesk();
  const name = help.at(-1);
  return (
    <Drawer
      opened={name !== undefined}
      onClose={closeHelp}
      onExitTransitionEnd={keyboardToPage}
      title={t('Help')}
      position="right"
      size={560}
      zIndex={ABOVE_DIALOGS}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': t('Close') }}
      transitionProps={{ duration: 120 }}
    >
      {name !== undefined && <Opened name={name} />}
    </Drawer>
  );
}

function Opened({ name }: { name: string }) {
  const guide = useGuide();
  if (guide.isPending) return <Waiting>{t('Opening the guide…')}</Waiting>;
  if (guide.isError) return <ErrorNotice error={guide.error} />;
  const page = guide.data.get(name) ?? guide.data.get('README');
  return page === undefined ? null : <Reading key={page.name} page={page} guide={guide.data} />;
}

function Reading({ page, guide }: { page: GuidePage; guide: ReadonlyMap<string, GuidePage> }) {
  const { help, followHelp, goBackInHelp, closeHelp } = useDesk();
  const session = useSession();
  const signedIn = session.data?.locked === false && session.data.login !== null;
  const title = useRef<HTMLHeadingElement>(null);
  const followed = help.length > 1;
  useEffect(() => {
    if (followed) title.current?.focus();
  }, [followed]);
  return (
    <Stack gap="md" data-testid="help">
      <Group gap="md">
        {followed && (
          <Button variant="default" size="compact-xs" onClick={goBackInHelp}>
            {t('Back')}
          </Button>
        )}
        {signedIn && (
          <Anchor href={`#/help/${page.name}`} onClick={closeHelp}>
            {t('The whole guide')}
          </Anchor>
        )}
      </Group>
      <Title order={2} ref={title} tabIndex={-1} style={{ outline: 'none' }}>
        {page.title}
      </Title>
      <Document
        blocks={page.blocks}
        top={3}
        links={{ page: page.name, isPage: (name) => guide.has(name), follow: followHelp }}
      />
    </Stack>
  );
}
