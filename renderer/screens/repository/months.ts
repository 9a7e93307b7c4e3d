/** Months of a history as they are drawn and read. */

import { unseenNamed } from '../../../language/unseen-characters.ts';
import type { RepositoryStatistics } from '../../../service/vocabulary/repository-statistics.ts';
import { numberText } from '../../components/number-words.ts';
import { format } from '../../language/formats.ts';
import { isolated, locale, t } from '../../language/text.ts';

type Month = RepositoryStatistics['months'][number];

/** A month with the moment at which it begins, in seconds since 1970, UTC. */
export interface DrawnMonth extends Month {
  seconds: number;
}

const monthName = format(() => new Intl.DateTimeFormat(locale(), { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** Every month from the first to the last, those without a commit among them. */
export function everyMonth(months: readonly Month[]): DrawnMonth[] {
  const [first, last] = [months[0], months.at(-1)];
  if (first === undefined || last === undefined) return [];
  const known = new Map(months.map((month) => [indexOf(month.month), month]));
  const all: DrawnMonth[] = [];
  for (let index = indexOf(first.month); index <= indexOf(last.month); index++) {
    const year = Math.floor(index / 12);
    const name = `${year}-${String((index % 12) + 1).padStart(2, '0')}`;
    const month = known.get(index) ?? { month: name, commits: 0, authors: [] };
    all.push({ ...month, seconds: Date.UTC(year, index % 12) / 1000 });
  }
  return all;
}

function indexOf(month: string): number {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return year * 12 + number - 1;
}

/** `March 2011: 12 commits. Ann 8, Bob 4`. */
export function monthText({ seconds, commits, authors }: DrawnMonth): string {
  const name = monthName().format(new Date(seconds * 1000));
  const people = authors
    .map((author) => `${isolated(unseenNamed(author.name))} ${numberText(author.commits)}`)
    .join(', ');
  return `${name}: ${t('{commits, plural, one {# commit} other {# commits}}', { commits })}${people === '' ? '' : `. ${people}`}`;
}

/** The whole history in a sentence. */
export function summaryOf({ commits, authors_count, months, undated }: RepositoryStatistics): string {
  const [first, last] = [months[0], months.at(-1)];
  const busiest = months.reduce<Month | null>(
    (most, month) => (month.commits > (most?.commits ?? 0) ? month : most),
    null,
  );
  const counts = { commits, authors: authors_count };
  const whole =
    first === undefined || last === undefined
      ? t(
          '{commits, plural, one {# commit} other {# commits}} by {authors, plural, one {# author} other {# authors}}.',
          counts,
        )
      : first.month === last.month
        ? t(
            '{commits, plural, one {# commit} other {# commits}} by {authors, plural, one {# author} other {# authors}}, all in {month}.',
            { ...counts, month: first.month },
          )
        : t(
            '{commits, plural, one {# commit} other {# commits}} by {authors, plural, one {# author} other {# authors}}, {first} to {last}.',
            { ...counts, first: first.month, last: last.month },
          );
  const sentences = [whole];
  if (busiest !== null && months.length > 1) {
    sentences.push(
      t('The busiest month was {month} with {commits, number}.', { month: busiest.month, commits: busiest.commits }),
    );
  }
  if (undated > 0) {
    sentences.push(
      t('{undated, plural, one {# commit has} other {# commits have}} no date that a calendar has.', { undated }),
    );
  }
  return sentences.join(' ');
}
