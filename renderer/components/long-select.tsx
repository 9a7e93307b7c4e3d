import { Select, type SelectProps } from '@mantine/core';
import { t } from '../language/text.ts';

/** Drawn at once: with ten thousand the window stands still, and nobody scrolls through them. */
const mostOffered = 100;

interface LongSelectProps extends Omit<SelectProps, 'limit' | 'searchable' | 'description'> {
  /** How many there are in all. */
  total: number;
}

/** A choice among any number: of very many the first are offered, and what is typed finds the others. */
export function LongSelect({ total, ...rest }: LongSelectProps) {
  const isLong = total > mostOffered;
  return (
    <Select
      {...rest}
      searchable
      limit={mostOffered}
      // What is typed takes the place of what was chosen.
      onClick={({ currentTarget }) => currentTarget.select()}
      {...(isLong
        ? {
            description: t(
              'The first {mostOffered, number} of {total, number} are offered. Type part of a name to find the others.',
              {
                mostOffered,
                total,
              },
            ),
          }
        : {})}
    />
  );
}
