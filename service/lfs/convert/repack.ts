/** Packs without the objects that were replaced, so that a repository does not carry what it left out. */
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import type { ObjectTable } from '../../git/pack/object-table.ts';
import { packedIds } from '../../git/pack/pack-index.ts';

export interface RepackOptions {
  /** Repository that sees all packs; gets the new one. */
  repository: string;
  packs: readonly string[];
  /** Packs with one of these are written again. */
  heavy: ObjectTable;
  isDropped(id: Buffer): boolean;
  signal: AbortSignal;
}

/**
 * Writes what stays of the packs that hold heavy objects into one new pack; what was packed is copied as it is.
 * @returns the packs to publish in place of `packs`
 * @throws Failure
 */
export async function repack(options: RepackOptions): Promise<string[]> {
  const { repository, packs, heavy, isDropped, signal } = options;
  const light: string[] = [];
  const rewritten: Buffer[] = [];
  for (const pack of packs) {
    const ids = packedIds(pack.replace(/\.pack$/, '.idx'));
    if (anyOf(ids, (id) => heavy.find(id) >= 0)) rewritten.push(ids);
    else light.push(pack);
  }
  if (rewritten.length === 0) return light;
  const base = join(repository, 'objects', 'pack', 'pack');
  const run = runGit({
    // No search for deltas: those that are there are kept.
    args: ['--git-dir', repository, 'pack-objects', '-q', '--window=0', '--threads=2', '--delta-base-offset', base],
    signal,
    stdin: 'pipe',
    failure: ({ stderrTail }) => Failure.of('lfs.not_packed', {}, stderrTail),
  });
  for (const ids of rewritten) {
    let lines = '';
    for (let at = 0; at < ids.length; at += 20) {
      if (isDropped(ids.subarray(at, at + 20))) continue;
      lines += `${ids.toString('hex', at, at + 20)}\n`;
      if (lines.length < 1 << 16) continue;
      if (!run.stdin.write(lines)) await drained(run.stdin, run.done);
      lines = '';
    }
    run.stdin.write(lines);
  }
  run.stdin.end();
  const { stdout } = await run.done;
  // Nothing is printed when nothing stays.
  const sum = stdout.trim();
  return sum === '' ? light : [...light, `${base}-${sum}.pack`];
}

/** When the program can take more, or has ended. */
async function drained(stream: NodeJS.WritableStream, ended: Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  stream.once('drain', resolve);
  await Promise.race([promise, ended.catch(() => undefined)]);
  stream.removeListener('drain', resolve);
}

function anyOf(ids: Buffer, fits: (id: Buffer) => boolean): boolean {
  for (let at = 0; at < ids.length; at += 20) if (fits(ids.subarray(at, at + 20))) return true;
  return false;
}
