import { t } from '../language/text.ts';
import classes from './year-bars.module.css';

interface YearBarsProps {
  /** Pairs of a year and its commits, oldest first, without years that have none. */
  years: readonly (readonly [year: number, commits: number])[];
}

const WIDTH = 104;
const HEIGHT = 22;
/** Pixels; a history of one year is no wall. */
const WIDEST_BAR = 10;
/** A year with few commits beside one with many is still a year with some. */
const LEAST_BAR = 2;

/** Commits of each year as small bars, from the first year to the last. The same in numbers is on the repository's page. */
export function YearBars({ years }: YearBarsProps) {
  const first = years[0]?.[0];
  const last = years.at(-1)?.[0];
  if (first === undefined || last === undefined) return <span className={classes.none}>–</span>;
  const most = Math.max(...years.map(([, commits]) => commits));
  const step = Math.min(WIDTH / (last - first + 1), WIDEST_BAR);
  const gap = step > 3 ? 1 : 0;
  const total = years.reduce((sum, [, commits]) => sum + commits, 0);
  const sentence =
    first === last
      ? t('{commits, plural, one {# commit} other {# commits}} in {first}', { commits: total, first })
      : t('{commits, plural, one {# commit} other {# commits}} from {first} to {last}', {
          commits: total,
          first,
          last,
        });
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={sentence} className={classes.bars}>
      <title>{sentence}</title>
      <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={classes.ground} />
      {years.map(([year, commits]) => {
        const height = Math.max(LEAST_BAR, Math.round(Math.sqrt(commits / most) * (HEIGHT - 2)));
        return (
          <rect
            key={year}
            x={(year - first) * step}
            y={HEIGHT - 1 - height}
            width={Math.max(step - gap, 0.8)}
            height={height}
            className={classes.bar}
          />
        );
      })}
    </svg>
  );
}
