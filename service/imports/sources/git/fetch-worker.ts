/** Worker thread of a Git fetch: the clone, then both scans at once. */
import { existsSync, readFileSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runGit } from '../../../git/git.ts';
import { serveJob } from '../../../processes/workers.ts';
import { EMPTY_REPOSITORY } from '../../failures.ts';
import { type Credentials, type FetchResult, type Finding, ImportFailure, type SourceAuthor } from '../../source.ts';
import { scanAuthors } from './author-scan.ts';
import { CLONE_PHASES, isProgressNoise, readProgress } from './clone-progress.ts';
import { sourceEnvironment } from './environment.ts';
import { gitFailure } from './failures.ts';
import { isHidden } from './hidden-refs.ts';
import { findLargeBlobs, nameLargeBlobs } from './large-file-scan.ts';

export interface FetchJob {
  url: string;
  folder: string;
  privateFolder: string;
  credentials: Credentials | null;
}

export type FetchMessage =
  | { type: 'progress'; fraction: number | null; done: number | null; total: number | null; text: string }
  | { type: 'log'; level: 'info' | 'warning'; text: string }
  | { type: 'authors'; authors: SourceAuthor[] };

/** Share of the clone in the whole fetch. */
const CLONE_SHARE = 0.9;
/** Authors in one message. */
const AUTHOR_BATCH = 1000;

type Post = (message: FetchMessage) => void;

async function clone(job: FetchJob, staging: string, post: Post, signal: AbortSignal): Promise<void> {
  // A clone cannot go on where it stopped: an earlier one that did not end is of no use.
  await rm(staging, { recursive: true, force: true });
  const { env, secrets } = sourceEnvironment(job.url, job.credentials, job.privateFolder);
  const { code, stderrTail } = await runGit({
    args: ['clone', '--mirror', '--progress', '--template=', '--', job.url, staging],
    env,
    secrets,
    signal,
    onStdout: 'ignore',
    onStderrLine: (line) => {
      const progress = readProgress(line, CLONE_PHASES);
      if (progress !== null) {
        const { fraction, done, total, text } = progress;
        post({ type: 'progress', fraction: fraction * CLONE_SHARE, done, total, text });
      } else if (!isProgressNoise(line)) post({ type: 'log', level: 'info', text: `git: ${line}` });
    },
  }).done;
  if (code === 0) return;
  await rm(staging, { recursive: true, force: true });
  throw gitFailure(stderrTail, job.url, job.credentials !== null);
}

/** Makes the packs hold everything: a clone of a local folder takes over loose objects and borrowed ones. */
async function packAll(staging: string, signal: AbortSignal): Promise<void> {
  const borrowed = existsSync(join(staging, 'objects/info/alternates'));
  const folders = await readdir(join(staging, 'objects'));
  const loose = folders.some((name) => /^[\da-f]{2}$/.test(name));
  if (!borrowed && !loose) return;
  const { code, stderrTail } = await runGit({
    args: ['--git-dir', staging, 'repack', '-d', '-q', ...(borrowed ? ['-a'] : [])],
    signal,
  }).done;
  if (code !== 0) throw gitFailure(stderrTail, staging, false);
  if (borrowed) await rm(join(staging, 'objects/info/alternates'));
}

async function readFindings(staging: string, signal: AbortSignal): Promise<{ findings: Finding[]; refs: number }> {
  const hidden: string[] = [];
  let refs = 0;
  await runGit({
    args: ['--git-dir', staging, 'for-each-ref', '--format=%(refname)'],
    signal,
    onStdout: (name) => {
      refs += 1;
      if (isHidden(name)) hidden.push(name);
    },
  }).done;
  const findings: Finding[] = [];
  if (hidden.length > 0) {
    findings.push({
      kind: 'hidden_ref',
      severity: 'info',
      text: 'Refs that a host keeps for itself (pull requests and the like) were left out.',
      count: hidden.length,
      examples: hidden.slice(0, 100),
    });
  }
  const shallow = join(staging, 'shallow');
  if (existsSync(shallow)) {
    const ends = readFileSync(shallow, 'latin1').split('\n').filter(Boolean);
    findings.push({
      kind: 'shallow_source',
      severity: 'warning',
      text: 'The source is a shallow clone: it does not have the history before these commits.',
      count: ends.length,
      examples: ends.slice(0, 100),
    });
  }
  return { findings, refs };
}

serveJob<FetchJob, FetchResult, FetchMessage>(async (job, post, signal) => {
  const staging = join(job.folder, 'staging.git');
  await clone(job, staging, post, signal);
  post({ type: 'progress', fraction: CLONE_SHARE, done: null, total: null, text: 'Collecting authors.' });
  await packAll(staging, signal);
  const [{ findings, refs }, scan, large] = await Promise.all([
    readFindings(staging, signal),
    scanAuthors(staging, false, signal),
    findLargeBlobs(staging, signal),
  ]);
  if (refs === 0) {
    await rm(staging, { recursive: true, force: true });
    throw new ImportFailure('empty', EMPTY_REPOSITORY);
  }
  for (let at = 0; at < scan.authors.length; at += AUTHOR_BATCH) {
    post({ type: 'authors', authors: scan.authors.slice(at, at + AUTHOR_BATCH) });
  }
  const large_files = await nameLargeBlobs(staging, large, signal);
  post({ type: 'progress', fraction: 1, done: null, total: null, text: 'Everything was fetched.' });
  return { commit_count: scan.commit_count, uuid: null, layout: null, findings, large_files };
});
