/** Authors, dates and messages of what revisions became against the log that svn gives now. */
import { asFailure } from '../../failures/as-failure.ts';
import { keyOfMade, type MadeTree } from '../folders/mapping/made-trees.ts';
import type { WhatCame } from '../folders/raw/what-came.ts';
import { dateSeconds } from '../folders/revision-text.ts';
import type { LogComparison, LogEntry } from '../log-comparison.ts';
import { isSameAuthor, isSameText, NO_CHARACTER } from './same-history.ts';
import { type SvnAccess, saysBogusDate, svn } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';

/** Revisions that are asked for in one question, at most. */
const AT_ONCE = 10_000;
const LOG_MS = 60 * 60_000;
const UNTOLD: LogEntry = { author: null, seconds: null, zone: null, message: null };

/** How a message is compared with what svn prints. */
export const LOG_WAYS = { isSameMessage: isSameText };

export interface LogsJob {
  access: SvnAccess;
  rootUrl: string;
  /** Longest silence of the server, in milliseconds; null for a folder of this disk. */
  silenceMs: number | null;
  comparison: LogComparison;
  came: WhatCame;
}

/**
 * Compares what a mapping made, whose tags come behind all branches.
 * @returns why the log is not told, where it is not @throws Failure where the server does not answer any more
 */
export async function compareLogs(
  job: LogsJob,
  trees: AsyncIterable<MadeTree>,
): Promise<ReturnType<typeof asFailure> | null> {
  let batch: MadeTree[] = [];
  try {
    for await (const tree of trees) {
      batch.push(tree);
      if (batch.length < AT_ONCE) continue;
      await compareBatch(job, batch);
      batch = [];
    }
    await compareBatch(job, batch);
    return null;
  } catch (error) {
    job.access.signal.throwIfAborted();
    const failure = asFailure(error);
    if (failure.kind === 'unreachable' || failure.key.startsWith('git.')) throw failure;
    return failure;
  }
}

async function compareBatch({ access, rootUrl, silenceMs, comparison, came }: LogsJob, batch: readonly MadeTree[]) {
  if (batch.length === 0) return;
  const wanted = new Set(batch.map(({ revision }) => revision));
  const told = new Map<number, LogEntry>();
  await askLog(
    { access, rootUrl, silenceMs },
    [...wanted].sort((a, b) => a - b),
    (revision, entry) => {
      if (wanted.has(revision)) told.set(revision, entry);
    },
  );
  await comparison.compare(
    batch.map(({ revision, path, commit }) => {
      const all = told.get(revision) ?? UNTOLD;
      const entry = came.withNul.has(revision) ? { ...all, message: null } : all;
      const line = came.authors.get(revision);
      const hasOtherAuthor = line !== undefined && entry.author !== null && !isSameAuthor(line, entry.author);
      return { key: keyOfMade(revision, path), commit, entry, hasOtherAuthor };
    }),
  );
}

/** @param revisions in order */
async function askLog(
  job: Omit<LogsJob, 'comparison' | 'came'>,
  revisions: readonly number[],
  onEntry: (revision: number, entry: LogEntry) => void,
): Promise<void> {
  const { access, rootUrl, silenceMs } = job;
  const [first, last] = [revisions[0], revisions.at(-1)];
  if (first === undefined || last === undefined) return;
  const xml = new SvnXml(({ name, attributes, texts }) => {
    if (name !== 'logentry') return;
    const { author = null, date = null, msg: message = null } = texts as Record<string, string | undefined>;
    const isPlain = author !== null && !author.includes(NO_CHARACTER);
    onEntry(Number(attributes.revision), {
      ...{ author: isPlain ? author : null, seconds: dateSeconds(date), zone: null, message },
    });
  });
  try {
    const onLine = (line: string) => xml.write(`${line}\n`);
    await svn(access, ['log', '--xml', '-r', `${first}:${last}`], [rootUrl], LOG_MS, onLine, silenceMs);
    xml.end();
  } catch (error) {
    access.signal.throwIfAborted();
    // svn prints no log of a revision whose date is none, and of none behind it.
    if (!(error instanceof RangeError) && !saysBogusDate(error)) throw error;
    if (first === last) return;
    const middle = Math.floor((first + last) / 2);
    await askLog(
      job,
      revisions.filter((revision) => revision <= middle),
      onEntry,
    );
    await askLog(
      job,
      revisions.filter((revision) => revision > middle),
      onEntry,
    );
  }
}
