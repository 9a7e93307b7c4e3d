import { mkdirSync, rmSync } from 'node:fs';
import { readdir, readFile, rename, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Failure } from '../failures/failure.ts';
import { runGit } from './git.ts';

/**
 * Makes an empty bare repository, whole or not at all.
 * @throws Failure when git is missing or fails
 */
export async function createBareRepository(path: string, defaultBranch: string): Promise<void> {
  const unfinished = `${path}.new`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(dirname(path), { recursive: true });
  await runGit({
    args: ['init', '--quiet', '--bare', '--template=', `--initial-branch=${defaultBranch}`, '--', unfinished],
    failure: ({ stderrTail }) => {
      rmSync(unfinished, { recursive: true, force: true });
      return Failure.of('git.not_made', { path }, stderrTail);
    },
  }).done;
  await rename(unfinished, path);
}

/** Full name of the ref that HEAD names; null when it names a commit. */
export async function readHead(path: string): Promise<string | null> {
  const text = await readFile(join(path, 'HEAD'), 'utf8');
  return /^ref: (.+)\n?$/.exec(text)?.[1] ?? null;
}

/** Names and object ids of all refs, in git's order. */
export async function listRefs(path: string, signal?: AbortSignal): Promise<{ name: string; oid: string }[]> {
  const refs: { name: string; oid: string }[] = [];
  await runGit({
    args: ['--git-dir', path, 'for-each-ref', '--format=%(objectname) %(refname)'],
    encoding: 'latin1',
    signal,
    onStdout: (line) => {
      const space = line.indexOf(' ');
      refs.push({ oid: line.slice(0, space), name: Buffer.from(line.slice(space + 1), 'latin1').toString('utf8') });
    },
    failure: ({ stderrTail }) => Failure.of('git.refs_unreadable', { path }, stderrTail),
  }).done;
  return refs;
}

/** Size of a folder's files, in kilobytes. */
export async function folderSizeKb(path: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return Math.ceil(bytes / 1024);
}
