import { Group, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { t } from '../../language/text.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './repositories-table.module.css';
import {
  rowsOfView,
  type SortColumn,
  sourcesOf,
  stateFilters,
  type TableView,
  wholeTable,
} from './repository-filter.ts';
import { RepositoryList } from './repository-list.tsx';
import type { RowMenuPlace } from './row-menu.tsx';

/** Asked for with the right button: the window's start does not read it. */
const RowMenu = lazy(async () => ({ default: (await import('./row-menu.tsx')).RowMenu }));

const filteredFrom = 8;

/** What is most worth seeing first. */
const descendingFirst: ReadonlySet<SortColumn> = new Set(['verdict', 'commits', 'size', 'changed', 'remotes']);

interface RepositoriesTableProps {
  repositories: readonly RepositorySummary[];
  /** How many there are: the others are on their way. */
  total: number;
  /** Asks where those of these full names are to be pushed. */
  onPush(names: readonly string[]): void;
}

/** All repositories with where they came from and how they are: filtered, sorted, many chosen at once; drawn where they are seen. */
export function RepositoriesTable({ repositories, total, onPush }: RepositoriesTableProps) {
  const [view, setView] = useState(wholeTable);
  const [menu, setMenu] = useState<RowMenuPlace | null>(null);
  const [menuOpened, setMenuOpened] = useState(false);
  /** What had the keyboard when the menu was asked for: the menu belongs to no button that would get it back. */
  const beforeMenu = useRef<Element | null>(null);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => rowsOfView(repositories, view), [repositories, view]);
  const selected = repositories.filter(({ id }) => chosen.has(id));
  // Once there they stay, also where fewer are left: what was typed there goes on choosing.
  const [filtered, setFiltered] = useState(false);
  if (!filtered && repositories.length >= filteredFrom) setFiltered(true);
  const openMenu = useCallback((place: RowMenuPlace) => {
    beforeMenu.current = document.activeElement;
    setMenu(place);
    setMenuOpened(true);
  }, []);
  const sortBy = useCallback(
    (sort: SortColumn) =>
      setView((before) => ({
        ...before,
        sort,
        descending: before.sort === sort ? !before.descending : descendingFirst.has(sort),
      })),
    [],
  );
  return (
    <div className={classes.place}>
      {filtered && <Filters repositories={repositories} total={total} view={view} onView={setView} />}
      <Suspense>
        {menu !== null && (
          <RowMenu
            key={menu.row.id}
            // As it is now: it may have been renamed since, or have got its first commit.
            row={repositories.find(({ id }) => id === menu.row.id) ?? menu.row}
            place={menu}
            opened={menuOpened}
            onPush={onPush}
            onClose={() => {
              setMenuOpened(false);
              if (beforeMenu.current instanceof HTMLElement) beforeMenu.current.focus({ preventScroll: true });
            }}
          />
        )}
      </Suspense>
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          hidden={selected.length - shown.filter(({ id }) => chosen.has(id)).length}
          onClear={() => setChosen(new Set())}
          onPush={onPush}
          onBegun={(refused) => setChosen(new Set(refused.map(({ id }) => id)))}
        />
      )}
      <RepositoryList
        shown={shown}
        more={total - repositories.length}
        view={view}
        onSort={sortBy}
        chosen={chosen}
        onChosen={setChosen}
        onMenu={openMenu}
      />
    </div>
  );
}

interface FiltersProps extends Pick<RepositoriesTableProps, 'repositories' | 'total'> {
  view: TableView;
  onView(view: TableView): void;
}

function Filters({ repositories, total, view, onView }: FiltersProps) {
  const sources = useMemo(
    () => [...new Set([...sourcesOf(repositories), view.source].filter(Boolean))].sort(),
    [repositories, view.source],
  );
  return (
    <Group gap="sm">
      <TextInput
        aria-label={t('Search repositories')}
        placeholder={t(
          'Search {repositories, plural, one {# repository} other {# repositories}}, sources and remotes',
          { repositories: total },
        )}
        leftSection={<IconSearch size={14} aria-hidden />}
        value={view.search}
        onChange={(event) => onView({ ...view, search: event.currentTarget.value })}
        w={340}
      />
      <Select
        aria-label={t('Source')}
        data={[
          { value: '', label: t('From anywhere') },
          ...sources.map((source) => ({ value: source, label: source })),
        ]}
        value={view.source}
        onChange={(source) => onView({ ...view, source: source ?? '' })}
        allowDeselect={false}
        w={160}
      />
      <Select
        aria-label={t('State')}
        data={[
          { value: '', label: t('Of any state') },
          ...Object.entries(stateFilters).map(([value, { label }]) => ({ value, label })),
        ]}
        value={view.state}
        onChange={(state) => onView({ ...view, state: (state ?? '') as TableView['state'] })}
        allowDeselect={false}
        w={190}
      />
    </Group>
  );
}
