/** The worker thread of verification: the published repository against the raw history and the live source. */

import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { isDotGit } from '../../git/names/dot-git.ts';
import { runTool } from '../../processes/run.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Layout } from '../../vocabulary/history.ts';
import type { Check } from '../../vocabulary/report.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import { REVISIONS_REF } from '../folders/raw/staging.ts';
import type { MapResult } from '../source.ts';
import { accessArguments, below, svnEnvironment, svnInfo, svnUrl } from './svn-tool.ts';
import { SvnXml } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

export interface VerifyInput {
  folder: string;
  privateFolder: string;
  url: string;
  credentials: Credentials | null;
  repositoryPath: string;
  mapped: MapResult;
  /** Whether the source is not asked. */
  offline: boolean;
}

/** Differences named in one check at most. */
const MAX_NAMED = 5;

async function verify(input: VerifyInput, _post: (message: never) => void, signal: AbortSignal): Promise<Check[]> {
  const checkpoint = readCheckpoint(join(input.folder, 'fetch'));
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const made = readMapped(input.folder);
  if (made === null) throw Failure.of('import.nothing_mapped', {});
  const [raw, published, reachable, trunk] = await Promise.all([
    countCommits(join(input.folder, 'staging.git'), [REVISIONS_REF], signal),
    refsOf(input.repositoryPath, signal),
    countCommits(
      input.repositoryPath,
      input.mapped.refs.map((ref) => ref.oid),
      signal,
    ),
    input.offline ? null : compareWithSource(input, made.layout, checkpoint.revision, signal),
  ]);
  const refs = input.mapped.refs;
  const same = refs.filter(({ name, oid }) => published.get(name)?.oid === oid);
  return [
    check('All revisions', 'raw commits in staging', String(checkpoint.revision), raw),
    check('All refs', 'branches, tags and other refs', String(refs.length), String(same.length)),
    check('All commits', 'commits that all refs reach', String(input.mapped.commit_count), reachable),
    ...made.heads.map(({ ref, folder, tree }) =>
      check(ref, `tree of /${folder}`, tree, published.get(ref)?.tree ?? 'no such ref'),
    ),
    ...(trunk === null ? [] : [trunk]),
  ];
}

async function countCommits(repository: string, tips: readonly string[], signal: AbortSignal): Promise<string> {
  if (tips.length === 0) return '0';
  const count = await git(['--git-dir', repository, 'rev-list', '--count', '--stdin'], signal, `${tips.join('\n')}\n`);
  return count.trim();
}

function check(subject: string, what: string, expected: string, found: string): Check {
  return { subject, what, expected, found, ok: expected === found };
}

async function refsOf(repository: string, signal: AbortSignal): Promise<Map<string, { oid: string; tree: string }>> {
  const text = await git(
    ['--git-dir', repository, 'for-each-ref', '--format=%(objectname) %(tree)%(*tree) %(refname)'],
    signal,
  );
  const refs = new Map<string, { oid: string; tree: string }>();
  for (const line of text.split('\n')) {
    const [oid, tree, ...name] = line.split(' ');
    if (oid !== undefined && tree !== undefined && name.length > 0) refs.set(name.join(' '), { oid, tree });
  }
  return refs;
}

/** Names and sizes of every file of the default branch against what the server lists now. */
async function compareWithSource(
  input: VerifyInput,
  layout: Layout | null,
  revision: number,
  signal: AbortSignal,
): Promise<Check | null> {
  const url = svnUrl(input.url);
  if (
    layout === null ||
    layout.trunk === null ||
    url === null ||
    input.mapped.head !== `refs/heads/${layout.default_branch}`
  )
    return null;
  const access = { credentials: input.credentials, signal, privateFolder: input.privateFolder };
  const { rootUrl } = await svnInfo(access, url);
  const folder = [layout.root, layout.trunk].filter((part) => part !== '').join('/');
  const source = await listSource(input, access, below(rootUrl, folder), revision, signal);
  if (source === null) return null;
  const text = await git(
    ['--git-dir', input.repositoryPath, 'ls-tree', '-r', '-l', '-z', '--full-tree', input.mapped.head],
    signal,
  );
  const differences: string[] = [];
  let same = 0;
  for (const line of text.split('\0')) {
    const found = /^(\d+) \w+ \w+ +(\d+|-)\t(.*)$/s.exec(line);
    if (!found) continue;
    const path = found[3] as string;
    if (layout.gitignore && /(^|\/)\.gitignore$/.test(path) && !source.has(path)) continue;
    // Subversion keeps a symbolic link as a file that says "link " before its target.
    const size = Number(found[2]) + (found[1] === '120000' ? 5 : 0);
    if (source.get(path) === size) same += 1;
    else differences.push(path);
    source.delete(path);
  }
  for (const path of source.keys()) if (!path.split('/').some(isDotGit)) differences.push(path);
  const total = same + differences.length;
  const named = differences.slice(0, MAX_NAMED).join(', ');
  return check(
    input.mapped.head,
    `files listed by the server at r${revision}, by name and size`,
    `${total} files`,
    differences.length === 0
      ? `${same} files`
      : `${same} files; different: ${named}${differences.length > MAX_NAMED ? ', …' : ''}`,
  );
}

/** Sizes by path, or null when the server has no such folder at that revision. */
async function listSource(
  input: VerifyInput,
  access: Parameters<typeof accessArguments>[0],
  url: string,
  revision: number,
  signal: AbortSignal,
): Promise<Map<string, number> | null> {
  const sizes = new Map<string, number>();
  const xml = new SvnXml(({ name, texts }) => {
    if (name === 'entry' && texts.size !== undefined) sizes.set(texts.name ?? '', Number(texts.size));
  });
  const { code, stderrTail } = await runTool({
    command: 'svn',
    successExitCodes: 'any',
    args: [
      'list',
      '--xml',
      '--recursive',
      '-r',
      String(revision),
      ...accessArguments(access, url),
      '--',
      `${url}@${revision}`,
    ],
    env: svnEnvironment(url),
    signal,
    ...(input.credentials === null
      ? {}
      : { stdin: `${input.credentials.password}\n`, secrets: [input.credentials.password] }),
    onStdout: (line) => xml.write(`${line}\n`),
  }).done;
  // The folder may be gone from the youngest revision: then there is nothing to compare. Everything else is told.
  if (code !== 0 && !/E160013|E200009/.test(stderrTail)) throw toolFailure('svn', url, stderrTail);
  if (code !== 0) return null;
  try {
    xml.end();
  } catch (error) {
    throw noSense(url, error);
  }
  return sizes;
}

async function git(args: string[], signal: AbortSignal, stdin?: string): Promise<string> {
  const { stdout } = await runGit({
    args,
    signal,
    ...(stdin === undefined ? {} : { stdin }),
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return stdout;
}

serveJob<VerifyInput, Check[]>(verify);
