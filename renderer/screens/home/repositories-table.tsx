import { Checkbox, Group, Select, Text, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { useRowHeight } from '../../components/row-height.ts';
import { useIsDrawn } from '../../components/use-is-drawn.ts';
import { t } from '../../language/text.ts';
import { BulkBar } from './bulk-bar.tsx';
import classes from './repositories-table.module.css';
import {
  rowsOfView,
  type SortColumn,
  sortColumns,
  sourcesOf,
  stateFilters,
  type TableView,
  wholeTable,
} from './repository-filter.ts';
import { RepositoryRow } from './repository-row.tsx';
import { RowMenu, type RowMenuPlace } from './row-menu.tsx';

const tableRowHeight = 40;
const headHeight = 34;
const mostVisibleRows = 12;
const filteredFrom = 8;

const titles: Record<SortColumn, string> = {
  name: t('Repository'),
  source: t('Source'),
  verdict: t('Verdict'),
  commits: t('Commits'),
  size: t('Size'),
  changed: t('Last change'),
  remotes: t('Remotes'),
};
/** What is most worth seeing first. */
const descendingFirst: ReadonlySet<SortColumn> = new Set(['verdict', 'commits', 'size', 'changed', 'remotes']);

interface RepositoriesTableProps {
  repositories: readonly RepositorySummary[];
  /** How many there are: the others are on their way. */
  total: number;
}

/** All repositories with where they came from and how they are: filtered, sorted, many chosen at once; drawn where they are seen. */
export function RepositoriesTable({ repositories, total }: RepositoriesTableProps) {
  const [view, setView] = useState(wholeTable);
  const [menu, setMenu] = useState<RowMenuPlace | null>(null);
  const [menuOpened, setMenuOpened] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const shown = useMemo(() => rowsOfView(repositories, view), [repositories, view]);
  const selected = repositories.filter(({ id }) => chosen.has(id));
  const selectedShown = shown.filter(({ id }) => chosen.has(id)).length;
  const isPart = repositories.length < total;
  const box = useRef<HTMLDivElement>(null);
  const rowHeight = useRowHeight(tableRowHeight);
  const height = Math.min(Math.max(shown.length, 1), mostVisibleRows) * rowHeight + headHeight + 2;
  const isDrawn = useIsDrawn();
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    // What is seen comes first, at once and alone.
    initialRect: { width: 0, height },
    overscan: isDrawn ? 8 : 0,
    scrollPaddingStart: headHeight,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is what the rows are measured anew for.
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const toggle = useCallback(
    (id: number, on: boolean) =>
      setChosen((before) => {
        const next = new Set(before);
        on ? next.add(id) : next.delete(id);
        return next;
      }),
    [],
  );
  const openMenu = useCallback((place: RowMenuPlace) => {
    setMenu(place);
    setMenuOpened(true);
  }, []);
  const sortBy = (sort: SortColumn) =>
    setView((before) => ({
      ...before,
      sort,
      descending: before.sort === sort ? !before.descending : descendingFirst.has(sort),
    }));
  return (
    <div className={classes.place}>
      {repositories.length >= filteredFrom && (
        <Filters repositories={repositories} total={total} view={view} onView={setView} />
      )}
      {menu !== null && (
        <RowMenu key={menu.row.id} place={menu} opened={menuOpened} onClose={() => setMenuOpened(false)} />
      )}
      {selected.length > 0 && <BulkBar selected={selected} onClear={() => setChosen(new Set())} />}
      <section
        ref={box}
        aria-label={t('List of repositories')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
        tabIndex={0}
        className={classes.box}
        style={{ height }}
        data-testid="repository-list"
      >
        {/* biome-ignore-start lint/a11y/useSemanticElements: rows that are drawn where they are seen lie outside of a table's flow. */}
        <div role="table" aria-label={t('Repositories')} aria-rowcount={isPart ? -1 : shown.length + 1}>
          <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
            <span role="columnheader" className={classes.check}>
              <Checkbox
                aria-label={t('Select all repositories')}
                disabled={isPart}
                checked={shown.length > 0 && selectedShown === shown.length}
                indeterminate={selectedShown > 0 && selectedShown < shown.length}
                onChange={(event) => setChosen(new Set(event.currentTarget.checked ? shown.map(({ id }) => id) : []))}
              />
            </span>
            {sortColumns.map((column) => (
              <span
                key={column}
                role="columnheader"
                aria-sort={view.sort === column ? (view.descending ? 'descending' : 'ascending') : 'none'}
                className={classes[column]}
              >
                <button type="button" className={classes.sort} onClick={() => sortBy(column)}>
                  {titles[column]}
                  {view.sort === column &&
                    (view.descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />)}
                </button>
              </span>
            ))}
          </div>
          <div role="rowgroup" className={classes.rows} style={{ height: rows.getTotalSize() }}>
            {rows.getVirtualItems().map((place) => {
              const row = shown[place.index];
              return (
                row !== undefined && (
                  <RepositoryRow
                    key={row.id}
                    row={row}
                    index={place.index + 2}
                    top={place.start}
                    height={rowHeight}
                    chosen={chosen.has(row.id)}
                    onChoose={toggle}
                    onMenu={openMenu}
                  />
                )
              );
            })}
          </div>
        </div>
        {/* biome-ignore-end lint/a11y/useSemanticElements: as above. */}
        {isPart && (
          <Text c="dimmed" p="xs" role="status">
            {t('Reading {more, plural, one {# more repository} other {# more repositories}}…', {
              more: total - repositories.length,
            })}
          </Text>
        )}
        {shown.length === 0 && !isPart && (
          <Text c="dimmed" p="xs">
            {t('No repository fits.')}
          </Text>
        )}
      </section>
    </div>
  );
}

interface FiltersProps extends RepositoriesTableProps {
  view: TableView;
  onView(view: TableView): void;
}

function Filters({ repositories, total, view, onView }: FiltersProps) {
  const sources = useMemo(() => sourcesOf(repositories), [repositories]);
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
