import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { type AuthorView, getAllAuthors, mapAuthors } from '../../api/authors.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showFailure } from '../../components/failure-message.ts';
import { countText } from '../../components/number-words.ts';
import { selectedCount, useAuthorSelection } from './author-selection.ts';
import { AuthorToolbar } from './author-toolbar.tsx';
import { AuthorsGrid } from './authors-grid.tsx';
import { DomainDialog } from './domain-dialog.tsx';
import { type BulkEdit, bulkMappings } from './identity-rules.ts';

const everyone: AuthorView = { search: '', sort: 'unmapped', direction: 'asc' };

/** Authors of an import: search, sort, edit one or many, load and save the map. */
export function AuthorsPanel({ owner, repo, total }: { owner: string; repo: string; total: number }) {
  const queries = useQueryClient();
  const [view, setView] = useState(everyone);
  const [search] = useDebouncedValue(view.search, 150);
  const selecting = useAuthorSelection();
  const [askingDomain, setAskingDomain] = useState(false);
  const selected = selectedCount(selecting.selection, total);
  const fetchedView = { ...view, search };
  const complain = useCallback(
    (error: unknown) => {
      showFailure(error);
      void queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) });
    },
    [queries, owner, repo],
  );
  const refetch = () => queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) });

  const edit = useMutation({
    mutationFn: async ({ change, of }: { change: BulkEdit; of: 'selected' | 'everyone' }) => {
      const { selection } = selecting;
      let authors: CommitAuthor[];
      if (of === 'everyone') authors = await getAllAuthors(owner, repo, everyone);
      else if (selection.kind === 'rows') authors = [...selection.rows.values()];
      else authors = (await getAllAuthors(owner, repo, fetchedView)).filter(({ id }) => !selection.except.has(id));
      return mapAuthors(owner, repo, bulkMappings(authors, change));
    },
    onSuccess: async (updated) => {
      selecting.clear();
      await refetch();
      notifications.show({
        message: updated === 0 ? 'No author has a remembered mapping.' : `${countText(updated, 'author')} mapped.`,
      });
    },
    onError: complain,
    meta: shownInPlace,
  });
  const loadMap = async () => {
    try {
      const loaded = await window.gantry.loadAuthorMap({ owner, repo });
      if (loaded === null) return;
      await refetch();
      const problems = loaded.problems.length > 0 ? ` ${loaded.problems.slice(0, 3).join(' ')}` : '';
      notifications.show({
        message: `${loaded.file}: ${countText(loaded.matched, 'author')} mapped, ${loaded.unmatched} not in this import.${problems}`,
        autoClose: loaded.problems.length > 0 ? 20_000 : 6000,
      });
    } catch (error) {
      complain(error);
    }
  };
  const saveMap = async () => {
    try {
      const saved = await window.gantry.saveAuthorMap({ owner, repo });
      if (saved) notifications.show({ message: `The author map was written to ${saved.file}.` });
    } catch (error) {
      complain(error);
    }
  };
  return (
    <Stack gap="xs" flex={1} mih={0} data-testid="authors-panel">
      <AuthorToolbar
        search={view.search}
        onSearch={(text) => {
          selecting.clear();
          setView((current) => ({ ...current, search: text }));
        }}
        selected={selected}
        busy={edit.isPending}
        onBulkEdit={(change) => edit.mutate({ change, of: 'selected' })}
        onAskDomain={() => setAskingDomain(true)}
        onClearSelection={selecting.clear}
        onApplyAllSuggestions={() => edit.mutate({ change: { kind: 'suggestions' }, of: 'everyone' })}
        onLoadMap={() => void loadMap()}
        onSaveMap={() => void saveMap()}
      />
      <AuthorsGrid
        owner={owner}
        repo={repo}
        view={fetchedView}
        onSort={(sorting) => setView((current) => ({ ...current, ...sorting }))}
        selecting={selecting}
        onError={complain}
      />
      <Text c="dimmed" size="xs">
        {countText(total, 'author')}. Enter edits a cell, Space selects a row, Ctrl+A selects all. Mappings are
        remembered for the next import.
      </Text>
      <DomainDialog
        opened={askingDomain}
        selected={selected}
        onClose={() => setAskingDomain(false)}
        onApply={(domain) => {
          setAskingDomain(false);
          edit.mutate({ change: { kind: 'domain', domain }, of: 'selected' });
        }}
      />
    </Stack>
  );
}
