/** Everything that refs reach, as git walks it. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../git.ts';

/** Ids one behind the other, in the order in which git came to them: commits, then folders and files. */
export interface Reached {
  ids: Buffer;
  idBytes: number;
  count: number;
}

/**
 * Walks over all objects that these ones reach, themselves included.
 * @param tips ids of what refs name; they tell the length of all ids
 * @throws Failure when git cannot read one of them
 */
export async function walkReachable(
  repository: string,
  tips: readonly string[],
  signal: AbortSignal,
): Promise<Reached> {
  const idBytes = (tips[0]?.length ?? 40) / 2;
  if (tips.length === 0) return { ids: Buffer.alloc(0), idBytes, count: 0 };
  const line = idBytes * 2 + 1;
  let ids = Buffer.allocUnsafe(idBytes * 4096);
  let length = 0;
  let held = '';
  const run = runGit({
    args: ['--git-dir', repository, 'rev-list', '--objects', '--no-object-names', '--stdin'],
    signal,
    stdin: `${[...new Set(tips)].join('\n')}\n`,
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
  return { ids: ids.subarray(0, length), idBytes, count: length / idBytes };
}
