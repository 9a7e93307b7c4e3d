/** One `git push`, or the trial of one. */

import type { Sentence } from '../../language/sentence.ts';
import { saysDiskFull } from '../failures/as-failure.ts';
import { Failure } from '../failures/failure.ts';
import { gitFailure } from '../git/failures.ts';
import { runGit } from '../git/git.ts';
import { isProgressNoise, PUSH_PHASES, readProgress } from '../git/progress-lines.ts';
import { targetEnvironment } from '../git/source-environment.ts';
import { SILENCE_MS } from '../processes/silence.ts';
import { umaskOfPerson } from '../processes/umask.ts';
import { readAddress } from '../sources/address.ts';
import { ownFolder } from '../sources/local/own-folder.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import type { Refusal } from '../vocabulary/push-target.ts';
import { tellingLines } from './refusal-words.ts';

/** What is pushed beside branches and tags. */
export interface PushedToo {
  /** `refs/notes/`: what people wrote to commits. */
  notes: boolean;
  /** `refs/deleted/`: branches and tags that the source had once. */
  deleted: boolean;
}

/** Beginnings of the names of refs that are pushed. */
export function pushedPrefixes({ notes, deleted }: PushedToo): readonly string[] {
  return ['refs/heads/', 'refs/tags/', ...(notes ? ['refs/notes/'] : []), ...(deleted ? ['refs/deleted/'] : [])];
}

export interface SendJob {
  repositoryPath: string;
  /** Free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  /** Directory of mode 0700 for this push alone. */
  privateFolder: string;
  signal: AbortSignal;
  too: PushedToo;
}

export interface SendOptions {
  /** Sends nothing; says what would happen. */
  dryRun?: boolean;
  /** What goes where: an object or ref, nothing to delete, and a full name; all that is pushed under its own name without it. */
  only?: readonly (readonly [from: string, to: string])[];
  /** Refs that are overwritten, each only while the remote still has this object there. */
  overwrite?: ReadonlyMap<string, string>;
  onProgress?: (fraction: number, text: Sentence) => void;
}

export interface Sent {
  /** Full names of the refs, by what became of them. */
  new: string[];
  forward: string[];
  equal: string[];
  overwritten: string[];
  refused: Refusal[];
  /** What the remote's hooks said. */
  messages: string[];
}

/**
 * Pushes all branches and tags. A refused ref is no failure: the answer names it.
 * @throws Failure when the push itself did not work
 */
export async function send(job: SendJob, options: SendOptions = {}): Promise<Sent> {
  const folder = await ownFolder(readAddress(job.remoteUrl));
  const { env, secrets, mostMemory } = targetEnvironment(job.remoteUrl, job.credentials, job.privateFolder);
  const { only, overwrite = new Map<string, string>() } = options;
  const refspecs =
    only?.map(([from, to]) => `${from}:${to}`) ?? pushedPrefixes(job.too).map((name) => `${name}*:${name}*`);
  const sent: Sent = { new: [], forward: [], equal: [], overwritten: [], refused: [], messages: [] };
  const { code, stderrTail } = await runGit({
    args: [
      ...['--git-dir', job.repositoryPath, 'push', '--porcelain', '--progress', '--no-recurse-submodules'],
      ...(options.dryRun === true ? ['--dry-run'] : []),
      ...[...overwrite].map(([ref, oid]) => `--force-with-lease=${ref}:${oid}`),
      ...(folder === null ? [] : asPerson()),
      ...['--', folder ?? job.remoteUrl, ...refspecs],
    ],
    env,
    mostMemory,
    secrets,
    signal: job.signal,
    silenceMs: SILENCE_MS,
    // A ref that is refused fails the whole push, and the output names it.
    successExitCodes: 'any',
    onStdout: (line) => read(line, sent),
    onStderrLine: (line) => {
      const progress = readProgress(line, PUSH_PHASES);
      if (progress !== null) options.onProgress?.(progress.fraction, progress.text);
      else if (!isProgressNoise(line) && line.startsWith('remote: ')) sent.messages.push(line.slice(8).trim());
      // Why there is no more said of each ref than "unpacker error" (send-pack.c, `receive_unpack_status`).
      const unpacking = /^error: (remote unpack failed: .+)$/.exec(line)?.[1];
      if (unpacking !== undefined) sent.messages.push(unpacking);
    },
  }).done;
  const arrived = sent.new.length + sent.forward.length + sent.overwritten.length;
  if (code !== 0 && arrived === 0 && sent.messages.some(saysDiskFull)) throw remoteDiskFull();
  const said = [...sent.messages, ...sent.refused.map(({ reason }) => reason), ...stderrTail.split('\n')];
  const limit = code === 0 ? undefined : said.find((line) => TOO_LARGE.test(line));
  if (limit !== undefined) throw Failure.of('push.too_large', { said: limit.replace(/^(remote: )?(fatal: )?/, '') });
  const most = code === 0 ? null : mostRefs(sent, said);
  if (most !== null)
    throw Failure.of('push.too_many_refs', { most, said: tellingLines(sent.messages).slice(0, 3).join(' ') });
  if (code !== 0 && HIDDEN_LIMIT.test(stderrTail))
    throw Failure.of('connection.too_large', { url: job.remoteUrl, status: 404 }, stderrTail.slice(-2000));
  if (code !== 0 && sent.refused.length === 0) {
    throw gitFailure(stderrTail, job.remoteUrl, job.credentials !== null);
  }
  return sent;
}

