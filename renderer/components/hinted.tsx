import { Tooltip } from '@mantine/core';
import { type ComponentProps, type PointerEvent, useEffect, useRef, useState } from 'react';

/** How long the pointer rests on something before its tooltip opens, in milliseconds. */
export const HINT_MS = 400;

interface HintedProps extends ComponentProps<'span'> {
  /** What its tooltip says; null for none. */
  hint: string | null;
  /** Whether line ends in the hint are kept. */
  lines?: boolean;
}

/**
 * An element with a tooltip, which is made when it opens for the first time: a table has a hundred of them, and they were a third
 * of what drawing it took.
 */
export function Hinted({ hint, lines = false, onPointerEnter, onPointerLeave, ...element }: HintedProps) {
  const place = useRef<HTMLSpanElement>(null);
  const rests = useRef(0);
  const [opened, setOpened] = useState(false);
  useEffect(() => () => window.clearTimeout(rests.current), []);
  const enter = (event: PointerEvent<HTMLSpanElement>) => {
    onPointerEnter?.(event);
    if (event.pointerType !== 'touch') rests.current = window.setTimeout(() => setOpened(true), HINT_MS);
  };
  const leave = (event: PointerEvent<HTMLSpanElement>) => {
    onPointerLeave?.(event);
    window.clearTimeout(rests.current);
  };
  return (
    <>
      <span {...element} ref={place} onPointerEnter={enter} onPointerLeave={leave} />
      {opened && hint !== null && (
        <Tooltip
          target={place}
          label={hint}
          defaultOpened
          styles={lines ? { tooltip: { whiteSpace: 'pre-line' } } : {}}
        />
      )}
    </>
  );
}
