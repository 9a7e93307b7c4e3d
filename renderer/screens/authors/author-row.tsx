import { Button } from '@mantine/core';
import { memo } from 'react';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { CellInput, type Move } from '../../components/grid/cell-input.tsx';
import grid from '../../components/grid/grid.module.css';
import { RowCheckbox } from '../../components/grid/row-checkbox.tsx';
import { numberText } from '../../components/number-words.ts';
import { dateText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import type { CursorColumn } from './author-columns.ts';
import classes from './authors-grid.module.css';
import { cellLabel } from './cell-label.ts';
import { problemOf } from './identity-rules.ts';

export type EditableColumn = 'name' | 'email';

interface AuthorRowProps {
  index: number;
  top: number;
  height: number;
  author: CommitAuthor | undefined;
  selected: boolean;
  /** The cursor's column when the cursor is in this row. */
  cursor: CursorColumn | null;
  /** The cell being edited, with what was typed to start it; null for the value as it is. */
  editing: { column: EditableColumn; typed: string | null } | null;
  onPoint(row: number, column: CursorColumn): void;
  onEdit(row: number, column: EditableColumn): void;
  onToggle(author: CommitAuthor): void;
  onType(text: string): void;
  onCommit(row: number, author: CommitAuthor, column: EditableColumn, typed: string | null, move: Move): void;
  onCancelEdit(): void;
  onUseSuggestion(author: CommitAuthor): void;
}

/** One author: read, or with one cell being edited. */
export const AuthorRow = memo(function AuthorRow(props: AuthorRowProps) {
  const { index, top, height, author, selected, cursor, editing } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={grid.row}
      style={{ transform: `translateY(${top}px)`, height }}
      data-testid="author-row"
    >
      {author === undefined ? (
        <div role="gridcell" className={grid.loading} aria-colspan={8}>
          {t('Reading…')}
        </div>
      ) : (
        <>
          <div {...cell(index, 'select', cursor)} onPointerDown={() => props.onPoint(index, 'select')}>
            <RowCheckbox
              aria-label={t('Select {remote_name}', { remote_name: author.remote_name })}
              checked={selected}
              onChange={() => props.onToggle(author)}
              tabIndex={-1}
            />
          </div>
          <div role="gridcell" className={grid.cell}>
            <Truncated text={author.remote_name} />
          </div>
          <EditableCell {...props} author={author} column="name" value={author.name} editing={editing} />
          <EditableCell {...props} author={author} column="email" value={author.email} editing={editing} />
          <div role="gridcell" className={`${grid.cell} ${grid.number}`}>
            {numberText(author.commit_count)}
          </div>
          <div role="gridcell" className={`${grid.cell} ${grid.date}`}>
            {dateText(author.first_commit_at)}
          </div>
          <div role="gridcell" className={`${grid.cell} ${grid.date}`}>
            {dateText(author.last_commit_at)}
          </div>
          <div {...cell(index, 'state', cursor)} onPointerDown={() => props.onPoint(index, 'state')}>
            <AuthorState author={author} onUseSuggestion={props.onUseSuggestion} />
          </div>
        </>
      )}
    </div>
  );
});

function AuthorState({
  author,
  onUseSuggestion,
}: {
  author: CommitAuthor;
  onUseSuggestion(author: CommitAuthor): void;
}) {
  if (author.mapped_by === 'people_book') {
    return (
      <span className={classes.mapped} title={t('You gave this author a name and an address in another import.')}>
        {t('From the people book')}
      </span>
    );
  }
  if (author.mapped) return <span className={classes.mapped}>{t('Mapped')}</span>;
  if (author.suggestion === null) {
    // An address of the source's own is one that a person may leave as it is.
    return hasAddress(author.email) ? (
      <span className={classes.asIs}>{t('As in the source')}</span>
    ) : (
      <span className={classes.unmapped}>{t('Not mapped')}</span>
    );
  }
  const { name, email } = author.suggestion;
  return (
    <Button
      variant="light"
      size="compact-xs"
      tabIndex={-1}
      onClick={() => onUseSuggestion(author)}
      title={t('The people book says: {name} <{email}>', { name, email })}
      maw="100%"
    >
      <span className={classes.suggestion}>{t('Use {name}', { name })}</span>
    </Button>
  );
}

/** Whether an address leads anywhere: what has no host with a dot was made up. */
function hasAddress(email: string): boolean {
  return /.@.+\../.test(email);
}

interface EditableCellProps extends AuthorRowProps {
  author: CommitAuthor;
  column: EditableColumn;
  value: string;
}

function EditableCell(props: EditableCellProps) {
  const { index, column, value, cursor, editing, author } = props;
  if (editing?.column === column) {
    return (
      <div {...cell(index, column, cursor)}>
        <CellInput
          label={cellLabel(column, author.remote_name)}
          value={value}
          typed={editing.typed}
          problemOf={problemOf[column]}
          onType={props.onType}
          onCommit={(text, move) => props.onCommit(index, author, column, text, move)}
          onCancel={props.onCancelEdit}
        />
      </div>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is gridcell; the grid has the keyboard's way.
    <div
      {...cell(index, column, cursor)}
      onPointerDown={() => props.onPoint(index, column)}
      onDoubleClick={() => props.onEdit(index, column)}
    >
      <Truncated text={value} />
    </div>
  );
}

/** Name of a cell for `aria-activedescendant`. */
export function cellId(row: number, column: CursorColumn): string {
  return `author-${row}-${column}`;
}

function cell(row: number, column: CursorColumn, cursor: CursorColumn | null) {
  return {
    role: 'gridcell',
    id: cellId(row, column),
    className: grid.cell,
    'data-cursor': cursor === column || undefined,
  } as const;
}
