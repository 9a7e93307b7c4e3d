import { Group, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useImportPages } from '../../api/imports.ts';
import { useOwnsInstallation } from '../../api/repositories.ts';
import { useDiskSpace, useRepositoriesAsTheyCome } from '../../api/repository-summaries.ts';
import { useWork } from '../../api/work.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { NewImportButton } from '../../components/new-import-button.tsx';
import { bytesText } from '../../components/number-words.ts';
import { Page } from '../../components/page.tsx';
import { useIsDrawn } from '../../components/use-is-drawn.ts';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { SourceFinder } from '../imports/source-finder.tsx';
import classes from './home-screen.module.css';
import { NeedsYou } from './needs-you.tsx';
import { type AskedPush, PushDialogs } from './push-dialogs.tsx';
import { RepositoriesTable } from './repositories-table.tsx';
import { RunningWork } from './running-work.tsx';
import { TrashSection } from './trash-section.tsx';
import { WaysIn } from './ways-in.tsx';

/** So many are drawn with the page. */
const FEW_ROWS = 8;

/** What asks for an answer, what runs, and every repository. The field for an address waits for none of them. */
export function HomeScreen() {
  const [asked, setAsked] = useState<AskedPush | null>(null);
  return (
    <>
      <HomePage onAsk={setAsked} />
      <PushDialogs asked={asked} onClose={() => setAsked(null)} />
    </>
  );
}

function HomePage({ onAsk }: { onAsk(asked: AskedPush): void }) {
  const asking = useImportPages('asking');
  const repositories = useRepositoriesAsTheyCome();
  const { rows, total } = repositories;
  const isDrawn = useIsDrawn();
  const navigate = useNavigate();
  const goOn = () => void navigate({ to: '/imports/new' });
  const work = useWork();
  const failed = repositories.failed ?? [asking, work].find((query) => query.isError);
  if (failed !== undefined) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  const more = asking.hasNextPage
    ? { fetch: () => void asking.fetchNextPage(), busy: asking.isFetchingNextPage }
    : null;
  const pushes = work.data?.filter(({ kind, state }) => kind === 'push' && state === 'needs_you') ?? [];
  const running = work.data?.filter(({ state }) => state === 'running' || state === 'waiting') ?? [];
  const nothing = total === 0 && rows !== undefined && asking.rows.length === 0 && running.length === 0;
  // A long table takes several frames: the page and its field come before it.
  const isLater = !isDrawn && (rows?.length ?? 0) > FEW_ROWS;
  // There is none beside the ways in of an empty one: it would come and go.
  const mayHaveOne = !asking.isPending && rows !== undefined && !nothing;
  return (
    <Page title={t('Home')} actions={mayHaveOne ? <NewImportButton /> : undefined} wide>
      <div className={classes.finder}>
        <SourceFinder initial="" submitLabel={t('Look')} onFound={goOn}>
          {t('An address, a pasted command, a folder, a bundle or a list of them: paste it, or drop it anywhere here.')}
        </SourceFinder>
      </div>
      {asking.isPending || rows === undefined || work.data === undefined ? (
        <Waiting>{t('Reading your repositories…')}</Waiting>
      ) : isLater ? null : (
        <>
          {asking.rows.length + pushes.length > 0 && (
            <Section id="home-asking" title={t('Needs you')}>
              <NeedsYou imports={asking.rows} pushes={pushes} more={more} onAnswer={(push) => onAsk({ work: push })} />
            </Section>
          )}
          {running.length > 0 && (
            <Section id="home-running" title={t('Running')}>
              <RunningWork work={running} />
            </Section>
          )}
          {nothing ? (
            <WaysIn />
          ) : (
            <Section id="home-repositories" title={t('Repositories')} aside={<Disk count={total} />}>
              <RepositoriesTable repositories={rows} total={total} onPush={(names) => onAsk({ names })} />
            </Section>
          )}
          <TrashSection />
        </>
      )}
    </Page>
  );
}

interface SectionProps {
  id: string;
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}

function Section({ id, title, aside, children }: SectionProps) {
  return (
    <Stack gap="xs">
      <Group justify="space-between" align="baseline">
        <Title order={2} id={id}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </Stack>
  );
}

/** How many there are, and what the disk has left for them. */
function Disk({ count }: { count: number }) {
  const space = useDiskSpace(useOwnsInstallation()).data;
  const words = [
    t('{repositories, plural, one {# repository} other {# repositories}}', { repositories: count }),
    ...(space === undefined
      ? []
      : [
          t('{taken} taken', { taken: bytesText(space.taken) }),
          t('{free} free on this disk', { free: bytesText(space.free) }),
        ]),
  ];
  return (
    <Text size="xs" c="dimmed" data-testid="disk-space">
      {words.join(' · ')}
    </Text>
  );
}
