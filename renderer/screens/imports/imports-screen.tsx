import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useImports } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ImportList } from '../../components/import-list.tsx';
import { NewImportButton } from '../../components/new-import-button.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { ImportLists } from '../import-lists/import-lists.tsx';

const filters = {
  all: { label: 'All', matches: () => true, none: 'No imports yet.' },
  open: { label: 'Open', matches: (complete: boolean) => !complete, none: 'No import is open.' },
  complete: { label: 'Complete', matches: (complete: boolean) => complete, none: 'No import is complete.' },
} as const;

type Filter = keyof typeof filters;

/** Every import, newest first. */
export function ImportsScreen() {
  const imports = useImports();
  const [filter, setFilter] = useState<Filter>('all');
  if (imports.isPending) return <Waiting>Reading the imports…</Waiting>;
  if (imports.isError) return <ErrorNotice error={imports.error} onRetry={() => void imports.refetch()} />;

  const shown = imports.data.filter((one) => filters[filter].matches(one.status === 'complete'));
  return (
    <Page
      title="Imports"
      actions={
        <Group gap="sm" wrap="nowrap">
          <Button component={Link} to="/imports-lists/new" variant="default" flex="none">
            Import several…
          </Button>
          <NewImportButton />
        </Group>
      }
    >
      <ImportLists />
      <SegmentedControl
        aria-label="Which imports"
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        style={{ alignSelf: 'flex-start' }}
      />
      {shown.length === 0 ? <Text c="dimmed">{filters[filter].none}</Text> : <ImportList imports={shown} />}
    </Page>
  );
}
