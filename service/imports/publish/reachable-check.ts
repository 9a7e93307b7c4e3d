import { say } from '../../../language/sentence.ts';
import type { Check } from '../../vocabulary/report.ts';

/**
 * Whether a repository holds objects that no ref reaches.
 * @param reachable objects that all refs reach, `refs/deleted/*` among them
 * @param stored objects in its packs and loose ones
 */
export function reachableCheck(reachable: number, stored: number): Check {
  return {
    subject: say('No unreachable object'),
    what: say('objects that all refs reach (refs/deleted/* too), and objects in the packs and loose'),
    expected: String(reachable),
    found: String(stored),
    ok: reachable === stored,
  };
}
