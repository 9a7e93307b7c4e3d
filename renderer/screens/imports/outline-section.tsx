import { Button, Group, Stack, Text } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { Layout } from '../../../service/api/imports/import-schemas.ts';
import { useOutline, useOutlinePreview } from '../../api/layout-preview.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LayoutEditor } from '../../components/layout-editor.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { useDraftPassword, useWizardDraft } from '../../stores/wizard-draft.ts';
import { LayoutPreviewView } from './layout-preview.tsx';

interface OutlineSectionProps {
  layout: Layout;
  /** Folder of the chosen project of several; undefined where nothing was chosen. */
  svnRoot: string | undefined;
  onChange(layout: Layout): void;
}

/** The layout of a Subversion repository before it is fetched, beside what it makes of the history in its log. */
export function OutlineSection({ layout, svnRoot, onChange }: OutlineSectionProps) {
  const { address, username } = useWizardDraft();
  const password = useDraftPassword((draft) => draft.password);
  const [isWanted, setWanted] = useState(false);
  const outline = useOutline(
    {
      vcs_url: address,
      ...(username === '' ? {} : { vcs_username: username }),
      ...(password === '' ? {} : { vcs_password: password }),
      ...(svnRoot === undefined ? {} : { svn_root: svnRoot }),
    },
    isWanted,
  );
  return (
    <Stack gap="sm">
      <LayoutEditor vcs="subversion" layout={layout} onChange={onChange} />
      {outline.data === undefined && !outline.isError && (
        <Group gap="sm">
          <Button variant="default" loading={outline.isFetching} onClick={() => setWanted(true)}>
            {t('Look through the history')}
          </Button>
          {outline.isFetching && <Waiting>{t('Reading the log of every revision…')}</Waiting>}
        </Group>
      )}
      {outline.isError && <ErrorNotice error={outline.error} onRetry={() => void outline.refetch()} />}
      {outline.data !== undefined && (
        <>
          <Group gap="sm">
            <Text c="dimmed">
              {t(
                'By the log of {revisions, plural, one {# revision} other {# revisions}}; contents come with the fetch.',
                { revisions: outline.data.revisions },
              )}
              {outline.data.unclear > 0 &&
                ` ${t(
                  '{changes, plural, one {# change} other {# changes}} in it could not be followed: the server hides a folder, or does not say what changed.',
                  { changes: outline.data.unclear },
                )}`}
            </Text>
            {JSON.stringify(outline.data.layout) !== JSON.stringify(layout) && (
              <Button variant="default" size="xs" onClick={() => onChange(outline.data.layout)}>
                {t('Take what the history suggests')}
              </Button>
            )}
          </Group>
          <OutlinePreview id={outline.data.id} layout={layout} onChange={onChange} />
        </>
      )}
    </Stack>
  );
}

function OutlinePreview({ id, layout, onChange }: { id: string; layout: Layout; onChange(layout: Layout): void }) {
  const preview = useOutlinePreview(id, useDeferredValue(layout));
  return <LayoutPreviewView preview={preview} layout={layout} onChange={onChange} />;
}
