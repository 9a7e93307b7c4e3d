import { useEffect, useState } from 'react';

/** Whether a first frame of this component was on the screen: what takes long to draw comes in the one after it. */
export function useIsDrawn(): boolean {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      // What a frame's own callbacks change is part of it.
      waiting = setTimeout(() => setDrawn(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(waiting);
    };
  }, []);
  return isDrawn;
}
