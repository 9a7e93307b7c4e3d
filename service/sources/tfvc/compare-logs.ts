/** Authors, dates and comments of what changesets became against what the server lists of them now. */
import { join } from 'node:path';
import { keyOfMade, madeTrees } from '../folders/mapping/made-trees.ts';
import { readWhatCame } from '../folders/raw/what-came.ts';
import { LogComparison, type LogEntry } from '../log-comparison.ts';
import type { TfvcClient } from './api/client.ts';
import { listChangesets } from './api/server.ts';
import { serverPath, treePath } from './paths.ts';
import { personKey } from './people.ts';
import type { TfvcCheckpoint } from './raw/checkpoint.ts';

/** Commits that are read at once. */
const AT_ONCE = 10_000;
const UNTOLD: LogEntry = { author: null, seconds: null, zone: null, message: null };

/** Servers differ in ends of lines, and in what stands behind the last one; NUL is no text of a commit. */
function plain(comment: string): string {
  return comment
    .replace(/\r\n?/g, '\n')
    .replaceAll('\0', '')
    .replace(/^\ufeff/, '')
    .trimEnd();
}

/** The name of an account changes with the person's, its address does not. */
function addressOf(author: string): string {
  return author.slice(author.lastIndexOf('<'));
}

export interface LogsJob {
  client: TfvcClient;
  /** Folder `imports/<id>`. */
  folder: string;
  checkpoint: TfvcCheckpoint;
  signal: AbortSignal;
}

/** @throws errors of the server; Failure when a commit cannot be read */
export async function compareLogs({ client, folder, checkpoint, signal }: LogsJob): Promise<LogComparison> {
  const comparison = new LogComparison(join(folder, 'staging.git'), signal, {
    isSameMessage: (inGit, said) => plain(inGit) === plain(said),
    identityOf: addressOf,
  });
  const told = new Map<number, LogEntry>();
  const path = serverPath(checkpoint.project, '');
  for await (const { id, author, seconds, comment, truncated } of listChangesets(
    client,
    path,
    0,
    checkpoint.revision,
  )) {
    const isKnown = author.id !== '';
    told.set(id, {
      author: isKnown ? personKey(author) : null,
      seconds,
      zone: null,
      message: truncated ? null : comment,
    });
  }
  const came = readWhatCame(join(folder, 'fetch'), checkpoint);
  let batch: Parameters<LogComparison['compare']>[0][number][] = [];
  for await (const { revision, path: line, commit } of madeTrees(folder)) {
    const entry = told.get(revision) ?? UNTOLD;
    const by = came.authors.get(revision)?.a;
    const hasOtherAuthor = entry.author !== null && by !== undefined && by !== treePath(entry.author);
    batch.push({ key: keyOfMade(revision, line), commit, entry, hasOtherAuthor });
    if (batch.length < AT_ONCE) continue;
    await comparison.compare(batch);
    batch = [];
  }
  await comparison.compare(batch);
  return comparison;
}
