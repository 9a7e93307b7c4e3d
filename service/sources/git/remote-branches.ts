/** What a clone knows of the repository that it was made from: branches as it last saw them there (`refs/remotes`). */

import { basename, dirname, resolve } from 'node:path';
import { counted, type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { withoutLogin } from '../../network/without-login.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { gitFolderOf } from './git-folder.ts';
import { HIDDEN_EXCLUDES } from './hidden-refs.ts';

/** Where they lie (git-fetch(1), "remote-tracking branches"). */
export const REMOTE_BRANCHES = 'refs/remotes/';
/** Of the kind that says that commits of them are left out: nobody chose that. */
const COMMITS_LEFT = 'remote_branches_left';
/** Examples in a finding. */
const MOST = 100;

/**
 * What is left out with the remote-tracking branches of a repository, if it has any.
 * @param repository a bare repository, or the `.git` of another
 * @param origin as `originOf` gives it
 * @throws Failure
 */
export async function remoteBranchFindings(
  repository: string,
  origin: string | null,
  signal: AbortSignal,
): Promise<Finding[]> {
  const names: string[] = [];
  await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(refname)', REMOTE_BRANCHES],
    signal,
    onStdout: (name) => {
      // Only says which of the others the remote's HEAD is.
      if (!/^refs\/remotes\/[^/]+\/HEAD$/.test(name)) names.push(name);
    },
    failure: ({ stderrTail }) => Failure.of('git.source_commits_unreadable', {}, stderrTail),
  }).done;
  if (names.length === 0) return [];
  let commits = 0;
  const leading = new Set<string>();
  // What is damaged there is none of what comes.
  const { code } = await runGit({
    args: [
      ...[
        '--git-dir',
        repository,
        'log',
        '--no-show-signature',
        '--source',
        '--format=%S',
        `--glob=${REMOTE_BRANCHES}*`,
      ],
      ...['--not', ...HIDDEN_EXCLUDES, '--glob=refs/*'],
    ],
    signal,
    onStdout: (name) => {
      commits++;
      if (leading.size < MOST) leading.add(name);
    },
    successExitCodes: 'any',
  }).done;
  const from = origin === null ? [] : [say('The source was cloned from {address}.', { address: origin })];
  const told = (finding: Pick<Finding, 'kind' | 'severity' | 'count'>, text: Said, examples: string[]): Finding[] => [
    { ...finding, text: [...from, text], examples: examples.slice(0, MOST) },
  ];
  if (code !== 0)
    return told(
      { kind: COMMITS_LEFT, severity: 'warning', count: names.length },
      say(
        'Branches of the repository that the source was cloned from (refs/remotes) are left out. Git cannot read all of their commits, so that they are not counted.',
      ),
      names,
    );
  if (commits === 0)
    return told(
      { kind: 'remote_branch_names', severity: 'info', count: names.length },
      say(
        'Names of branches of the repository that the source was cloned from (refs/remotes) are left out; all their commits come.',
      ),
      names,
    );
  return told(
    // The sentence counts them.
    { kind: COMMITS_LEFT, severity: 'warning', count: 1 },
    say(
      'Branches of the repository that the source was cloned from (refs/remotes) are left out, and with them {commits} not on any branch or tag of the source. Import that repository instead, or make branches of them in the source ("git branch <name> <remote>/<name>") and restart the import.',
      { commits: commits === 1 ? say('1 commit') : say('{count} commits', { count: counted(commits) }) },
    ),
    [...leading].sort(),
  );
}

/**
 * The address that a folder of this machine was cloned from, without a login in it.
 * @returns null for an address of another machine, and where the folder names none
 */
export async function originOf(url: string, signal: AbortSignal): Promise<string | null> {
  const folder = gitFolderOf(url);
  if (folder === undefined) return null;
  const addresses: string[] = [];
  await runGit({
    args: ['config', '--file', `${folder}/config`, '--get-regexp', '^remote\\..*\\.url$'],
    signal,
    // Ends with 1 where there is none.
    successExitCodes: 'any',
    onStdout: (line) => {
      const [, name, address] = /^remote\.(.*)\.url (.*)$/.exec(line) ?? [];
      if (address === undefined) return;
      if (name === 'origin') addresses.unshift(address);
      else addresses.push(address);
    },
  }).done;
  const [address] = addresses;
  if (address === undefined) return null;
  // Meant from the folder with the files, as git takes it.
  const from = basename(folder) === '.git' ? dirname(folder) : folder;
  return /^\.{1,2}(?:[\\/]|$)/.test(address) ? resolve(from, address) : withoutLogin(address);
}
