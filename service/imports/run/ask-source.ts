/** With which source an import is compared: as it is now, or as it was fetched. */

import { moment, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { Failure } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import type { Source, SourceContext } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Compared } from '../../vocabulary/import-report.ts';

/** Failures of a source, after which what it sent before can still be mapped; others are this machine's. */
const OF_THE_SOURCE: readonly string[] = [
  'auth',
  'not_found',
  'unreachable',
  'empty',
  'broken_source',
  'tool_missing',
] satisfies Failure['kind'][];
const SILENT: readonly string[] = ['auth', 'not_found', 'unreachable'] satisfies Failure['kind'][];

export function isOfTheSource(failure: Failure): boolean {
  return OF_THE_SOURCE.includes(failure.kind);
}

/**
 * Asks the source whether it is what was fetched.
 * @param fetchFailure why it could not be fetched just now; then it is asked nothing more
 * @throws Failure that is none of the source's
 */
export async function askSource(
  source: Source,
  record: ImportRecord,
  context: SourceContext,
  fetchFailure: Failure | null,
  now: () => string,
): Promise<Compared> {
  const fetchedAt = record.fetched?.at ?? record.started_at;
  const at = moment(fetchedAt);
  try {
    if (fetchFailure !== null) throw fetchFailure;
    if (await source.isUnchanged(record.vcs_url, context)) {
      const compared_at = now();
      return {
        source_state: 'same',
        compared_at,
        compared_with: say('Compared with the source as it was on {at}.', { at: moment(compared_at) }),
      };
    }
    return {
      source_state: 'moved_on',
      compared_at: fetchedAt,
      compared_with: [
        say('Compared with what was fetched on {at}; the source has moved on since.', { at }),
        say('Restart the import to fetch what is new.'),
      ],
    };
  } catch (error) {
    context.signal.throwIfAborted();
    const failure = asFailure(error);
    if (!isOfTheSource(failure)) throw failure;
    const compared = SILENT.includes(failure.kind)
      ? say('Compared with what was fetched on {at}; the source did not answer now.', { at })
      : say('Compared with what was fetched on {at}; the source could not be compared now.', { at });
    return {
      source_state: 'not_reached',
      compared_at: fetchedAt,
      compared_with: [compared, sayFailure(failure, 'import')],
    };
  }
}
