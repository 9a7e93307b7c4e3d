import { Tooltip } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import classes from './truncated.module.css';

interface TruncatedProps {
  text: string;
  /** What to show of a text that is too long: its start (default) or its end, as for paths. */
  keep?: 'start' | 'end';
  className?: string | undefined;
  style?: CSSProperties;
}

/** One line of text; when it does not fit it is cut, and the tooltip shows it whole. */
export function Truncated({ text, keep = 'start', className = '', style }: TruncatedProps) {
  const [cut, setCut] = useState(false);
  return (
    <Tooltip label={text} disabled={!cut}>
      <span
        className={`${classes.text} ${keep === 'end' ? classes.keepEnd : ''} ${className}`}
        style={style}
        onPointerEnter={(event) => setCut(event.currentTarget.scrollWidth > event.currentTarget.clientWidth)}
        data-selectable
      >
        {keep === 'end' ? <bdi>{text}</bdi> : text}
      </span>
    </Tooltip>
  );
}
