/** What `git fsck --strict` finds fault with, as hosts do with what is pushed to them (git-config(1), `receive.fsckObjects`). */
import { say } from '../../language/sentence.ts';
import type { Finding } from '../vocabulary/report.ts';
import { runGit } from './git.ts';

export const REFUSED = 'refused_by_hosts';
/** Of a repository whose objects were not looked at yet. */
export const NOT_LOOKED_AT = 'not_looked_at_strictly';
const MOST_EXAMPLES = 100;

/** @param objects how many there are */
export function notLookedAt(objects: number): Finding {
  return {
    kind: NOT_LOOKED_AT,
    severity: 'info',
    text: say(
      'These objects are too many to be looked at with git fsck --strict during the import; many hosts look so at what is pushed and refuse it for one that is wrong. Gantry looks at them in the background when the import is complete, and then says here what it found.',
    ),
    count: objects,
    examples: [],
  };
}

/**
 * @param counts whether an object is one that matters
 * @throws Failure when git cannot be run
 */
export async function strictFindings(
  repository: string,
  signal: AbortSignal,
  counts: (oid: string) => boolean,
): Promise<Finding[]> {
  const examples: string[] = [];
  let count = 0;
  await runGit({
    args: ['--git-dir', repository, 'fsck', '--strict', '--no-dangling', '--no-progress', '--no-reflogs'],
    signal,
    // What it finds is what is wanted, and told by the exit code too.
    successExitCodes: 'any',
    onStdout: 'ignore',
    onStderrLine: (line) => {
      const [, type = '', oid = '', what = ''] = /^(?:error|warning) in (\w+) ([\da-f]{40}): (.*)$/.exec(line) ?? [];
      if (oid === '' || !counts(oid)) return;
      count += 1;
      if (examples.length < MOST_EXAMPLES) examples.push(`${type} ${oid.slice(0, 12)}: ${what}`);
    },
  }).done;
  if (count === 0) return [];
  return [
    {
      kind: REFUSED,
      severity: 'warning',
      text: say(
        'git fsck --strict finds fault with these objects. They came as they are; many hosts look at what is pushed to them and refuse the whole push for one of these. Ask your host for an exception, or rewrite the history before you push.',
      ),
      count,
      examples,
    },
  ];
}
