import type { Import } from '../../service/api/schemas.ts';
import { statusWords } from './import-words.ts';
import classes from './status-label.module.css';

/** An import's state: a dot and words, so that colour is never the only sign. */
export function StatusLabel({ of }: { of: Pick<Import, 'status' | 'waiting_for_release'> }) {
  const { words, tone } = statusWords(of);
  return (
    <span className={classes.label} data-tone={tone} data-status={of.status} data-testid="import-status">
      <span className={classes.dot} aria-hidden />
      {words}
    </span>
  );
}
