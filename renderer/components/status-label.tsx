import { type ImportState, statusWords, type Tone } from './import-words.ts';
import classes from './status-label.module.css';

interface StateLabelProps {
  words: string;
  tone: Tone;
  /** The state's name in the API. */
  state: string;
  testId: string;
}

/** A state: a dot and words, so that colour is never the only sign. */
export function StateLabel({ words, tone, state, testId }: StateLabelProps) {
  return (
    <span className={classes.label} data-tone={tone} data-status={state} data-testid={testId}>
      <span className={classes.dot} aria-hidden />
      {words}
    </span>
  );
}

/** An import's state. */
export function StatusLabel({ of }: { of: ImportState }) {
  return <StateLabel {...statusWords(of)} state={of.status} testId="import-status" />;
}
