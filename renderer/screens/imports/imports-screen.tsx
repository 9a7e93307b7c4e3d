import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ImportFilter } from '../../api/import-pages.ts';
import { useImportPages } from '../../api/imports.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { LongImportList } from '../../components/import-list.tsx';
import { NewImportButton } from '../../components/new-import-button.tsx';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { ImportLists } from '../import-lists/import-lists.tsx';

const filters = {
  all: { label: t('All'), none: t('No imports yet.') },
  open: { label: t('state|Open'), none: t('No import is open.') },
  complete: { label: t('Complete'), none: t('No import is complete.') },
} as const satisfies Partial<Record<ImportFilter, { label: string; none: string }>>;
type Filter = keyof typeof filters;

/** Every import, newest first. */
export function ImportsScreen() {
  const [filter, setFilter] = useState<Filter>('all');
  return (
    <Page
      title={t('Imports')}
      actions={
        <Group gap="sm" wrap="nowrap">
          <Button component={Link} to="/imports-lists/new" variant="default" flex="none">
            {t('Import several…')}
          </Button>
          <NewImportButton />
        </Group>
      }
    >
      <ImportLists />
      <SegmentedControl
        aria-label={t('Which imports')}
        value={filter}
        onChange={(value) => setFilter(value as Filter)}
        data={Object.entries(filters).map(([value, { label }]) => ({ value, label }))}
        style={{ alignSelf: 'flex-start' }}
      />
      <FilteredImports filter={filter} />
    </Page>
  );
}

function FilteredImports({ filter }: { filter: Filter }) {
  const imports = useImportPages(filter);
  if (imports.isPending) return <Waiting>{t('Reading the imports…')}</Waiting>;
  if (imports.isError) return <ErrorNotice error={imports.error} onRetry={() => void imports.refetch()} />;
  if (imports.rows.length === 0) return <Text c="dimmed">{filters[filter].none}</Text>;
  return <LongImportList imports={imports.rows} more={imports.more} />;
}
