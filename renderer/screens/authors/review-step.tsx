import { Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { useUpdateImport } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { FocusedTitle } from '../../components/page.tsx';
import { ProgressReading } from '../../components/progress-reading.tsx';
import { ExtrasPanel } from '../imports/extras-panel.tsx';
import { LargeFilesPanel } from '../imports/large-files-panel.tsx';
import { LayoutPanel } from '../imports/layout-panel.tsx';
import type { StepProps } from '../imports/step-props.ts';
import { AuthorsPanel } from './authors-panel.tsx';

/** Step 5: the last look at authors and branches before anything is pushed. */
export function ReviewStep({ owner, repo, record }: StepProps) {
  const release = useUpdateImport(owner, repo);
  return (
    <Stack gap="sm" flex={1} mih={0} data-testid="step-review">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={2}>
          <FocusedTitle order={2}>Branches and authors</FocusedTitle>
          <Text c="dimmed">Nothing is in the repository yet. Push when names and branches are right.</Text>
        </Stack>
        <Button
          flex="none"
          size="sm"
          disabled={!record.waiting_for_release}
          loading={release.isPending}
          onClick={() => release.mutate({ hold_before_push: false })}
          data-testid="push"
        >
          Push
        </Button>
      </Group>
      {!record.waiting_for_release && <ProgressReading of={record} />}
      {release.isError && <ErrorNotice error={release.error} />}
      <Tabs defaultValue="authors" keepMounted={false} style={panelStyle}>
        <Tabs.List>
          <Tabs.Tab value="authors">Authors</Tabs.Tab>
          {record.layout !== null && <Tabs.Tab value="layout">Branches and tags</Tabs.Tab>}
          {record.has_large_files && <Tabs.Tab value="large-files">Large files</Tabs.Tab>}
          <Tabs.Tab value="extras">Extras</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="authors" pt="sm" style={panelStyle}>
          <AuthorsPanel owner={owner} repo={repo} total={record.authors_count} />
        </Tabs.Panel>
        {record.layout !== null && (
          <Tabs.Panel value="layout" pt="sm" style={{ ...panelStyle, overflowY: 'auto' }}>
            <LayoutPanel owner={owner} repo={repo} vcs={record.vcs} layout={record.layout} />
          </Tabs.Panel>
        )}
        {record.has_large_files && (
          <Tabs.Panel value="large-files" pt="sm" style={panelStyle}>
            <LargeFilesPanel owner={owner} repo={repo} record={record} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="extras" pt="sm" style={{ ...panelStyle, overflowY: 'auto' }}>
          <ExtrasPanel owner={owner} repo={repo} record={record} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

const panelStyle = { display: 'flex', flexDirection: 'column', flex: 1, minHeight: 0 } as const;
