/** Packs that were copied as they lay in a repository of this machine: what lay beside them goes, and each object is proved. */
import { open, readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { readProgress } from '../../git/progress-lines.ts';
import { readablePacks } from '../../git/reachable/stored-objects.ts';

const PHASES = [
  { title: 'Indexing objects', text: say('Checking every object.'), weight: 1 },
  { title: 'Resolving deltas', text: say('Checking every object.'), weight: 1 },
];

/** Bytes that are compared at once. */
const PIECE = 1 << 20;

/**
 * Leaves packs, their indexes and loose objects of what was copied. Graphs of commits, indexes of many packs, bitmaps and the like
 * are read by git in place of the objects, and nobody proved them.
 */
export async function keepPacksAlone(repository: string): Promise<void> {
  const objects = join(repository, 'objects');
  await rm(join(objects, 'info'), { recursive: true, force: true });
  const packs = new Set(readablePacks(repository).map((path) => basename(path, '.pack')));
  for (const name of await readdir(join(objects, 'pack'))) {
    const [, stem = '', kind] = /^(.+)\.(pack|idx)$/.exec(name) ?? [];
    if (kind === undefined || !packs.has(stem)) {
      await rm(join(objects, 'pack', name), { recursive: true, force: true });
    }
  }
}

/**
 * Has git hash every object of the packs (`git index-pack`), and compares the index that comes of it with the one that lay beside
 * the pack: names, places and sums.
 * @param onProgress hears how much is done of all packs, 0-1, and the objects of the one that is read
 * @throws Failure `git.pack_damaged` when an object is not what the index says, or cannot be read
 */
export async function provePacks(
  repository: string,
  signal: AbortSignal,
  onProgress: (progress: { fraction: number; done: number; total: number }) => void,
): Promise<void> {
  const packs = await Promise.all(
    readablePacks(repository).map(async (path) => ({ path, bytes: (await stat(path)).size })),
  );
  const all = packs.reduce((sum, { bytes }) => sum + bytes, 0);
  let before = 0;
  for (const { path, bytes } of packs) {
    const damaged = (detail: string) => Failure.of('git.pack_damaged', { pack: basename(path) }, detail);
    // Where git takes it for no index of a pack.
    const proved = join(repository, 'proved.idx');
    await runGit({
      args: ['index-pack', '-v', '--threads=2', '-o', proved, path],
      signal,
      onStdout: 'ignore',
      onStderrLine: (line) => {
        const progress = readProgress(line, PHASES);
        if (progress === null) return;
        const { done, total } = progress;
        onProgress({ fraction: (before + bytes * progress.fraction) / all, done, total });
      },
      failure: ({ stderrTail }) => damaged(stderrTail),
    }).done;
    if (!(await haveSameBytes(path.replace(/\.pack$/, '.idx'), proved))) {
      throw damaged('the index is not that of the pack');
    }
    await rm(proved);
    before += bytes;
  }
}

async function haveSameBytes(one: string, other: string): Promise<boolean> {
  const files = [await open(one, 'r'), await open(other, 'r')] as const;
  try {
    const [size, otherSize] = [(await files[0].stat()).size, (await files[1].stat()).size];
    if (size !== otherSize) return false;
    const pieces = [Buffer.allocUnsafe(PIECE), Buffer.allocUnsafe(PIECE)] as const;
    for (let at = 0; at < size; at += PIECE) {
      const length = Math.min(PIECE, size - at);
      for (const [number, file] of files.entries()) {
        const { bytesRead } = await file.read(pieces[number] as Buffer, 0, length, at);
        if (bytesRead !== length) return false;
      }
      if (pieces[0].compare(pieces[1], 0, length, 0, length) !== 0) return false;
    }
    return true;
  } finally {
    for (const file of files) await file.close();
  }
}
