/** What a source holds, before anything of its content is fetched. */
import type { Sentence } from '../../../language/sentence.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';

/** Longest time of any part of a survey, in milliseconds; what takes longer is told as unknown. */
export const PART_MS = 2500;

/** Authors that are listed; their number counts all. */
export const MOST_AUTHORS = 500;

export interface SurveyJob {
  vcs: Vcs;
  url: string;
  credentials: Credentials | null;
  /** Team Foundation project; null for other systems, and when there is only one. */
  project: string | null;
  /** Empty directory of this survey's own (mode 0700). */
  privateFolder: string;
}

/** Null is what could not be known without a fetch; `unknown` says why. */
export interface SourceSurvey {
  /** Revisions, changesets or commits. */
  revisions: number | null;
  authors: { name: string; count: number }[] | null;
  /** UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
  first_at: string | null;
  last_at: string | null;
  /** Bytes of the files of the newest state. */
  size: number | null;
  /** Files over 100 MB in the newest state. */
  large_files: { path: string; size: number }[] | null;
  findings: Finding[];
  /** Where the source, a folder of this machine, was cloned from, if it knows refs there that are none of its own. */
  cloned_from?: string | null;
  /** Whole sentences. */
  unknown: Sentence[];
}

export const NOTHING_KNOWN: SourceSurvey = {
  revisions: null,
  authors: null,
  first_at: null,
  last_at: null,
  size: null,
  large_files: null,
  findings: [],
  unknown: [],
};

/** Counts authors and keeps the first and last date, line by line. */
export class AuthorCount {
  readonly #counts = new Map<string, number>();
  #first: number | null = null;
  #last: number | null = null;
  #revisions = 0;

  /** @param time milliseconds since 1970, or NaN */
  add(name: string, time: number): void {
    this.#revisions += 1;
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    if (Number.isNaN(time)) return;
    this.#first = Math.min(this.#first ?? time, time);
    this.#last = Math.max(this.#last ?? time, time);
  }

  get result(): Pick<SourceSurvey, 'revisions' | 'authors' | 'first_at' | 'last_at'> {
    const authors = [...this.#counts].map(([name, count]) => ({ name, count }));
    return {
      revisions: this.#revisions,
      authors: authors.sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1)),
      first_at: iso(this.#first),
      last_at: iso(this.#last),
    };
  }
}

function iso(time: number | null): string | null {
  const longest = 253_402_300_799_000;
  return time === null || time > longest ? null : `${new Date(time).toISOString().slice(0, 19)}Z`;
}
