import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { BarTable } from '../../components/bar-table.tsx';
import { numberText } from '../../components/number-words.ts';
import { Section } from '../../components/section.tsx';
import { dateText } from '../../components/time-words.ts';
import { Truncated } from '../../components/truncated.tsx';
import { t } from '../../language/text.ts';
import classes from './branch-lines.module.css';

type Line = RepositoryStatistics['lines'][number];

const WIDTH = 1000;
const ROW = 22;
const DOT = 4;
/** How far before its first commit a line leaves the other one. */
const CURVE = 18;

/** The branches over the years: where each left another one, how long it went on, and whether it came back. */
export function BranchLines({ lines, branches }: { lines: readonly Line[]; branches: number }) {
  if (lines.length < 2) return null;
  const moments = lines.flatMap(({ first_at, last_at }) => [Date.parse(first_at), Date.parse(last_at)]);
  const first = Math.min(...moments);
  const span = Math.max(Math.max(...moments) - first, 1);
  const xOf = (at: string) => DOT + ((Date.parse(at) - first) / span) * (WIDTH - 2 * DOT);
  const yOf = (name: string) => (lines.findIndex((line) => line.name === name) + 0.5) * ROW;
  const merged = lines.filter((line) => line.merged).length;
  const more = branches - lines.length;
  return (
    <Section
      title={t('Branches')}
      description={[
        t('{branches, plural, one {# branch} other {# branches}} from {first} to {last}', {
          branches: lines.length,
          first: dateText(new Date(first).toISOString()),
          last: dateText(new Date(first + span).toISOString()),
        }),
        merged > 0 ? t('{merged, number} of them merged', { merged }) : '',
        more > 0 ? t('{more, plural, one {# more that is older} other {# more that are older}}', { more }) : '',
      ]
        .filter(Boolean)
        .join(', ')}
      wide
    >
      <figure className={classes.figure} data-testid="branch-lines">
        <div className={classes.chart}>
          <ul className={classes.names} aria-hidden>
            {lines.map(({ name }) => (
              <li key={name}>
                <Truncated text={name} />
              </li>
            ))}
          </ul>
          <svg
            viewBox={`0 0 ${WIDTH} ${lines.length * ROW}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={t('{lines} branches over time; the table below has them in numbers', { lines: lines.length })}
            className={classes.lines}
            style={{ height: lines.length * ROW }}
          >
            {lines.map((line) => {
              const y = yOf(line.name);
              const x = xOf(line.first_at);
              return (
                <g key={line.name} data-merged={line.merged || undefined} data-main={line.from === null || undefined}>
                  {line.from !== null && (
                    <path
                      d={`M ${Math.max(x - CURVE, 0)} ${yOf(line.from)} C ${x} ${yOf(line.from)} ${Math.max(x - CURVE, 0)} ${y} ${x} ${y}`}
                      className={classes.fork}
                    />
                  )}
                  <path d={`M ${x} ${y} L ${Math.max(xOf(line.last_at), x + DOT)} ${y}`} className={classes.line} />
                </g>
              );
            })}
          </svg>
        </div>
        <details className={classes.table}>
          <summary>{t('As a table')}</summary>
          <BarTable
            caption={t('Table of branches')}
            columns={[t('Branch'), t('Commits'), t('When')]}
            rows={lines.map(({ name, from, commits, first_at, last_at, merged: back }) => ({
              key: name,
              name: (
                <Truncated
                  text={
                    from === null
                      ? name
                      : back
                        ? t('{name}, from {from}, merged', { name, from })
                        : t('{name}, from {from}', { name, from })
                  }
                />
              ),
              amount: commits,
              text: numberText(commits),
              more: t('{first_at} to {last_at}', { first_at: dateText(first_at), last_at: dateText(last_at) }),
            }))}
            testId="branches-table"
          />
        </details>
      </figure>
    </Section>
  );
}
