/** The verdict of an import, its states and sentences. It is made once, and shown as it is everywhere. */

import { type Sentence, say } from '../../../language/sentence.ts';
import type { MapResult } from '../../sources/source.ts';
import type { Completeness } from '../../vocabulary/completeness.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Compared } from '../../vocabulary/import-report.ts';
import type { Check, Finding } from '../../vocabulary/report.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import {
  allMappedSentence,
  allOfRefsSentence,
  allSentence,
  countedOf,
  differsSentence,
  equalSentence,
  excludedSentence,
  lostSentence,
  namedSentence,
  placeholderSentence,
} from './verdict-sentences.ts';

/** Folders that a verdict names; the report's finding counts them all. */
const MOST_FOLDERS = 50;
/** Findings of content that should be there and is not. */
const MISSING: readonly string[] = ['lfs_contents_missing'];

/** Findings of content that the source keeps to itself, or does not have, so that nobody here can count it. */
const HIDDEN: readonly string[] = [
  'revision_hidden',
  'revision_partly_hidden',
  'hidden_before',
  'folder_only',
  'shallow_source',
];

/** Findings of commits that the source has, and that were left out without anybody's choice. */
const LEFT: readonly string[] = ['remote_branches_left', 'hidden_ref_damaged', 'detached_head', 'grafts'];

/** Findings of files that revisions have in the source and that are not in Git, as Git takes no such name, or nobody has the content any more. */
const FILES_LEFT: readonly string[] = ['dot_git_name', 'content_gone'];

/** Findings of refs that are left out unless they are asked for. */
const OF_HIDDEN_REFS: readonly string[] = ['hidden_ref', 'remote_branches_left', 'remote_branch_names'];

/** Whether a finding is of refs that are left out unless they are asked for. */
export function isOfHiddenRefs({ kind }: Finding): boolean {
  return OF_HIDDEN_REFS.includes(kind);
}

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

export function verdictOf(facts: Facts): Verdict {
  return { complete: completeOf(facts), equal: equalOf(facts), people: people(facts) };
}

/** Whether a repository may be called the source's equal. */
export function isVerified({ complete, equal }: Verdict): boolean {
  return complete.state !== 'red' && equal.state === 'green';
}

/** Whether every revision is accounted for: a mapping says it before it is published. */
export function completeOf(facts: Omit<Facts, 'checks' | 'compared' | 'people'>): Verdict['complete'] {
  const { vcs, mapped } = facts;
  const { outside, ...counts } = mapped.completeness ?? withoutFolders(facts);
  const { content_revisions, in_git, excluded, lost } = counts;
  const what = countedOf(vcs, mapped.completeness !== undefined);
  const missing = facts.findings.find(({ kind }) => MISSING.includes(kind));
  const sentences: Sentence[] = [];
  if (lost > 0) {
    const where = outside.filter(({ is_excluded }) => !is_excluded).map(({ folder }) => `/${folder}`);
    const named = where.slice(0, 3).join(', ');
    sentences.push(lostSentence(what, lost, content_revisions, `${named}${where.length > 3 ? ', …' : ''}`));
  }
  // Of folders branches are made here; another system has those that it has.
  const lacksDefault = mapped.head === null && mapped.completeness !== undefined;
  if (lacksDefault) {
    sentences.push(say('No branch is the default one: nothing continues trunk, and none is named main or master.'));
  }
  if (missing !== undefined) sentences.push(missing.text);
  const left = facts.findings.filter(({ kind }) => LEFT.includes(kind));
  if (sentences.length === 0) {
    if (excluded > 0) sentences.push(excludedSentence(what, in_git, content_revisions, excluded));
    else sentences.push((left.length > 0 ? allOfRefsSentence : allSentence)(what, content_revisions));
  }
  if (mapped.head === null && !lacksDefault)
    sentences.push(say('The source has no branch, so that none is the default one.'));
  const hidden = facts.findings.filter(({ kind }) => HIDDEN.includes(kind));
  sentences.push(...hidden.map(({ text }) => text));
  sentences.push(...left.map(({ text }) => text));
  const files = facts.findings.filter(({ kind }) => FILES_LEFT.includes(kind));
  sentences.push(...files.map(({ text }) => text));
  const isRed = lost > 0 || lacksDefault || missing !== undefined;
  return {
    state: isRed ? 'red' : hidden.length + left.length + files.length === 0 ? 'green' : 'amber',
    text: sentences,
    ...counts,
    outside: outside.slice(0, MOST_FOLDERS),
  };
}

/** Systems whose commits are taken one by one: what is not there was in refs that nobody wanted, or is lost. */
function withoutFolders({
  mapped,
  sourceRevisions,
  findings,
}: Pick<Facts, 'mapped' | 'sourceRevisions' | 'findings'>): Completeness {
  const { came, conversion, retold } = mapped;
  const joined = (came?.joined ?? 0) + (conversion?.joined ?? 0) + (retold?.joined?.length ?? 0);
  const in_git = Math.min(mapped.commit_count + joined, sourceRevisions);
  const rest = sourceRevisions - in_git;
  const isChoice = findings.some(isOfHiddenRefs);
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
    text: [equalSentence(checks.length), compared.compared_with],
    ...counts,
  };
}

function people({ vcs, people: { mapped, placeholder, total } }: Facts): Verdict['people'] {
  const counts = { mapped, placeholder, unmapped: total - mapped - placeholder };
  if (placeholder > 0) {
    const text = placeholderSentence(placeholder, total);
    return { state: 'amber', text, ...counts };
  }
  const text =
    mapped === total ? allMappedSentence(total) : namedSentence(mapped, counts.unmapped, total, vcs === 'tfvc');
  return { state: 'green', text, ...counts };
}
