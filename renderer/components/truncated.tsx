import { type CSSProperties, useState } from 'react';
import { unseenNamed } from '../../language/unseen-characters.ts';
import { Hinted } from './hinted.tsx';
import classes from './truncated.module.css';
import { UnseenMarked } from './unseen-marked.tsx';

/** Stands before a name that `isolated` has put into a text. */
const ISOLATE = '\u2068';

interface TruncatedProps {
  text: string;
  /** What to show of a text that is too long: its start (default) or its end, as for paths. */
  keep?: 'start' | 'end';
  /** Lines that it may take; 1 by default. Only with `keep` = `start`. */
  lines?: 1 | 2;
  className?: string | undefined;
  style?: CSSProperties;
}

/**
 * One line of text, or two; when it does not fit it is cut, and the tooltip shows it whole. It runs as its own script does and turns
 * nothing around it, whoever wrote it; characters in it that show nothing are named.
 */
export function Truncated({ text, keep = 'start', lines = 1, className = '', style }: TruncatedProps) {
  const [cut, setCut] = useState(false);
  return (
    <Hinted
      hint={cut ? unseenNamed(text) : null}
      className={`${classes.text} ${keep === 'end' ? classes.keepEnd : ''} ${lines === 2 ? classes.twoLines : ''} ${className}`}
      style={style}
      onPointerEnter={({ currentTarget: shown }) =>
        setCut(shown.scrollWidth > shown.clientWidth || shown.scrollHeight > shown.clientHeight + 1)
      }
      data-selectable
    >
      {/* What is put together of names and words begins where the window's own lines begin. */}
      <bdi dir={text.includes(ISOLATE) ? 'ltr' : 'auto'}>
        <UnseenMarked text={text} />
      </bdi>
    </Hinted>
  );
}
