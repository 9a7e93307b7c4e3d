import { type ReactNode, useEffect, useState } from 'react';
import { afterFirstFrames } from './after-first-frames.ts';

/** What nobody sees before asking for it: it comes once the page has drawn what is seen. */
export function OnceDrawn({ children }: { children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => afterFirstFrames(() => setDrawn(true)), []);
  return isDrawn && children;
}
