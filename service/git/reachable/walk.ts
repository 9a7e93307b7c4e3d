/** Everything that refs reach, as git walks it. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../git.ts';
import { IdCollector, SortedIds } from './sorted-ids.ts';

export interface WalkOptions {
  signal: AbortSignal;
  /** Folder for ids that do not stay in memory; the repository's own where it is not named. */
  scratch?: string;
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
  { signal, scratch = repository, split = false }: WalkOptions,
): Promise<SortedIds> {
  const idBytes = (tips[0]?.length ?? 40) / 2;
  if (tips.length === 0) return SortedIds.ofSorted(Buffer.alloc(0), idBytes);
  const middle = split && idBytes === 20 ? await middleCommit(repository, tips, signal) : null;
  const ids = new IdCollector(idBytes, scratch);
  const take = (names: readonly string[]) => walk(repository, names, OBJECTS, (some) => ids.add(some), signal);
  try {
    // What the newest commits reach and the middle one does not, and all that the middle one reaches: together everything.
    await (middle === null ? take(tips) : bothOrNone([take([...tips, `^${middle}`]), take([middle])]));
    return ids.finish();
  } catch (error) {
    ids.discard();
    throw error;
  }
}

/** What git walks over beside commits, as its options say it. */
const OBJECTS = ['--objects', '--no-object-names'];

/** Of two walks that fail neither takes ids any more when this is told. */
async function bothOrNone(walks: readonly Promise<void>[]): Promise<void> {
  for (const walked of await Promise.allSettled(walks)) if (walked.status === 'rejected') throw walked.reason;
}

/** Commits that are remembered on a walk, at most; which ones, is spread evenly over it. */
const SAMPLES = 4096;

/** A commit that has about `1 - NEWEST` of all commits behind it; null where there is none to speak of. */
async function middleCommit(repository: string, tips: readonly string[], signal: AbortSignal): Promise<string | null> {
  let samples: string[] = [];
  let stride = 1;
  let count = 0;
  const take = (ids: Buffer) => {
    for (let at = 0; at < ids.length; at += 20, count += 1) {
      if (count % stride !== 0) continue;
      samples.push(ids.toString('hex', at, at + 20));
      if (samples.length < SAMPLES) continue;
      samples = samples.filter((_, n) => n % 2 === 0);
      stride *= 2;
    }
  };
  await walk(repository, tips, [], take, signal);
  return samples[Math.floor(samples.length * NEWEST)] ?? null;
}

function lines(names: readonly string[]): string {
  return `${[...new Set(names)].join('\n')}\n`;
}

/**
 * @param names ids, of one length
 * @param take gets ids one behind the other, as git comes to them
 */
async function walk(
  repository: string,
  names: readonly string[],
  what: readonly string[],
  take: (ids: Buffer) => void,
  signal: AbortSignal,
): Promise<void> {
  const line = (names[0]?.length ?? 40) + 1;
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
      take(Buffer.from(text.slice(0, whole).replaceAll('\n', ''), 'hex'));
    }
  } catch (error) {
    await run.stop();
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    throw error;
  }
  await run.done;
}
