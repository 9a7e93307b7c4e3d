/**
 * A Git repository's commits: of one on this disk by its log, of another by a fetch of commits alone
 * (`--filter=tree:0`), where the server offers that. A bundle holds no repository to read: it is cloned, where that is quick.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { pathOfFileUrl } from '../../files/file-url.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { decodeText } from '../../git/names/declared-text.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { FindingCollector } from '../findings.ts';
import { AuthorCount, NOTHING_KNOWN, PART_MS, type SourceSurvey, type SurveyJob } from '../survey/survey.ts';
import { gitFoldersOf, isPlainFile } from './git-folder.ts';
import { HIDDEN_EXCLUDES } from './hidden-refs.ts';
import { originOf, remoteBranchFindings } from './remote-branches.ts';

/** A file over 100 MB (service.md, "Limits"). */
const LARGE_FILE = 104_857_600;
const TOO_SLOW = say(
  'The server does not send the commits alone, or not quickly. They are counted when they are fetched.',
);

const BUNDLE_TOO_LARGE = say(
  'The bundle is too large to count it quickly. Its commits are counted when they are fetched.',
);

/** @throws Failure */
export async function surveyGit(job: SurveyJob, signal: AbortSignal): Promise<SourceSurvey> {
  const local = folderOf(job.url);
  if (local !== null) {
    const files = await readFiles(local, signal);
    const origin = await originOf(job.url, signal);
    const remote = await remoteBranchFindings(local, origin, signal);
    const cloned_from = remote.length > 0 ? origin : null;
    return { ...(await readLog(local, signal)), ...files, findings: [...remote, ...files.findings], cloned_from };
  }
  const copy = join(job.privateFolder, 'commits.git');
  const isBundle = isPlainFile(job.url);
  if (!(await fetchCommits(job, copy, signal)))
    return { ...NOTHING_KNOWN, unknown: [isBundle ? BUNDLE_TOO_LARGE : TOO_SLOW] };
  if (isBundle) return { ...NOTHING_KNOWN, ...(await readLog(copy, signal)), ...(await readFiles(copy, signal)) };
  return {
    ...NOTHING_KNOWN,
    ...(await readLog(copy, signal)),
    unknown: [say('Sizes of files are seen when they are fetched.')],
  };
}

/** The bare repository of a folder of this machine, or null: of a bundle, and of another machine. */
function folderOf(url: string): string | null {
  if (isPlainFile(url)) return null;
  const [found] = gitFoldersOf(url);
  if (found !== undefined) return found;
  const folder = url.startsWith('file:') ? pathOfFileUrl(url) : /^(\/|[a-z]:[\\/]|\\\\)/i.test(url) ? url : null;
  if (folder === null) return null;
  const inside = join(folder, '.git');
  return existsSync(inside) ? inside : folder;
}

async function readLog(repository: string, signal: AbortSignal) {
  const count = new AuthorCount();
  await runGit({
    args: [
      ...[
        '--git-dir',
        repository,
        'log',
        '--no-mailmap',
        '--no-show-signature',
        '--encoding=UTF-8',
        '--format=%at %an <%ae>',
      ],
      ...[...HIDDEN_EXCLUDES, '--glob=refs/*'],
    ],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const space = line.indexOf(' ');
      count.add(decodeText(line.slice(space + 1), ''), Number(line.slice(0, space)) * 1000);
    },
    failure: ({ stderrTail }) => gitFailure(stderrTail, repository, false),
  }).done;
  return count.result;
}

async function readFiles(
  repository: string,
  signal: AbortSignal,
): Promise<Pick<SourceSurvey, 'size' | 'large_files' | 'findings' | 'unknown'>> {
  const findings = new FindingCollector();
  let size = 0;
  const large: { path: string; size: number }[] = [];
  const listing = runGit({
    args: ['--git-dir', repository, 'ls-tree', '-r', '--long', '--full-tree', 'HEAD'],
    timeoutMs: PART_MS,
    signal,
    // A shallow look has not every tree.
    successExitCodes: 'any',
    onStdout: (line) => {
      const submodule = /^160000 commit [\da-f]+ +-\t(.*)$/.exec(line)?.[1];
      if (submodule !== undefined) {
        findings.add(
          'submodule',
          'info',
          say(
            'These folders are other repositories (submodules). The references come; import those repositories on their own.',
          ),
          submodule,
        );
      }
      const [, bytes = '', path = ''] = /^\d+ blob [\da-f]+ +(\d+)\t(.*)$/.exec(line) ?? [];
      size += Number(bytes);
      if (Number(bytes) > LARGE_FILE) large.push({ path, size: Number(bytes) });
    },
  }).done;
  const listed = await listing.then(
    ({ code }) => code === 0,
    (error: unknown) => {
      signal.throwIfAborted();
      if (error instanceof Failure && error.kind === 'unreachable') return false;
      throw error;
    },
  );
  if (listed) {
    return { size, large_files: large.sort((a, b) => b.size - a.size), findings: findings.list(), unknown: [] };
  }
  return {
    size: null,
    large_files: null,
    findings: [],
    unknown: [
      say('The files of the newest commit could not be listed quickly. They are counted when they are fetched.'),
    ],
  };
}

/** @returns false where the server sends more than commits, or is slow */
async function fetchCommits(job: SurveyJob, copy: string, signal: AbortSignal): Promise<boolean> {
  const { env, secrets, mostMemory } = sourceEnvironment(job.url, job.credentials, job.privateFolder);
  let ignored = false;
  const control = new AbortController();
  const clone = runGit({
    args: ['clone', '--bare', '--filter=tree:0', '--progress', '--template=', '--', job.url, copy],
    env,
    secrets,
    mostMemory,
    signal: AbortSignal.any([signal, control.signal]),
    timeoutMs: PART_MS,
    successExitCodes: 'any',
    onStdout: 'ignore',
    onStderrLine: (line) => {
      // A server without filters would send everything.
      if (!/filtering not recognized/i.test(line)) return;
      ignored = true;
      control.abort();
    },
  });
  try {
    const { code, stderrTail } = await clone.done;
    if (code !== 0 && !ignored) throw gitFailure(stderrTail, job.url, job.credentials !== null);
    return code === 0 && !ignored;
  } catch (error) {
    signal.throwIfAborted();
    const slow = error instanceof Failure && (error.kind === 'unreachable' || error.kind === 'cancelled');
    if (slow) return false;
    throw error;
  }
}