/**
 * What `git index-pack --max-input-size` says (git-config(1), `receive.maxInputSize`), so GitHub, GitLab and Bitbucket; newer ones with
 * the size. Azure DevOps in words of its own; Gerrit counts commits, 10,000 at most unless told otherwise (its "Error Messages", "too
 * many commits", and `receive.maxBatchCommits`).
 */
const TOO_LARGE =
  /pack exceeds maximum allowed size|push was rejected because its size is greater than|more than \d+ commits, and skip-validation not set/;

/**
 * A remote that named its refs and then has no such address: IIS says so of what is too large (404.13, "Content Length Too Large";
 * its proxies before Git servers do, github.com/git-lfs/git-lfs, issue 1612, and gitbucket/gitbucket, 1536).
 */
const HIDDEN_LIMIT = /^error: RPC failed; HTTP 404\b/m;

/** Servers that fail at many refs say nothing of how many; GitHub's own tools send so many at a time (github/codeql-action-sync-tool, 129). */
const FEW_REFS = 25;

/** AWS CodeCommit's, which its words do not name (its user guide, "Quotas" and "Git error: Too many reference update commands"). */
const CODECOMMIT_REFS = 4000;

/**
 * How many refs a remote takes with one push, where it refused more: a rule of GitHub, five where organizations follow its advice
 * (docs.github.com, "Managing the push policy for your repository"; the words from github.com/ejoffe/spr, issue 422).
 */
function mostRefs({ refused }: Sent, said: readonly string[]): number | null {
  for (const line of said) {
    const most = /Pushes can ?not update more than (\d+) branches or tags/i.exec(line)?.[1];
    if (most !== undefined) return Math.max(1, Number(most));
    if (/Too many reference update commands/i.test(line)) return CODECOMMIT_REFS;
  }
  const hasFailed = refused.every(({ reason }) => reason === 'remote failed to report status');
  return refused.length > FEW_REFS && hasFailed ? FEW_REFS : null;
}

/** In a person's own folder files are made as that person makes them; git hands local programs to a shell. */
function asPerson(): string[] {
  if (process.platform === 'win32') return [];
  return [`--receive-pack=umask ${umaskOfPerson()} && git-receive-pack`];
}

/** Its detail does not repeat git's words, which would be taken for those of this machine. */
function remoteDiskFull(): Failure {
  return Failure.of('push.remote_disk_full', {}, 'ENOSPC at the remote');
}

/** A line `<flag>\t<from>:<to>\t<summary> (<reason>)` (git-push(1), "Output"). */
function read(line: string, sent: Sent): void {
  const [flag = '', names = '', summary = ''] = line.split('\t');
  const ref = names.slice(names.indexOf(':') + 1);
  if (!ref.startsWith('refs/')) return;
  if (flag === '!') sent.refused.push({ ref, reason: /\((.*)\)\s*$/.exec(summary)?.[1] ?? summary });
  else if (flag === '*') sent.new.push(ref);
  else if (flag === ' ') sent.forward.push(ref);
  else if (flag === '=') sent.equal.push(ref);
  else if (flag === '+') sent.overwritten.push(ref);
}

/** Whether the remote's history is why a ref was refused, rather than its rules. */
export function isHistory({ reason }: Refusal): boolean {
  return /non-fast-forward|fetch first|already exists|stale info|needs force/.test(reason);
}
