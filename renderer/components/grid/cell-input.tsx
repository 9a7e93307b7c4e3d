import { Tooltip } from '@mantine/core';
import { type KeyboardEvent, useRef } from 'react';
import classes from './grid.module.css';
import { sayNotTaken } from './use-left-cell.ts';

/** Where editing goes on. */
export type Move = 'down' | 'right' | 'stay';

interface CellInputProps {
  label: string;
  /** What the cell says. */
  value: string;
  /** What was typed so far, kept by the grid: another order of the rows makes this field anew. */
  typed: string | null;
  problemOf(text: string): string | null;
  onType(text: string): void;
  /** @param text what was typed; null where nothing was, whatever the cell says meanwhile */
  onCommit(text: string | null, move: Move): void;
  onCancel(): void;
}

/** A field in place of a cell: Enter and Tab take what was typed, Escape leaves the cell as it was. What cannot be taken says why. */
export function CellInput({ label, value, typed, problemOf, onType, onCommit, onCancel }: CellInputProps) {
  const text = typed ?? value;
  const problem = problemOf(text);
  const commit = (move: Move) => onCommit(typed === null ? null : typed.trim(), move);
  // Whoever ended it takes the focus away, and that is no second end: Escape saved what was typed, Enter saved it twice.
  const isEnded = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      isEnded.current = true;
      onCancel();
    } else if (event.key === 'Enter' || event.key === 'Tab') {
      isEnded.current = problem === null;
      if (problem === null) commit(event.key === 'Enter' ? 'down' : 'right');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const leave = () => {
    if (isEnded.current) return;
    if (problem === null) {
      commit('stay');
      return;
    }
    if (typed !== null) sayNotTaken(label, problem);
    onCancel();
  };
  return (
    <Tooltip label={problem} opened={problem !== null} position="bottom-start" color="red">
      <input
        className={classes.input}
        aria-label={label}
        aria-invalid={problem !== null}
        value={text}
        onChange={(event) => onType(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        ref={(input) => {
          if (!input || document.activeElement === input) return;
          input.focus();
          if (typed === null) input.select();
        }}
        spellCheck={false}
      />
    </Tooltip>
  );
}
