import { Truncated } from './truncated.tsx';
import classes from './two-lines.module.css';

interface TwoLinesProps {
  name: string;
  details: string;
  /** Which part of details that are too long is shown. */
  keep?: 'start' | 'end';
}

/** A name and, below it, what there is to say: the words of a row in a list. */
export function TwoLines({ name, details, keep = 'start' }: TwoLinesProps) {
  return (
    <span className={classes.words}>
      <Truncated text={name} className={classes.name} />
      <Truncated text={details} keep={keep} className={classes.details} />
    </span>
  );
}
