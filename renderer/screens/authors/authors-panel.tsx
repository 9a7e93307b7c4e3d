import { Group, Stack, Switch, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ClipboardEvent, useCallback, useRef, useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { type AuthorChoice, type AuthorView, everyAuthor, useAuthorsWithout } from '../../api/authors.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { showFailure } from '../../components/failure-message.tsx';
import { type Selection, selectedCount, useRowSelection } from '../../components/grid/row-selection.ts';
import { isFromAbove, isTypedInto, UndoButtons, undoByKey } from '../../components/grid/undo-buttons.tsx';
import { useFocusBack } from '../../components/grid/use-focus-back.ts';
import { t } from '../../language/text.ts';
import { AuthorToolbar } from './author-toolbar.tsx';
import { AuthorsGrid } from './authors-grid.tsx';
import { DomainDialog } from './domain-dialog.tsx';
import { type BulkEdit, bulkMappings } from './identity-rules.ts';
import { matchMap } from './match-map.ts';
import { OverwriteDialog } from './overwrite-dialog.tsx';
import { isTable, type PastedPeople, readPeople } from './pasted-people.ts';
import { knownAuthors } from './shown-mappings.ts';
import { useAuthorEdits } from './use-author-edits.ts';
import { useAuthorWindow } from './use-author-window.ts';

const everyone: AuthorView = { search: '', sort: 'unmapped', direction: 'asc', open: false };

interface AuthorsPanelProps {
  owner: string;
  repo: string;
  /** The system of the import's source. */
  vcs: string | null;
  total: number;
}

/** Authors of an import: search, sort, edit one or many, load and save the map. */
export function AuthorsPanel({ owner, repo, vcs, total }: AuthorsPanelProps) {
  const queries = useQueryClient();
  const [view, setView] = useState(everyone);
  const [search] = useDebouncedValue(view.search, 150);
  const selecting = useRowSelection<CommitAuthor>();
  const [askingDomain, setAskingDomain] = useState(false);
  const fetchedView = { ...view, search };
  const grid = useRef<HTMLDivElement>(null);
  const selected = selectedCount(selecting.selection, useAuthorWindow(owner, repo, fetchedView, 0, 0).total);
  useFocusBack(grid, selected);
  const complain = useCallback(
    (error: unknown) => {
      showFailure(error);
      void queries.invalidateQueries({ queryKey: queryKeys.authors(owner, repo) });
    },
    [queries, owner, repo],
  );
  const edits = useAuthorEdits(owner, repo, complain);
  const without = useAuthorsWithout(owner, repo).data;
  /** Authors as they are now: they may have been mapped since they were selected. */
  const latest = (authors: readonly CommitAuthor[]): CommitAuthor[] => {
    const byId = new Map(knownAuthors(queries, owner, repo).map((author) => [author.id, author]));
    return authors.map((author) => byId.get(author.id) ?? author);
  };
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain');
    if (isFromAbove(event) || (isTypedInto(event.target) && !text.includes('\t'))) return;
    if (!isTable(text)) return;
    event.preventDefault();
    paste.mutate(text);
  };

  const tell = (updated: number | null) => {
    if (updated === null) return;
    selecting.clear();
    notifications.show({
      message:
        updated === 0
          ? t('Nothing changed: they are so already.')
          : t('{authors, plural, one {# author} other {# authors}} mapped.', { authors: updated }),
    });
  };
  const edit = useMutation({
    meta: shownInPlace,
    mutationFn: async ({ change, of }: { change: BulkEdit; of: 'selected' | 'everyone' }) => {
      const { selection } = selecting;
      if (change.kind !== 'suggestions') return edits.applyRule(change, choiceOf(selection, fetchedView));
      let authors: CommitAuthor[];
      if (of === 'everyone') authors = await everyAuthor(owner, repo, everyone);
      else if (selection.kind === 'rows') authors = latest([...selection.rows.values()]);
      else authors = (await everyAuthor(owner, repo, fetchedView)).filter(({ id }) => !selection.except.has(id));
      return edits.apply(authors, bulkMappings(authors, change));
    },
    onSuccess: tell,
    onError: complain,
  });
  const paste = useMutation({
    meta: shownInPlace,
    mutationFn: async (text: string) => {
      const authors = await everyAuthor(owner, repo, everyone);
      const people = readPeople(text, authors);
      if (people.unknown + people.unusable > 0) notifications.show({ message: pastedWords(people), autoClose: 12_000 });
      return edits.apply(authors, people.mappings);
    },
    onSuccess: tell,
    onError: complain,
  });
  const loadMap = useMutation({
    meta: shownInPlace,
    mutationFn: async () => {
      const map = await window.gantry.readAuthorMap({ owner, repo });
      if (map === null) return null;
      const authors = await everyAuthor(owner, repo, everyone);
      const { mappings, unmatched } = matchMap(map.entries, authors, vcs);
      const problems = map.problems.slice(0, 3).join(' ');
      if (unmatched > 0 || problems !== '') {
        notifications.show({
          message: `${map.file}: ${[unmatchedWords(unmatched), problems].filter(Boolean).join(' ')}`,
          autoClose: map.problems.length > 0 ? 20_000 : 6000,
        });
      }
      return edits.apply(authors, mappings);
    },
    onSuccess: tell,
    onError: complain,
  });
  const saveMap = async () => {
    try {
      const saved = await window.gantry.saveAuthorMap({ owner, repo });
      if (saved) notifications.show({ message: t('The author map was written to {file}.', { file: saved.file }) });
    } catch (error) {
      complain(error);
    }
  };
  return (
    <Stack
      gap="xs"
      flex={1}
      mih={0}
      data-testid="authors-panel"
      onKeyDown={(event) => undoByKey(event, edits)}
      onPaste={onPaste}
    >
      <Group justify="space-between" gap="sm">
        <Text role="status" data-testid="authors-ready">
          {without === undefined ? '\u00a0' : readyWords(total, without)}
        </Text>
        <Group gap="sm">
          <Switch
            label={t('Only those without')}
            checked={view.open}
            onChange={(event) => {
              const only = event.currentTarget.checked;
              selecting.clear();
              setView((current) => ({ ...current, open: only }));
            }}
          />
          <UndoButtons edits={edits} />
        </Group>
      </Group>
      <AuthorToolbar
        search={view.search}
        onSearch={(text) => {
          selecting.clear();
          setView((current) => ({ ...current, search: text }));
        }}
        selected={selected}
        busy={edit.isPending || loadMap.isPending || edits.busy}
        onBulkEdit={(change) => edit.mutate({ change, of: 'selected' })}
        onAskDomain={() => setAskingDomain(true)}
        onClearSelection={selecting.clear}
        onApplyAllSuggestions={() => edit.mutate({ change: { kind: 'suggestions' }, of: 'everyone' })}
        onLoadMap={() => loadMap.mutate()}
        onSaveMap={() => void saveMap()}
      />
      <AuthorsGrid
        box={grid}
        owner={owner}
        repo={repo}
        view={fetchedView}
        onSort={(sorting) => setView((current) => ({ ...current, ...sorting }))}
        selecting={selecting}
        onTyped={edits.typed}
        onError={complain}
      />
      <Text c="dimmed" size="xs">
        {t(
          'Enter edits a cell, Space selects a row, Ctrl+A selects all, Ctrl+Z undoes. Rows copied from a spreadsheet (name in the source, name, e-mail) can be pasted. Who they are is kept in the people book, for your other imports.',
        )}
      </Text>
      <OverwriteDialog
        count={edits.asking?.count ?? 0}
        of={edits.asking?.of ?? 0}
        onAnswer={(over) => void edits.answer(over).then(tell, complain)}
      />
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

/** The authors that are selected, as the engine finds them. */
function choiceOf(selection: Selection<CommitAuthor>, { search, open }: AuthorView): AuthorChoice {
  return selection.kind === 'rows'
    ? { ids: [...selection.rows.keys()] }
    : { search, open, except: [...selection.except] };
}

/** How many of an import's authors have an address, and how many are to stay without one. */
function readyWords(total: number, { open, kept }: { open: number; kept: number }): string {
  const ready = Math.max(0, total - open - kept);
  const words = t('{ready, number} of {total, plural, one {# author has} other {# authors have}} an address', {
    ready,
    total,
  });
  return kept === 0
    ? words
    : `${words}, ${t('{kept, plural, one {# stays without one} other {# stay without one}}', { kept })}`;
}

function unmatchedWords(unmatched: number): string {
  return unmatched === 0
    ? ''
    : t('{unmatched, plural, one {# entry is} other {# entries are}} of nobody of this import.', { unmatched });
}

function pastedWords({ unknown, unusable }: PastedPeople): string {
  return [
    unknown > 0
      ? t('{unknown, plural, one {# row names} other {# rows name}} nobody of this import.', { unknown })
      : '',
    unusable > 0
      ? t('{unusable, plural, one {# row has} other {# rows have}} no name and address that Git takes.', { unusable })
      : '',
  ]
    .filter(Boolean)
    .join(' ');
}
