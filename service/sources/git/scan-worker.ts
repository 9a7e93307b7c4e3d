/** Worker thread that looks through a clone as soon as it is there: refs, authors and large files at once. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { counted, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { incompleteSource } from '../../git/failures.ts';
import { keepWalk } from '../../git/reachable/kept-walk.ts';
import { countEntries, readablePacks } from '../../git/reachable/stored-objects.ts';
import { MANY_OBJECTS, walkReachable } from '../../git/reachable/walk.ts';
import { serveJob } from '../../processes/workers.ts';
import type { SourceAuthor } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { keepCommitCount } from '../commits/commit-count.ts';
import type { FetchResult } from '../source.ts';
import { scanAuthors } from './author-scan.ts';
import { isHidden } from './hidden-refs.ts';
import { findLargeBlobs, nameLargeBlobs } from './large-file-scan.ts';
import { keepPointers } from './lfs-pointers.ts';
import { keptEnds } from './older-history.ts';
import { REMOTE_BRANCHES, remoteBranchFindings } from './remote-branches.ts';
import { detachedFindings, refusedFindings } from './strict-findings.ts';
import { submoduleFindings } from './submodules.ts';

export interface ScanJob {
  staging: string;
  /** Where the source, a folder of this machine, was cloned from. */
  origin: string | null;
  includeHiddenRefs: boolean;
  /** Files with more bytes are large. */
  largeFileBytes: number;
}

export interface ScanMessage {
  authors: SourceAuthor[];
}

/** Authors in one message. */
const AUTHOR_BATCH = 1000;

/** @throws Failure for a repository with SHA-256 ids: nothing behind this reads ids of that length */
function refuseLongIds(staging: string): void {
  if (!/^\s*objectformat\s*=\s*sha256\s*$/im.test(readFileSync(join(staging, 'config'), 'utf8'))) return;
  throw Failure.of('git.sha256', {});
}

/** A folder of this machine is copied as it is, with what it lacks. */
function lackOf(error: unknown, staging: string): Failure | null {
  if (!(error instanceof Failure)) return null;
  const isPartial = readdirSync(join(staging, 'objects/pack')).some((name) => name.endsWith('.promisor'));
  return incompleteSource(error.detail, isPartial);
}

function readFindings(staging: string, hidden: readonly string[], guessed: readonly string[]): Finding[] {
  const findings: Finding[] = [];
  if (guessed.length > 0) {
    findings.push({
      kind: 'guessed_ref_name',
      severity: 'info',
      text: say(
        'The names of these refs are not UTF-8 in the source. They were read as Windows-1252, and are UTF-8 here.',
      ),
      count: guessed.length,
      examples: guessed.slice(0, 100),
    });
  }
  if (hidden.length > 0) {
    findings.push({
      kind: 'hidden_ref',
      severity: 'info',
      text: say('Refs that a host or Git keeps for itself (pull requests, stashes and the like) were left out.'),
      count: hidden.length,
      examples: hidden.slice(0, 100),
    });
  }
  const shallow = join(staging, 'shallow');
  if (existsSync(shallow)) {
    // Git clones write an end once for each ref that leads there.
    const ends = [...new Set(readFileSync(shallow, 'latin1').split('\n').filter(Boolean))];
    findings.push({
      kind: 'shallow_source',
      severity: 'warning',
      text:
        ends.length === 1
          ? say(
              'The source is a shallow clone: it does not have the history before 1 of its commits. Import the repository that it was cloned from instead, or fetch the rest there ("git fetch --unshallow") and restart the import.',
            )
          : say(
              'The source is a shallow clone: it does not have the history before {count} of its commits. Import the repository that it was cloned from instead, or fetch the rest there ("git fetch --unshallow") and restart the import.',
              { count: counted(ends.length) },
            ),
      count: ends.length,
      examples: ends.slice(0, 100),
    });
  }
  const kept = keptEnds(staging);
  if (kept.length > 0) {
    findings.push({
      kind: 'older_history_kept',
      severity: 'warning',
      text: say(
        'The source has become a shallow clone: it has lost the history before these commits. What was fetched of that before stays here.',
      ),
      count: kept.length,
      examples: kept.slice(0, 100),
    });
  }
  return findings;
}

serveJob<ScanJob, FetchResult, ScanMessage>(async (job, post, signal, cloned) => {
  const { staging, origin, includeHiddenRefs, largeFileBytes } = job;
  // The thread has started up while the clone ran.
  await cloned;
  refuseLongIds(staging);
  let empty = true;
  const named = new Set<string>();
  const branches = new Set<string>();
  const hidden: string[] = [];
  const guessed: string[] = [];
  const take = (name: string, oid: string, isUtf8: boolean) => {
    empty = false;
    if (!isUtf8) guessed.push(name);
    if (isHidden(name)) hidden.push(name);
    if (includeHiddenRefs || !isHidden(name)) named.add(oid);
    if (name.startsWith('refs/heads/')) branches.add(oid);
  };
  await eachRef(staging, take, signal);
  if (empty) throw Failure.of('source.empty', {});
  const [left] = hidden;
  if (named.size === 0 && left !== undefined) throw Failure.of('git.only_hidden_refs', { ref: left });
  const tips = [...named];
  const [scan, large, submodules, reached] = await Promise.all([
    scanAuthors(staging, includeHiddenRefs, signal),
    findLargeBlobs(staging, largeFileBytes, signal),
    submoduleFindings(staging, branches, signal),
    // Publishing needs it, and here it takes the time that other gits leave.
    walkReachable(staging, tips, { signal, split: countEntries(readablePacks(staging)) >= MANY_OBJECTS }),
  ]).catch((error: unknown) => {
    throw lackOf(error, staging) ?? error;
  });
  try {
    keepWalk(staging, tips, reached);
    await keepPointers(staging, dirname(staging), reached, signal);
    for (let at = 0; at < scan.authors.length; at += AUTHOR_BATCH) {
      post({ authors: scan.authors.slice(at, at + AUTHOR_BATCH) });
    }
    if (!includeHiddenRefs) await keepCommitCount(dirname(staging), scan.commit_count);
    const large_files = await nameLargeBlobs(staging, large, signal);
    const findings = [
      ...readFindings(
        staging,
        hidden.filter((name) => !name.startsWith(REMOTE_BRANCHES)),
        guessed,
      ),
      ...(hidden.some((name) => name.startsWith(REMOTE_BRANCHES))
        ? await remoteBranchFindings(staging, origin, signal)
        : []),
      ...submodules,
      ...(await detachedFindings(staging, signal)),
      ...(await refusedFindings(staging, reached, signal)),
    ];
    return { commit_count: scan.commit_count, uuid: null, layout: null, findings, large_files };
  } finally {
    reached.close();
  }
});
