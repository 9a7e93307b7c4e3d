import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { session } from '../../api/session.ts';
import { t } from '../../language/text.ts';

/** A cell that is being typed into. */
export interface LeftCell {
  label: string;
  /** What the cell says. */
  value: string;
  typed: string;
  problemOf(text: string): string | null;
  take(text: string): void;
}

/**
 * Takes what was typed when the grid goes: a screen that is left by keys or by a menu takes its fields with it, and they hear of no
 * blur. What cannot be taken says why.
 */
export function useLeftCell(cell: LeftCell | null): void {
  const queries = useQueryClient();
  const latest = useRef(cell);
  useEffect(() => {
    latest.current = cell;
  });
  useEffect(
    () => () => {
      if (latest.current === null) return;
      const { label, value, typed, problemOf, take } = latest.current;
      const text = typed.trim();
      if (text === value) return;
      const problem = problemOf(text) ?? problemOfSession(queries.getQueryData(session.queryKey));
      if (problem === null) take(text);
      else sayNotTaken(label, problem);
    },
    [queries],
  );
}

/** The engine takes nothing from a window that is closed; it is read when the window is open again. */
function problemOfSession(now: { login: string | null; locked: boolean } | undefined): string | null {
  return now?.locked === false && now.login !== null ? null : t('The window was locked before it was taken.');
}

/** Says that a cell keeps what it said. */
export function sayNotTaken(label: string, problem: string): void {
  notifications.show({ color: 'red', message: t('{label} stays as it was. {problem}', { label, problem }) });
}
