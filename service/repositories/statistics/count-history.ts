/** Adds up commits by month and by author, as git lists them. */
import type { RepositoryStatistics } from '../../vocabulary/repository-statistics.ts';

/** Authors that are named, of the repository and of a month. */
const MOST_AUTHORS = 100;
const MOST_OF_MONTH = 3;
/** Seconds since 1970 of the first moment of the year 2200. */
const LAST_SECOND = 7_258_118_400;

interface Author {
  name: string;
  email: string;
  commits: number;
  first: number;
  last: number;
}

type History = Pick<
  RepositoryStatistics,
  'commits' | 'authors_count' | 'first_at' | 'last_at' | 'months' | 'undated' | 'authors'
>;

/** What `git log --format=%at%x09%ae%x09%an` says, line by line. */
export class HistoryCount {
  #commits = 0;
  #undated = 0;
  readonly #authors = new Map<string, Author>();
  readonly #months = new Map<number, Map<Author, number>>();

  /** Takes one line over. */
  take(line: string): void {
    const first = line.indexOf('\t');
    const second = line.indexOf('\t', first + 1);
    if (first < 0 || second < 0) return;
    this.#commits += 1;
    const email = line.slice(first + 1, second);
    const name = line.slice(second + 1);
    const key = (email === '' ? name : email).toLowerCase();
    let author = this.#authors.get(key);
    if (author === undefined) {
      author = { name, email, commits: 0, first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
      this.#authors.set(key, author);
    }
    author.commits += 1;
    const seconds = Number(line.slice(0, first));
    if (!Number.isSafeInteger(seconds) || seconds < 0 || seconds >= LAST_SECOND) {
      this.#undated += 1;
      return;
    }
    author.first = Math.min(author.first, seconds);
    author.last = Math.max(author.last, seconds);
    const when = new Date(seconds * 1000);
    const month = when.getUTCFullYear() * 12 + when.getUTCMonth();
    const inMonth = this.#months.get(month) ?? new Map<Author, number>();
    inMonth.set(author, (inMonth.get(author) ?? 0) + 1);
    this.#months.set(month, inMonth);
  }

  /** What all lines come to. */
  result(): History {
    const authors = [...this.#authors.values()].sort((a, b) => b.commits - a.commits || (a.name < b.name ? -1 : 1));
    const months = [...this.#months].sort(([a], [b]) => a - b);
    const dated = authors.filter(({ last }) => Number.isFinite(last));
    return {
      commits: this.#commits,
      undated: this.#undated,
      authors_count: authors.length,
      first_at: momentOf(dated.reduce((least, { first }) => Math.min(least, first), Number.POSITIVE_INFINITY)),
      last_at: momentOf(dated.reduce((most, { last }) => Math.max(most, last), Number.NEGATIVE_INFINITY)),
      months: months.map(([month, inMonth]) => ({
        month: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`,
        commits: [...inMonth.values()].reduce((sum, commits) => sum + commits, 0),
        authors: [...inMonth]
          .sort(([, a], [, b]) => b - a)
          .slice(0, MOST_OF_MONTH)
          .map(([{ name }, commits]) => ({ name, commits })),
      })),
      authors: authors.slice(0, MOST_AUTHORS).map(({ name, email, commits, first, last }) => ({
        ...{ name, email, commits, first_at: momentOf(first), last_at: momentOf(last) },
      })),
    };
  }
}

function momentOf(seconds: number): string | null {
  return Number.isFinite(seconds) ? new Date(seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z') : null;
}
