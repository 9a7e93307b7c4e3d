/** Everything that refs reach, as git walks it. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../git.ts';
import { IdSet } from './id-set.ts';

/** Ids one behind the other, each once, in the order in which git came to them: commits, then folders and files. */
export interface Reached {
  ids: Buffer;
  idBytes: number;
  count: number;
}

export interface WalkOptions {
  signal: AbortSignal;
  /** Whether two gits walk at once: worth it in large histories. */
  split?: boolean;
}

/** Histories with so many objects are walked by two gits. */
export const MANY_OBJECTS = 50_000;
/** Share of the newest commits that the second git takes: their trees are the largest. */
const NEWEST = 0.4;

/**
 * Walks over all objects that these ones reach, themselves included.
 * @param tips ids of what refs name; they tell the length of all ids
 * @throws Failure when git cannot read one of them
 */
export async function walkReachable(
  repository: string,
  tips: readonly string[],
  { signal, split = false }: WalkOptions,
): Promise<Reached> {
  const idBytes = (tips[0]?.length ?? 40) / 2;
  if (tips.length === 0) return { ids: Buffer.alloc(0), idBytes, count: 0 };
  const middle = split && idBytes === 20 ? await middleCommit(repository, tips, idBytes, signal) : null;
  if (middle === null) {
    const ids = await walk(repository, tips, idBytes, signal);
    return { ids, idBytes, count: ids.length / idBytes };
  }
  // What the newest commits reach and the middle one does not, and all that the middle one reaches: together everything.
  const [newest, rest] = await Promise.all([
    walk(repository, [...tips, `^${middle}`], idBytes, signal),
    walk(repository, [middle], idBytes, signal),
  ]);
  const ids = union(newest, rest, idBytes);
  return { ids, idBytes, count: ids.length / idBytes };
}

/** A commit that has about `1 - NEWEST` of all commits behind it; null where there is none to speak of. */
async function middleCommit(
  repository: string,
  tips: readonly string[],
  idBytes: number,
  signal: AbortSignal,
): Promise<string | null> {
  const ids = await walk(repository, tips, idBytes, signal, []);
  const at = Math.floor((ids.length / idBytes) * NEWEST) * idBytes;
  return ids.length === 0 ? null : ids.toString('hex', at, at + idBytes);
}

function lines(names: readonly string[]): string {
  return `${[...new Set(names)].join('\n')}\n`;
}

/** Those of the first list, and those of the second that it does not have. */
function union(first: Buffer, second: Buffer, idBytes: number): Buffer {
  const known = IdSet.ofUnsorted(first, idBytes);
  const ids = Buffer.allocUnsafe(first.length + second.length);
  let length = first.copy(ids);
  for (let at = 0; at < second.length; at += idBytes) {
    if (!known.has(second, at)) length += second.copy(ids, length, at, at + idBytes);
  }
  return ids.subarray(0, length);
}

/** @param what is walked over beside commits, as git's options say it */
async function walk(
  repository: string,
  names: readonly string[],
  idBytes: number,
  signal: AbortSignal,
  what = ['--objects', '--no-object-names'],
): Promise<Buffer> {
  const line = idBytes * 2 + 1;
  let ids = Buffer.allocUnsafe(idBytes * 4096);
  let length = 0;
  let held = '';
  const run = runGit({
    args: ['--git-dir', repository, 'rev-list', ...what, '--stdin'],
    signal,
    stdin: lines(names),
    onStdout: 'stream',
    failure: ({ stderrTail }) => Failure.of('git.objects_not_walked', {}, stderrTail),
  });
  try {
    for await (const chunk of run.stdout as AsyncIterable<Buffer>) {
      const text = held + chunk.toString('latin1');
      const whole = text.length - (text.length % line);
      held = text.slice(whole);
      const added = Buffer.from(text.slice(0, whole).replaceAll('\n', ''), 'hex');
      while (length + added.length > ids.length) {
        const larger = Buffer.allocUnsafe(ids.length * 2);
        ids.copy(larger, 0, 0, length);
        ids = larger;
      }
      added.copy(ids, length);
      length += added.length;
    }
  } catch (error) {
    await run.stop();
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    throw error;
  }
  await run.done;
  return ids.subarray(0, length);
}
