/** The verdict of an import, its states and sentences. It is made once, and shown as it is everywhere. */
import type { MapResult } from '../../sources/source.ts';
import type { Completeness } from '../../vocabulary/completeness.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Compared } from '../../vocabulary/import-report.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';

/** Folders that a verdict names; the report's finding counts them all. */
const MOST_FOLDERS = 50;
/** Findings of content that should be there and is not. */
const MISSING: readonly string[] = ['lfs_contents_missing'];

/** Findings of content that the source keeps to itself, so that nobody here can count it. */
const HIDDEN: readonly string[] = ['revision_hidden', 'folder_only'];

export interface People {
  /** Authors whose name and address a person set. */
  mapped: number;
  /** Authors for whom the source has no address. */
  placeholder: number;
  /** All. */
  total: number;
}

export interface Facts {
  vcs: Vcs;
  mapped: MapResult;
  checks: readonly Check[];
  compared: Compared;
  people: People;
  /** Revisions, changesets or commits of the source. */
  sourceRevisions: number;
  /** Findings of fetch and mapping. */
  findings: readonly Finding[];
}

const WORDS: Record<Vcs, string> = {
  subversion: 'revision',
  tfvc: 'changeset',
  mercurial: 'changeset',
  git: 'commit',
};

export function verdictOf(facts: Facts): Verdict {
  return { complete: complete(facts), equal: equalOf(facts), people: people(facts) };
}

/** Whether a repository may be called the source's equal. */
export function isVerified({ complete, equal }: Verdict): boolean {
  return complete.state !== 'red' && equal.state === 'green';
}

export function differsSentence(differing: number, checks: number): string {
  return `${differing.toLocaleString('en-US')} of ${count(checks, 'check')} ${differing === 1 ? 'differs' : 'differ'} from the source. Look at them before you use this repository.`;
}

function count(n: number, word: string): string {
  return `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
}

function complete(facts: Facts): Verdict['complete'] {
  const { vcs, mapped } = facts;
  const { outside, ...counts } = mapped.completeness ?? withoutFolders(facts);
  const { content_revisions, in_git, excluded, lost } = counts;
  const what = (n: number) => count(n, mapped.completeness === undefined ? WORDS[vcs] : `content ${WORDS[vcs]}`);
  const missing = facts.findings.find(({ kind }) => MISSING.includes(kind));
  const sentences: string[] = [];
  if (lost > 0) {
    const where = outside.filter(({ is_excluded }) => !is_excluded).map(({ folder }) => `/${folder}`);
    const named = where.slice(0, 3).join(', ');
    const at = named === '' ? '' : ` (${named}${where.length > 3 ? ', …' : ''})`;
    sentences.push(
      `${lost.toLocaleString('en-US')} of ${what(content_revisions)} changed content outside of every branch${at}, and nobody left it out on purpose. Take it in as a branch, or leave it out.`,
    );
  }
  // Of folders branches are made here; another system has those that it has.
  const lacksDefault = mapped.head === null && mapped.completeness !== undefined;
  if (lacksDefault) {
    sentences.push('No branch is the default one: nothing continues trunk, and none is named main or master.');
  }
  if (missing !== undefined) sentences.push(missing.text);
  if (sentences.length === 0) {
    sentences.push(
      excluded > 0
        ? `${in_git.toLocaleString('en-US')} of ${what(content_revisions)} are in Git; ${excluded.toLocaleString('en-US')} ${excluded === 1 ? 'was' : 'were'} left out by choice.`
        : `${content_revisions === 1 ? 'The' : 'All'} ${what(content_revisions)} ${content_revisions === 1 ? 'is' : 'are'} in Git.`,
    );
  }
  if (mapped.head === null && !lacksDefault)
    sentences.push('The source has no branch, so that none is the default one.');
  const hidden = facts.findings.find(({ kind }) => HIDDEN.includes(kind));
  if (hidden !== undefined) sentences.push(hidden.text);
  const isRed = lost > 0 || lacksDefault || missing !== undefined;
  return {
    state: isRed ? 'red' : hidden === undefined ? 'green' : 'amber',
    text: sentences.join(' '),
    ...counts,
    outside: outside.slice(0, MOST_FOLDERS),
  };
}

/** Systems whose commits are taken one by one: what is not there was in refs that nobody wanted, or is lost. */
function withoutFolders({ mapped, sourceRevisions, findings }: Facts): Completeness {
  const in_git = Math.min(mapped.commit_count, sourceRevisions);
  const rest = sourceRevisions - in_git;
  const isChoice = findings.some(({ kind }) => kind === 'hidden_ref');
  return {
    content_revisions: sourceRevisions,
    in_git,
    excluded: isChoice ? rest : 0,
    lost: isChoice ? 0 : rest,
    outside: [],
  };
}

/** Whether what is there equals the source, as checks say it. */
export function equalOf({ checks, compared }: Pick<Facts, 'checks' | 'compared'>): Verdict['equal'] {
  const differing = checks.filter(({ ok }) => !ok).length;
  const counts = { compared: checks.length, differing, compared_at: compared.compared_at };
  if (differing > 0) {
    return { state: 'red', text: differsSentence(differing, checks.length), ...counts };
  }
  if (compared.source_state !== 'same') return { state: 'amber', text: compared.compared_with, ...counts };
  return {
    state: 'green',
    text: `${checks.length === 1 ? 'The check' : `All ${count(checks.length, 'check')}`} of branches, tags and contents found what the source holds. ${compared.compared_with}`,
    ...counts,
  };
}

function people({ vcs, people: { mapped, placeholder, total } }: Facts): Verdict['people'] {
  const counts = { mapped, placeholder, unmapped: total - mapped - placeholder };
  if (placeholder > 0) {
    const text = `${placeholder.toLocaleString('en-US')} of ${count(total, 'author')} ${placeholder === 1 ? 'has' : 'have'} a placeholder for an e-mail address, as the source names none. Map them to real people.`;
    return { state: 'amber', text, ...counts };
  }
  if (mapped === total) return { state: 'green', text: `All ${count(total, 'author')} are mapped.`, ...counts };
  const text = `${count(total, 'author')}: ${mapped.toLocaleString('en-US')} mapped, ${counts.unmapped.toLocaleString('en-US')} as ${vcs === 'tfvc' ? 'the server' : 'the source'} names them.`;
  return { state: 'green', text, ...counts };
}
