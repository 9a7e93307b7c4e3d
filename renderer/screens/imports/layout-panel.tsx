import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Layout } from '../../../service/api/imports/import-schemas.ts';
import { useUpdateImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LayoutEditor } from '../../components/layout-editor.tsx';
import { t } from '../../language/text.ts';
import { LayoutPreviewPanel } from './layout-preview.tsx';

interface LayoutPanelProps {
  owner: string;
  repo: string;
  vcs: string | null;
  layout: Layout;
}

/** The layout of what was fetched, to be changed and mapped again. */
export function LayoutPanel({ owner, repo, vcs, layout }: LayoutPanelProps) {
  const [changed, setChanged] = useState<Layout>(layout);
  const update = useUpdateImport(owner, repo);
  const differs = JSON.stringify(changed) !== JSON.stringify(layout);
  return (
    <Stack gap="md">
      <LayoutEditor vcs={vcs} layout={changed} onChange={setChanged} />
      {vcs === 'subversion' && <LayoutPreviewPanel owner={owner} repo={repo} layout={changed} onChange={setChanged} />}
      {update.isError && <ErrorNotice error={update.error} />}
      <Group gap="sm">
        <Button
          disabled={!differs || changed.default_branch === ''}
          loading={update.isPending}
          onClick={() => update.mutate({ layout: changed })}
        >
          {t('Apply and map again')}
        </Button>
        <Button variant="default" disabled={!differs} onClick={() => setChanged(layout)}>
          {t('Undo changes')}
        </Button>
      </Group>
      <Text c="dimmed">{t('Mapping again takes seconds. Nothing is fetched again.')}</Text>
    </Stack>
  );
}
