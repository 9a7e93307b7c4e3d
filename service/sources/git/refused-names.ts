/** Refs whose names Git does not take, as programs leave them that write into a repository's folder without it. */
import { say } from '../../../language/sentence.ts';
import type { Finding } from '../../vocabulary/report.ts';

/** @param names of refs that a clone left out */
export function refusedNames(names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  return [
    {
      kind: 'refused_ref_name',
      severity: 'warning',
      text: say(
        'Git does not take these names of refs, and sends nothing of what only they lead to: they were left out. Give their files in the source other names, or delete them, and update.',
      ),
      count: names.length,
      examples: names.slice(0, 100),
    },
  ];
}
