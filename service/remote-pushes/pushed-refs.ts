/** What of a repository a remote had after a push, as it is kept: small, and compared with what the repository has now. */
import { promisify } from 'node:util';
import { deflate, inflate } from 'node:zlib';
import { Failure } from '../failures/failure.ts';
import { runGit } from '../git/git.ts';

/** A ref by its full name, and the object that it names. */
export interface PushedRef {
  name: string;
  oid: string;
}

const pack = promisify(deflate);
const unpack = promisify(inflate);

/** Lines of object and name, deflated off the main thread. */
export async function encodeRefs(refs: readonly PushedRef[]): Promise<Buffer> {
  return pack(refs.map(({ name, oid }) => `${oid} ${name}\n`).join(''));
}

/** Objects by the names of their refs. */
export async function decodeRefs(kept: Uint8Array): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  for (const line of (await unpack(kept)).toString('utf8').split('\n')) {
    const space = line.indexOf(' ');
    if (space > 0) refs.set(line.slice(space + 1), line.slice(0, space));
  }
  return refs;
}

/**
 * Counts the commits that some objects reach and others do not. Objects that are gone count for nothing.
 * @throws Failure
 */
export async function commitsBetween(
  repository: string,
  reached: Iterable<string>,
  without: Iterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const lines = [...new Set(reached), ...[...new Set(without)].map((oid) => `^${oid}`)];
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'rev-list', '--count', '--ignore-missing', '--stdin'],
    stdin: `${lines.join('\n')}\n`,
    signal,
    failure: ({ stderrTail }) => Failure.of('git.commits_not_counted', {}, stderrTail),
  }).done;
  return Number(stdout);
}
