import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import type { ToldVerdict } from '../../service/vocabulary/verdict.ts';
import { t } from '../language/text.ts';
import classes from './verdict-marks.module.css';

export const verdictParts = [
  { part: 'complete', name: t('verdict|Complete') },
  { part: 'equal', name: t('Equal') },
  { part: 'people', name: t('People') },
] as const satisfies readonly { part: keyof ToldVerdict; name: string }[];

const icons = { green: IconCheck, amber: IconAlertTriangle, red: IconX } as const;
const states = { green: t('good'), amber: t('look at this'), red: t('wrong') } as const;

/** One part's sign; the colour is never the only one. */
export function VerdictIcon({
  state,
  size,
  name,
}: {
  state: ToldVerdict['complete']['state'];
  size: number;
  /** Of the part, where nothing beside the sign says it. */
  name?: string;
}) {
  const Icon = icons[state];
  const label = name === undefined ? states[state] : `${name}: ${states[state]}`;
  return <Icon size={size} role="img" aria-label={label} className={classes.icon} data-state={state} />;
}

/** A verdict's three parts in one line. */
export function VerdictMarks({ verdict }: { verdict: ToldVerdict }) {
  return (
    <span className={classes.marks} data-testid="verdict-marks">
      {verdictParts.map(({ part, name }) => (
        <span
          key={part}
          className={classes.mark}
          data-part={part}
          data-state={verdict[part].state}
          title={verdict[part].text}
        >
          <VerdictIcon state={verdict[part].state} size={13} />
          {name}
        </span>
      ))}
    </span>
  );
}
