import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconPlus, IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Person } from '../../../service/api/settings/people-book-schemas.ts';
import { type BookView, getAllPeople, getPeople } from '../../api/people-book.ts';
import { shownInPlace } from '../../api/query-client.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { showFailure } from '../../components/failure-message.tsx';
import { selectedCount, useRowSelection } from '../../components/grid/row-selection.ts';
import { UndoButtons, undoByKey } from '../../components/grid/undo-buttons.tsx';
import { useFocusBack } from '../../components/grid/use-focus-back.ts';
import { Page } from '../../components/page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { t } from '../../language/text.ts';
import { AddPersonDialog } from './add-person-dialog.tsx';
import classes from './people-book.module.css';
import { PeopleGrid } from './people-grid.tsx';
import { anySystem, readSystem, systems } from './systems.ts';
import { useBookEdits } from './use-book-edits.ts';

const everybody: BookView = { search: '', vcs: null, sort: 'remote_name', direction: 'asc' };

/** Who the authors of sources are, for all imports: looked up, changed, added, removed, as a file and back. */
export function PeopleBookScreen() {
  const count = useQuery({
    queryKey: [...queryKeys.peopleBook, 'count'],
    queryFn: async () => (await getPeople(everybody, 1, 1)).total,
  });
  const [view, setView] = useState(everybody);
  const [search] = useDebouncedValue(view.search, 150);
  const shown: BookView = { ...view, search };
  const matching = useQuery({
    queryKey: [...queryKeys.peopleBook, 'count', search, view.vcs],
    queryFn: async () => (await getPeople(shown, 1, 1)).total,
    placeholderData: keepPreviousData,
  });
  const selecting = useRowSelection<Person>();
  const [adding, setAdding] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const found = matching.data ?? count.data ?? 0;
  const selected = selectedCount(selecting.selection, found);
  useFocusBack(grid, selected);
  const edits = useBookEdits(showFailure);
  const change = (...args: Parameters<typeof edits.change>) => edits.change(...args).catch(() => undefined);

  const remove = useMutation({
    meta: shownInPlace,
    mutationFn: async (pointed: Person | null) => {
      const { selection } = selecting;
      if (selection.kind === 'all') {
        const all = await getAllPeople(shown);
        return edits.change({ before: all.filter(({ id }) => !selection.except.has(id)), after: [] });
      }
      const rows = selection.rows.size === 0 && pointed !== null ? [pointed] : [...selection.rows.values()];
      return edits.change({ before: rows, after: [] });
    },
    onSuccess: selecting.clear,
  });
  const importFile = useMutation({
    meta: shownInPlace,
    mutationFn: async () => {
      const map = await window.gantry.readAuthorMap(null);
      if (map === null) return;
      const added = await edits.take(map.entries.map(({ vcs = null, ...entry }) => ({ ...entry, vcs })));
      const read = t(
        '{file}: {people, plural, one {# person} other {# people}} read, {added, number} new or changed.',
        {
          file: map.file,
          people: map.entries.length,
          added,
        },
      );
      notifications.show({
        message: [read, ...map.problems.slice(0, 3)].join(' '),
        autoClose: map.problems.length > 0 ? 20_000 : 6000,
      });
    },
    onError: showFailure,
  });
  const exportFile = async () => {
    try {
      const saved = await window.gantry.savePeopleBook();
      if (saved) notifications.show({ message: t('The people book was written to {file}.', { file: saved.file }) });
    } catch (error) {
      showFailure(error);
    }
  };
  const look = (part: Partial<BookView>) => {
    selecting.clear();
    setView((current) => ({ ...current, ...part }));
  };

  if (count.isPending) return <Waiting>{t('Reading the people book…')}</Waiting>;
  if (count.isError) return <ErrorNotice error={count.error} onRetry={() => void count.refetch()} />;
  const isEmpty = count.data === 0 && !edits.canUndo;
  return (
    <Page
      title={t('People book')}
      fill
      actions={
        <Group gap="sm" justify="flex-end">
          <Button variant="default" loading={importFile.isPending} onClick={() => importFile.mutate()}>
            {t('Import…')}
          </Button>
          {!isEmpty && (
            <Button variant="default" onClick={() => void exportFile()}>
              {t('Export…')}
            </Button>
          )}
          <Button leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setAdding(true)}>
            {t('Add…')}
          </Button>
        </Group>
      }
    >
      {isEmpty ? (
        <Text className={classes.empty} data-testid="people-book-empty">
          {t(
            'Nobody is in the people book yet. Whoever you give a name and an e-mail address in an import is put here, and the next import that meets them has them filled in. A list of them, an authors.txt or a CSV file, can be imported now.',
          )}
        </Text>
      ) : (
        <Stack gap="xs" flex={1} mih={0} onKeyDown={(event) => undoByKey(event, edits)} data-testid="people-book">
          <Group gap="sm" justify="space-between">
            <Group gap="sm">
              <TextInput
                aria-label={t('Search the people book')}
                placeholder={t('Search')}
                leftSection={<IconSearch size={14} aria-hidden />}
                value={view.search}
                onChange={(event) => look({ search: event.currentTarget.value })}
                w={200}
              />
              <Select
                aria-label={t('Source')}
                data={systems.map(({ value, label }) => ({
                  value,
                  label: value === anySystem ? t('All sources') : label,
                }))}
                value={view.vcs ?? anySystem}
                onChange={(value) => look({ vcs: readSystem(value) })}
                allowDeselect={false}
                w={200}
              />
              <Text c="dimmed" role="status" data-testid="people-count">
                {selected === 0
                  ? t('{people, plural, one {# person} other {# people}}', { people: found })
                  : t('{people, plural, one {# person} other {# people}} selected', { people: selected })}
              </Text>
            </Group>
            <Group gap="sm">
              {selected > 0 && (
                <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate(null)}>
                  {t('Remove')}
                </Button>
              )}
              <UndoButtons edits={edits} />
            </Group>
          </Group>
          <PeopleGrid
            box={grid}
            view={shown}
            onSort={(sorting) => setView((current) => ({ ...current, ...sorting }))}
            selecting={selecting}
            onTyped={(person, values) => void change({ before: [person], after: [{ ...person, ...values }] })}
            onRemove={(pointed) => remove.mutate(pointed)}
          />
          <Text c="dimmed" size="xs">
            {t(
              'Enter edits a cell, Space selects a row, Delete removes, Ctrl+Z undoes. What changes here is for the next imports: those that are there keep the authors they have.',
            )}
          </Text>
        </Stack>
      )}
      {adding && (
        <AddPersonDialog
          busy={edits.busy}
          onClose={() => setAdding(false)}
          onAdd={(person) =>
            void edits.add(person).then(
              () => setAdding(false),
              () => undefined,
            )
          }
        />
      )}
    </Page>
  );
}
