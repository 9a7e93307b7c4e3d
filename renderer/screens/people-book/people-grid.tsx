import { Text } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { Person } from '../../../service/api/settings/people-book-schemas.ts';
import type { BookSort, BookView } from '../../api/people-book.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import type { Move } from '../../components/grid/cell-input.tsx';
import grid from '../../components/grid/grid.module.css';
import { HeaderCell } from '../../components/grid/header-cell.tsx';
import { RowCheckbox } from '../../components/grid/row-checkbox.tsx';
import { isSelected, type RowSelecting, selectedCount } from '../../components/grid/row-selection.ts';
import { useGridCursor } from '../../components/grid/use-grid-cursor.ts';
import { useLeftCell } from '../../components/grid/use-left-cell.ts';
import { useRowHeight } from '../../components/row-height.ts';
import { t } from '../../language/text.ts';
import { leftCell } from '../authors/left-cell.ts';
import classes from './people-book.module.css';
import { type BookColumn, cellId, type EditableColumn, PersonRow } from './person-row.tsx';
import { useBookWindow } from './use-book-window.ts';

const gridRowHeight = 32;
const cursorColumns: readonly BookColumn[] = ['select', 'name', 'email'];
const columns: readonly { title: string; sort: BookSort; kind?: 'date' }[] = [
  { title: t('In the source'), sort: 'remote_name' },
  { title: t('Source'), sort: 'vcs' },
  { title: t('Name'), sort: 'name' },
  { title: t('E-mail'), sort: 'email' },
  { title: t('Changed'), sort: 'updated_at', kind: 'date' },
];

interface PeopleGridProps {
  box: RefObject<HTMLDivElement | null>;
  view: BookView;
  onSort(view: Pick<BookView, 'sort' | 'direction'>): void;
  selecting: RowSelecting<Person>;
  onTyped(person: Person, values: Pick<Person, 'name' | 'email'>): void;
  /** Delete: takes those that are selected out, or else the one that is pointed at. */
  onRemove(pointed: Person): void;
}

interface Editing {
  /** Whose cell it is, wherever the row goes meanwhile: what is typed is never somebody else's. */
  id: number;
  /** As it was when editing began. */
  person: Person;
  column: EditableColumn;
  /** Where editing of this row began: Enter goes on there in the next row. */
  from: EditableColumn;
  typed: string | null;
}

/** People in a grid that draws and fetches only what is visible, and is edited from the keyboard. */
export function PeopleGrid({ box, view, onSort, selecting, onTyped, onRemove }: PeopleGridProps) {
  const rowHeight = useRowHeight(gridRowHeight);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [knownTotal, setKnownTotal] = useState(0);
  const rows = useVirtualizer({
    count: knownTotal,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight + 4,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another height is what the rows are measured anew for.
  useEffect(() => rows.measure(), [rows, rowHeight]);
  const visible = rows.getVirtualItems();
  const people = useBookWindow(view, visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0);
  if (people.total !== knownTotal) setKnownTotal(people.total);
  const { rowAt } = people;

  const reveal = useCallback((row: number) => rows.scrollToIndex(row), [rows]);
  const withRow = (index: number, act: (person: Person) => void) => {
    const person = rowAt(index);
    if (person) act(person);
  };
  const edit = (row: number, column: EditableColumn, typed: string | null) =>
    withRow(row, (person) => setEditing({ id: person.id, person, column, from: column, typed }));
  const { cursor, moveTo, onKeyDown, onMouseDown } = useGridCursor<BookColumn>({
    columns: cursorColumns,
    first: 'name',
    rowCount: knownTotal,
    rowsPerPage: Math.max(1, Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight) - 2),
    reveal,
    act: ({ row, column }, typed) => {
      if (column === 'select') withRow(row, selecting.toggle);
      else edit(row, column, typed);
    },
    toggle: (row) => withRow(row, selecting.toggle),
    extend: (row) => withRow(row, selecting.add),
    selectAll: selecting.selectAll,
    escape: selecting.clear,
  });
  const type = (typed: string) => setEditing((current) => current && { ...current, typed });
  const endEditing = () => {
    setEditing(null);
    box.current?.focus({ preventScroll: true });
  };
  const commit = (row: number, person: Person, column: EditableColumn, typed: string | null, move: Move) => {
    const value = typed ?? person[column];
    if (person[column] !== value) onTyped(person, { name: person.name, email: person.email, [column]: value });
    if (move === 'stay') {
      setEditing(null);
      return;
    }
    const from = editing?.from ?? column;
    endEditing();
    if (move === 'down') moveTo(row + 1, from);
    else if (column === 'name') {
      moveTo(row, 'email');
      setEditing({ id: person.id, person, column: 'email', from, typed: null });
    } else moveTo(row + 1, 'name');
  };
  const edited =
    editing && (visible.map(({ index }) => rowAt(index)).find((row) => row?.id === editing.id) ?? editing.person);
  useLeftCell(leftCell(editing, edited, onTyped));

  if (people.error) return <ErrorNotice error={people.error} onRetry={people.refetch} />;
  const selected = selectedCount(selecting.selection, knownTotal);
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('People book')}
      aria-rowcount={knownTotal + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={knownTotal > 0 ? cellId(cursor.row, cursor.column) : undefined}
      tabIndex={0}
      className={`${grid.grid} ${classes.columns}`}
      onKeyDown={(event) => {
        if (event.key === 'Delete' && event.target === event.currentTarget) withRow(cursor.row, onRemove);
        else onKeyDown(event);
      }}
      onMouseDown={onMouseDown}
      data-testid="people-grid"
    >
      <div role="row" aria-rowindex={1} className={grid.header}>
        <div role="columnheader" className={grid.cell}>
          <RowCheckbox
            aria-label={t('Select everybody who matches')}
            checked={selected > 0 && selected === knownTotal}
            indeterminate={selected > 0 && selected < knownTotal}
            onChange={() => (selected > 0 ? selecting.clear() : selecting.selectAll())}
            tabIndex={-1}
          />
        </div>
        {columns.map(({ title, sort, kind }) => (
          <HeaderCell
            key={sort}
            title={title}
            sorted={sort === view.sort ? view.direction : null}
            kind={kind}
            onSort={(direction) => onSort({ sort, direction })}
          />
        ))}
      </div>
      {knownTotal === 0 && (
        <Text c="dimmed" p="sm" role="row">
          <span role="gridcell">{people.pending ? t('Reading the people book…') : t('Nobody matches.')}</span>
        </Text>
      )}
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {visible.map((item) => {
          const person = rowAt(item.index);
          return (
            <PersonRow
              key={item.key}
              index={item.index}
              top={item.start}
              height={rowHeight}
              person={person}
              selected={person !== undefined && isSelected(selecting.selection, person.id)}
              cursor={cursor.row === item.index ? cursor.column : null}
              editing={person !== undefined && editing?.id === person.id ? editing : null}
              onPoint={(row, column) => moveTo(row, column)}
              onEdit={(row, column) => edit(row, column, null)}
              onToggle={selecting.toggle}
              onType={type}
              onCommit={commit}
              onCancelEdit={endEditing}
            />
          );
        })}
      </div>
    </div>
  );
}
