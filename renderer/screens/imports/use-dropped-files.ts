import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes a file or folder that is dropped anywhere on the window.
 * @param take is told where it lies
 * @returns whether something is held over the window
 */
export function useDroppedFiles(
  enabled: boolean,
  take: (path: string) => void,
  complain: (error: unknown) => void,
): boolean {
  const [dragging, setDragging] = useState(false);
  const dropped = useEffectEvent((file: File) => {
    window.gantry.nameDropped(file).then(({ path }) => take(path), complain);
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
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) dropped(file);
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
