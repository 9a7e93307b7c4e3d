import type { ReactNode } from 'react';
import classes from './facts.module.css';

/** Names and values, one below the other. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt>{name}</dt>
          <dd data-selectable>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
