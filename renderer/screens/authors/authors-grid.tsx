import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useCallback, useEffect, useState } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { type AuthorMapping, type AuthorView, mapAuthors, mapOneField } from '../../api/authors.ts';
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
import { authorColumns, type CursorColumn, cursorColumns } from './author-columns.ts';
import { AuthorRow, cellId, type EditableColumn } from './author-row.tsx';
import classes from './authors-grid.module.css';
import { cellLabel } from './cell-label.ts';
import { leftCell } from './left-cell.ts';
import { useAuthorWindow } from './use-author-window.ts';

const gridRowHeight = 32;

interface AuthorsGridProps {
  box: RefObject<HTMLDivElement | null>;
  owner: string;
  repo: string;
  view: AuthorView;
  onSort(view: Pick<AuthorView, 'sort' | 'direction'>): void;
  selecting: RowSelecting<CommitAuthor>;
  /** Told of a cell that was typed, or a suggestion that was taken. */
  onTyped(author: CommitAuthor, mapping: AuthorMapping, saved: Promise<unknown>): void;
  onError(error: unknown): void;
}

interface Editing {
  /** Whose cell it is, wherever the row goes meanwhile: what is typed is never somebody else's. */
  id: number;
  /** As it was when editing began. */
  author: CommitAuthor;
  column: EditableColumn;
  /** Where editing of this row began: Enter goes on there in the next row. */
  from: EditableColumn;
  typed: string | null;
}

/** Authors in a grid that draws and fetches only what is visible, and is edited from the keyboard. */
export function AuthorsGrid({ box, owner, repo, view, onSort, selecting, onTyped, onError }: AuthorsGridProps) {
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
  const authors = useAuthorWindow(owner, repo, view, visible[0]?.index ?? 0, visible.at(-1)?.index ?? 0);
  if (authors.total !== knownTotal) setKnownTotal(authors.total);
  const { rowAt, showMappings } = authors;

  const save = useCallback(
    async (author: CommitAuthor, values: Omit<AuthorMapping, 'id'>, field?: { name: string } | { email: string }) => {
      const mapping = { id: author.id, ...values };
      showMappings([mapping]);
      const saved =
        field === undefined ? mapAuthors(owner, repo, [mapping]) : mapOneField(owner, repo, author.id, field);
      onTyped(author, mapping, saved);
      await saved.catch(onError);
    },
    [owner, repo, showMappings, onTyped, onError],
  );
  const reveal = useCallback((row: number) => rows.scrollToIndex(row), [rows]);
  const withRow = (index: number, act: (author: CommitAuthor) => void) => {
    const author = rowAt(index);
    if (author) act(author);
  };
  const applySuggestion = (author: CommitAuthor) => {
    if (author.suggestion) void save(author, author.suggestion);
  };
  const edit = (row: number, column: EditableColumn, typed: string | null) =>
    withRow(row, (author) => setEditing({ id: author.id, author, column, from: column, typed }));
  const { cursor, moveTo, onKeyDown, onMouseDown } = useGridCursor<CursorColumn>({
    columns: cursorColumns,
    first: 'name',
    rowCount: knownTotal,
    rowsPerPage: Math.max(1, Math.floor((box.current?.clientHeight ?? rowHeight) / rowHeight) - 2),
    reveal,
    act: ({ row, column }, typed) => {
      if (column === 'name' || column === 'email') edit(row, column, typed);
      else if (typed === null) withRow(row, column === 'select' ? selecting.toggle : applySuggestion);
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
  const commit = (row: number, author: CommitAuthor, column: EditableColumn, typed: string | null, move: Move) => {
    const value = typed ?? author[column];
    const identity = { name: author.name, email: author.email, [column]: value };
    if (author[column] !== value) {
      const began = editing?.id === author.id && editing.column === column ? editing.author[column] : author[column];
      if (began !== author[column]) sayTaken(cellLabel(column, author.remote_name), author[column]);
      void save(author, identity, column === 'name' ? { name: value } : { email: value });
    } else if (!author.mapped && move !== 'stay') void save(author, identity);
    if (move === 'stay') {
      setEditing(null);
      return;
    }
    const from = editing?.from ?? column;
    endEditing();
    if (move === 'down') moveTo(row + 1, from);
    else if (column === 'name') {
      moveTo(row, 'email');
      setEditing({ id: author.id, author, column: 'email', from, typed: null });
    } else moveTo(row + 1, 'name');
  };
  const edited =
    editing && (visible.map(({ index }) => rowAt(index)).find((row) => row?.id === editing.id) ?? editing.author);
  useLeftCell(leftCell(editing, edited, (author, identity) => void save(author, identity)));
  const point = (row: number, column: CursorColumn) => moveTo(row, column);

  if (authors.error) return <ErrorNotice error={authors.error} />;
  const selected = selectedCount(selecting.selection, knownTotal);
  return (
    <div
      ref={box}
      role="grid"
      aria-label={t('Authors')}
      aria-rowcount={knownTotal + 1}
      aria-colcount={authorColumns.length}
      aria-multiselectable
      aria-activedescendant={knownTotal > 0 ? cellId(cursor.row, cursor.column) : undefined}
      tabIndex={0}
      className={`${grid.grid} ${classes.columns}`}
      onKeyDown={onKeyDown}
      onMouseDown={onMouseDown}
      data-testid="authors-grid"
    >
      <div role="row" aria-rowindex={1} className={grid.header}>
        {authorColumns.map((column) =>
          column.key === 'select' ? (
            <div key={column.key} role="columnheader" className={grid.cell}>
              <RowCheckbox
                aria-label={t('Select all authors that match')}
                checked={selected > 0 && selected === knownTotal}
                indeterminate={selected > 0 && selected < knownTotal}
                onChange={() => (selected > 0 ? selecting.clear() : selecting.selectAll())}
                tabIndex={-1}
              />
            </div>
          ) : (
            <HeaderCell
              key={column.key}
              title={column.title}
              sorted={column.sort === view.sort ? view.direction : null}
              kind={column.kind}
              onSort={(direction) => column.sort && onSort({ sort: column.sort, direction })}
            />
          ),
        )}
      </div>
      {knownTotal === 0 && (
        <Text c="dimmed" p="sm" role="row">
          <span role="gridcell">
            {authors.pending
              ? t('Reading the authors…')
              : view.open && view.search === ''
                ? t('Every author has an address.')
                : view.search === ''
                  ? t('No authors were found.')
                  : t('No author matches.')}
          </span>
        </Text>
      )}
      <div role="rowgroup" style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {visible.map((item) => {
          const author = rowAt(item.index);
          return (
            <AuthorRow
              key={item.key}
              index={item.index}
              top={item.start}
              height={rowHeight}
              author={author}
              selected={author !== undefined && isSelected(selecting.selection, author.id)}
              cursor={cursor.row === item.index ? cursor.column : null}
              editing={author !== undefined && editing?.id === author.id ? editing : null}
              onPoint={point}
              onEdit={(row, column) => edit(row, column, null)}
              onToggle={selecting.toggle}
              onType={type}
              onCommit={commit}
              onCancelEdit={endEditing}
              onUseSuggestion={applySuggestion}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Somebody else changed a cell while it was typed into. */
function sayTaken(label: string, was: string): void {
  notifications.show({
    message: t(
      '{label} was set to "{was}" elsewhere meanwhile. What you typed took its place; undo brings that back.',
      {
        label,
        was,
      },
    ),
    autoClose: 12_000,
  });
}
