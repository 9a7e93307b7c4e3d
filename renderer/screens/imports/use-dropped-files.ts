import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files or folders that are dropped anywhere on the window.
 * @param take is told where they lie
 * @returns whether something is held over the window
 */
export function useDroppedFiles(
  enabled: boolean,
  take: (paths: readonly string[]) => void,
  complain: (error: unknown) => void,
): boolean {
  const [dragging, setDragging] = useState(false);
  const dropped = useEffectEvent((files: readonly File[]) => {
    Promise.all(files.map((file) => window.gantry.nameDropped(file))).then(
      (named) => take(named.map(({ path }) => path)),
      complain,
    );
  });
  useEffect(() => {
    if (!enabled) return;
    const over = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files') !== true) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      event.preventDefault();
      setDragging(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) dropped(files);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, [enabled]);
  return dragging;
}
