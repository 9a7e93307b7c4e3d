import { createHash } from 'node:crypto';
import { isSame, type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import type { MapResult } from '../../sources/source.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { Check } from '../../vocabulary/report.ts';

/** Bytes of each commit's sum that are added up. */
const SUM_BYTES = 12;
const ID_LENGTH = 40;

/**
 * Whether messages are all that differs between a published repository and what was mapped before they were rewritten.
 * @throws Failure
 */
export async function messageChecks(repository: string, mapped: MapResult, signal: AbortSignal): Promise<Check[]> {
  const { retold } = mapped;
  if (retold === undefined) return [];
  const published = new Map((await listRefs(repository, signal)).map(({ name, oid }) => [name, oid]));
  const there = mapped.refs.filter(({ name, oid }) => published.get(name) === oid);
  const [before, after] = await Promise.all([
    // What is one with another since is told on its own.
    sumOf(retold.repository, retold.refs, signal, new Set(retold.joined)),
    sumOf(repository, there, signal),
  ]);
  return [
    check(say('commits, and their trees, people and dates, before and after messages were rewritten'), before, after),
  ];
}

/** How many commits refs reach, and a sum that is the same in whichever order they come. */
async function sumOf(
  repository: string,
  refs: readonly MappedRef[],
  signal: AbortSignal,
  without: ReadonlySet<string> = new Set(),
): Promise<Said> {
  const tips = refs.filter((ref) => !isNotesRef(ref)).map(({ oid }) => oid);
  let [commits, sum] = [0, 0n];
  await runGit({
    args: [
      '--git-dir',
      repository,
      'rev-list',
      '--no-commit-header',
      '--format=%H %T %an <%ae> %at %cn <%ce> %ct',
      '--stdin',
    ],
    stdin: `${tips.join('\n')}\n`,
    signal,
    onStdout: (whole) => {
      const [id, line] = [whole.slice(0, ID_LENGTH), whole.slice(ID_LENGTH + 1)];
      if (without.has(id)) return;
      commits += 1;
      sum += BigInt(
        `0x${createHash('sha256')
          .update(line)
          .digest('hex')
          .slice(0, SUM_BYTES * 2)}`,
      );
    },
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return say('{count} commits, {sum}', { count: commits, sum: BigInt.asUintN(SUM_BYTES * 8, sum).toString(16) });
}

function check(what: Said, expected: Said, found: Said): Check {
  return { subject: say('All refs'), what, expected, found, ok: isSame(expected, found) };
}
