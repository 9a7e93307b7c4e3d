import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Rows that are drawn only where they are seen are gone when they are scrolled out of sight or removed, and the keyboard with them:
 * the list takes it then.
 * @returns what the list listens with
 */
export function useKeyboardStays(list: RefObject<HTMLElement | null>) {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    if (held.current === null || held.current.isConnected) return;
    held.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      held.current = target;
    },
    onBlur: ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) held.current = null;
    },
  };
}
