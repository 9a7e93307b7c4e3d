import { type RefObject, useEffect, useRef } from 'react';

/** Has a grid take the keyboard back when what was done to the selected rows takes the button away that it was on. */
export function useFocusBack(grid: RefObject<HTMLElement | null>, selected: number): void {
  const hadSome = useRef(false);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hadSome.current && selected === 0 && isLost) grid.current?.focus({ preventScroll: true });
    hadSome.current = selected > 0;
  }, [grid, selected]);
}
