import { useId, useLayoutEffect } from 'react';

/** What lies over the screen, the uppermost last. */
const open: string[] = [];

/**
 * Closes only what lies above all else: each dialog of Mantine hears every Escape, so that one closed a dialog and, with what was typed
 * there, the one below.
 */
export function useTopmostClose(opened: boolean, close: () => void): () => void {
  const id = useId();
  useLayoutEffect(() => {
    if (!opened) return;
    open.push(id);
    // After the key that closed it: React takes it away before the one below hears of that key.
    return () => void setTimeout(() => open.splice(open.indexOf(id), 1));
  }, [opened, id]);
  return () => {
    if (open.at(-1) === id) close();
  };
}
