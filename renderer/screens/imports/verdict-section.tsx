import { Text } from '@mantine/core';
import type { ToldVerdict } from '../../../service/vocabulary/verdict.ts';
import { VerdictIcon, verdictParts } from '../../components/verdict-marks.tsx';

import classes from './verdict-section.module.css';

/** What a report says in three parts, each with its own sign and sentence. */
export function VerdictSection({ verdict }: { verdict: ToldVerdict }) {
  return (
    <ul className={classes.parts} data-testid="verdict">
      {verdictParts.map(({ part, name }) => (
        <li key={part} className={classes.part} data-part={part} data-state={verdict[part].state}>
          <VerdictIcon state={verdict[part].state} size={18} />
          <Text component="span" fw={600} className={classes.name}>
            {name}
          </Text>
          <Text component="span" data-selectable>
            {verdict[part].text}
          </Text>
        </li>
      ))}
    </ul>
  );
}
