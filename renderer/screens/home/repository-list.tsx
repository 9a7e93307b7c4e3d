import { Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Dispatch, memo, type SetStateAction, useCallback, useEffect, useRef } from 'react';
import type { RepositorySummary } from '../../../service/api/organizations/repository-summaries.ts';
import { RowCheckbox } from '../../components/grid/row-checkbox.tsx';
import { useKeyboardStays } from '../../components/keyboard-stays.ts';
import { useRowHeight } from '../../components/row-height.ts';
import { useIsDrawn } from '../../components/use-is-drawn.ts';
import { t } from '../../language/text.ts';
import classes from './repositories-table.module.css';
import { type SortColumn, sortColumns, type TableView } from './repository-filter.ts';
import { RepositoryRow } from './repository-row.tsx';
import type { RowMenuPlace } from './row-menu.tsx';

const tableRowHeight = 40;
const headHeight = 34;
const mostVisibleRows = 12;

const titles: Record<SortColumn, string> = {
  name: t('Repository'),
  source: t('Source'),
  verdict: t('Verdict'),
  commits: t('Commits'),
  size: t('Size'),
  changed: t('Last change'),
  remotes: t('Remotes'),
};

interface RepositoryListProps {
  /** In the order of the view. */
  shown: readonly RepositorySummary[];
  /** How many are on their way still. */
  more: number;
  view: TableView;
  onSort(column: SortColumn): void;
  /** Ids. */
  chosen: ReadonlySet<number>;
  onChosen: Dispatch<SetStateAction<ReadonlySet<number>>>;
  onMenu(place: RowMenuPlace): void;
}

/** The rows and their head. Scrolling draws this alone again, and of it the rows that come. */
export const RepositoryList = memo(function RepositoryList(props: RepositoryListProps) {
  const { shown, more, view, onSort, chosen, onChosen, onMenu } = props;
  const box = useRef<HTMLDivElement>(null);
  const keyboard = useKeyboardStays(box);
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
      onChosen((before) => {
        const next = new Set(before);
        on ? next.add(id) : next.delete(id);
        return next;
      }),
    [onChosen],
  );
  return (
    <section
      ref={box}
      {...keyboard}
      aria-label={t('List of repositories')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className={classes.box}
      style={{ height }}
      data-testid="repository-list"
    >
      {/* biome-ignore-start lint/a11y/useSemanticElements: rows that are drawn where they are seen lie outside of a table's flow. */}
      <div role="table" aria-label={t('Repositories')} aria-rowcount={more > 0 ? -1 : shown.length + 1}>
        <Head shown={shown} isPart={more > 0} view={view} onSort={onSort} chosen={chosen} onChosen={onChosen} />
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
                  passes={rows.isScrolling && row.years === null}
                  onChoose={toggle}
                  onMenu={onMenu}
                />
              )
            );
          })}
        </div>
      </div>
      {/* biome-ignore-end lint/a11y/useSemanticElements: as above. */}
      {more > 0 && (
        <Text c="dimmed" p="xs" role="status">
          {t('Reading {more, plural, one {# more repository} other {# more repositories}}…', { more })}
        </Text>
      )}
      {shown.length === 0 && more === 0 && (
        <Text c="dimmed" p="xs">
          {t('No repository fits.')}
        </Text>
      )}
    </section>
  );
});

interface HeadProps extends Pick<RepositoryListProps, 'shown' | 'view' | 'onSort' | 'chosen' | 'onChosen'> {
  isPart: boolean;
}

const Head = memo(function Head({ shown, isPart, view, onSort, chosen, onChosen }: HeadProps) {
  const selected = chosen.size === 0 ? 0 : shown.filter(({ id }) => chosen.has(id)).length;
  return (
    // biome-ignore-start lint/a11y/useSemanticElements: as above.
    // biome-ignore-start lint/a11y/useFocusableInteractive: what can be done is within its cells.
    <div role="row" aria-rowindex={1} className={`${classes.row} ${classes.head}`}>
      <span role="columnheader" className={classes.check}>
        <RowCheckbox
          aria-label={t('Select all repositories')}
          disabled={isPart}
          checked={shown.length > 0 && selected === shown.length}
          indeterminate={selected > 0 && selected < shown.length}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            // What the filters do not show stays as it was chosen.
            onChosen((before) => {
              const next = new Set(before);
              for (const { id } of shown) on ? next.add(id) : next.delete(id);
              return next;
            });
          }}
        />
      </span>
      {sortColumns.map((column) => (
        <span
          key={column}
          role="columnheader"
          aria-sort={view.sort === column ? (view.descending ? 'descending' : 'ascending') : 'none'}
          className={classes[column]}
        >
          <button type="button" className={classes.sort} onClick={() => onSort(column)}>
            {titles[column]}
            {view.sort === column &&
              (view.descending ? <IconArrowDown size={12} aria-hidden /> : <IconArrowUp size={12} aria-hidden />)}
          </button>
        </span>
      ))}
    </div>
    // biome-ignore-end lint/a11y/useFocusableInteractive: as above.
    // biome-ignore-end lint/a11y/useSemanticElements: as above.
  );
});
