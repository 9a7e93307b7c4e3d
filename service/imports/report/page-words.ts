/** What the page of a report says in words of its own. */

import { grouped } from '../../../language/grouped.ts';
import type { Sentence } from '../../../language/sentence.ts';
import { inEnglish } from '../../failures/sentences.ts';

/** Moments are UTC, `YYYY-MM-DDTHH:MM:SSZ`. */
export interface PageWords {
  language: 'en' | 'de';
  /** A sentence of the engine, or a part of one, as a report holds it. */
  say(sentence: Sentence): string;
  number(count: number): string;
  moment(at: string): string;
  title(name: string): string;
  source: string;
  compared: string;
  begun: string;
  finished: string;
  sourceRevisions: string;
  commits: string;
  branches: string;
  tags: string;
  authors: string;
  authorsMapped(authors: string, mapped: string): string;
  defaultBranch: string;
  none: string;
  repository: string;
  notAsItWas: string;
  allAsItWas: string;
  warning: string;
  info: string;
  examples: string;
  checks: string;
  /** Heads of the columns of checks. */
  columns: readonly [of: string, what: string, source: string, repository: string];
  equal: string;
  different: string;
  parts: { complete: string; equal: string; people: string };
  states: { green: string; amber: string; red: string };
  outside: string;
  outsideRevisions(revisions: number, first: number, last: number): string;
  excluded: string;
  notInGit: string;
  update: string;
  newRevisions(revisions: number, since: string): string;
  newRef: string;
  goneRef: string;
  newCommits(commits: number): string;
  /** Reports of earlier versions have no verdict. */
  earlier: {
    verified(checks: number): string;
    differ(failed: number, checks: number): string;
    movedOn(checks: number): string;
    notReached(checks: number): string;
  };
}

const number = (count: number) => grouped(count, ',');

export const ENGLISH: PageWords = {
  language: 'en',
  say: inEnglish,
  number,
  moment: (at) => at,
  title: (name) => `Import of ${name}`,
  source: 'Source',
  compared: 'Compared',
  begun: 'Begun',
  finished: 'Finished',
  sourceRevisions: 'Revisions in the source',
  commits: 'Commits',
  branches: 'Branches',
  tags: 'Tags',
  authors: 'Authors',
  authorsMapped: (authors, mapped) => `${authors}, of these mapped by a person: ${mapped}`,
  defaultBranch: 'Default branch',
  none: 'none',
  repository: 'Repository',
  notAsItWas: 'What did not arrive as it was',
  allAsItWas: 'Everything arrived as it was.',
  warning: 'Look at this',
  info: 'For your information',
  examples: 'Examples',
  checks: 'Checks',
  columns: ['Of', 'What', 'Source', 'Repository'],
  equal: 'equal',
  different: 'different',
  parts: { complete: 'Complete', equal: 'Equal', people: 'People' },
  states: { green: 'good', amber: 'look at this', red: 'wrong' },
  outside: 'Outside of every branch',
  outsideRevisions: (revisions, first, last) =>
    revisions === 1 ? `1 revision, r${first}` : `${number(revisions)} revisions, r${first} to r${last}`,
  excluded: 'left out by choice',
  notInGit: 'not in Git',
  update: 'What came with this update',
  newRevisions: (revisions, since) =>
    revisions === 1 ? `1 new revision since ${since}.` : `${number(revisions)} new revisions since ${since}.`,
  newRef: 'new',
  goneRef: 'gone',
  newCommits: (commits) => (commits === 1 ? '1 new commit' : `${number(commits)} new commits`),
  earlier: {
    verified: (checks) => `Verified: all ${number(checks)} checks are equal.`,
    differ: (failed, checks) =>
      `${number(failed)} of ${number(checks)} checks differ. Look at them before you use this repository.`,
    movedOn: (checks) =>
      `All ${number(checks)} checks are equal, but to what was fetched before: the source has moved on since.`,
    notReached: (checks) =>
      `All ${number(checks)} checks are equal, but to what was fetched before: the source did not answer.`,
  },
};
