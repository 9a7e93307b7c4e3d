import { type KeyboardEvent, useState } from 'react';
import classes from './grid.module.css';

/** Where editing goes on. */
export type Move = 'down' | 'right' | 'stay';

interface CellInputProps {
  label: string;
  initial: string;
  selectAll: boolean;
  problemOf(text: string): string | null;
  /** @param text what was typed; null where nothing was, whatever the cell says meanwhile */
  onCommit(text: string | null, move: Move): void;
  onCancel(): void;
}

/** A field in place of a cell: Enter and Tab take what was typed, Escape leaves the cell as it was. */
export function CellInput({ label, initial, selectAll, problemOf, onCommit, onCancel }: CellInputProps) {
  const [text, setText] = useState(initial);
  const problem = problemOf(text);
  const [isTyped, setIsTyped] = useState(!selectAll);
  const commit = (move: Move) => onCommit(isTyped ? text.trim() : null, move);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onCancel();
    else if (event.key === 'Enter' || event.key === 'Tab') {
      if (problem === null) commit(event.key === 'Enter' ? 'down' : 'right');
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <input
      className={classes.input}
      aria-label={label}
      aria-invalid={problem !== null}
      title={problem ?? undefined}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setIsTyped(true);
      }}
      onKeyDown={onKeyDown}
      onBlur={() => (problem === null ? commit('stay') : onCancel())}
      ref={(input) => {
        if (!input || document.activeElement === input) return;
        input.focus();
        if (selectAll) input.select();
      }}
      spellCheck={false}
    />
  );
}
