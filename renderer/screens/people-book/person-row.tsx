import { memo } from 'react';
import type { Person } from '../../../service/api/settings/people-book-schemas.ts';
import { CellInput, type Move } from '../../components/grid/cell-input.tsx';
import grid from '../../components/grid/grid.module.css';
import { RowCheckbox } from '../../components/grid/row-checkbox.tsx';
import { sourceNames } from '../../components/import-words.ts';
import { dayText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import { cellLabel } from '../authors/cell-label.ts';
import { problemOf } from '../authors/identity-rules.ts';
import classes from './people-book.module.css';

export type EditableColumn = 'name' | 'email';
export type BookColumn = 'select' | EditableColumn;

interface PersonRowProps {
  index: number;
  top: number;
  height: number;
  person: Person | undefined;
  selected: boolean;
  /** The cursor's column when the cursor is in this row. */
  cursor: BookColumn | null;
  /** The cell being edited, with what was typed to start it; null for the value as it is. */
  editing: { column: EditableColumn; typed: string | null } | null;
  onPoint(row: number, column: BookColumn): void;
  onEdit(row: number, column: EditableColumn): void;
  onToggle(person: Person): void;
  onType(text: string): void;
  onCommit(row: number, person: Person, column: EditableColumn, typed: string | null, move: Move): void;
  onCancelEdit(): void;
}

/** Somebody of the people book: read, or with one cell being edited. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { index, top, height, person, selected, cursor } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={grid.row}
      style={{ transform: `translateY(${top}px)`, height }}
      data-testid="person-row"
    >
      {person === undefined ? (
        <div role="gridcell" className={grid.loading} aria-colspan={6}>
          {t('Reading…')}
        </div>
      ) : (
        <>
          <div {...cell(index, 'select', cursor)} onPointerDown={() => props.onPoint(index, 'select')}>
            <RowCheckbox
              aria-label={t('Select {remote_name}', { remote_name: person.remote_name })}
              checked={selected}
              onChange={() => props.onToggle(person)}
              tabIndex={-1}
            />
          </div>
          <div role="gridcell" className={grid.cell}>
            <Truncated text={person.remote_name} />
          </div>
          <div role="gridcell" className={`${grid.cell} ${classes.system}`}>
            {systemText(person.vcs)}
          </div>
          <EditableCell {...props} person={person} column="name" />
          <EditableCell {...props} person={person} column="email" />
          <div role="gridcell" className={`${grid.cell} ${grid.date}`}>
            {dayText(person.updated_at)}
          </div>
        </>
      )}
    </div>
  );
});

/** The sources that call somebody so. */
export function systemText(vcs: Person['vcs']): string {
  return vcs === null ? t('Any') : (sourceNames[vcs] ?? vcs);
}

function EditableCell(props: PersonRowProps & { person: Person; column: EditableColumn }) {
  const { index, column, cursor, editing, person } = props;
  if (editing?.column === column) {
    return (
      <div {...cell(index, column, cursor)}>
        <CellInput
          label={cellLabel(column, person.remote_name)}
          value={person[column]}
          typed={editing.typed}
          problemOf={problemOf[column]}
          onType={props.onType}
          onCommit={(text, move) => props.onCommit(index, person, column, text, move)}
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
      <Truncated text={person[column]} />
    </div>
  );
}

/** Name of a cell for `aria-activedescendant`. */
export function cellId(row: number, column: BookColumn): string {
  return `person-${row}-${column}`;
}

function cell(row: number, column: BookColumn, cursor: BookColumn | null) {
  return {
    role: 'gridcell',
    id: cellId(row, column),
    className: grid.cell,
    'data-cursor': cursor === column || undefined,
  } as const;
}
