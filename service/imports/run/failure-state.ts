import { type Said, say } from '../../../language/sentence.ts';
import { dataOf, type Failure } from '../../failures/failure.ts';
import { UnknownHostFailure } from '../../ssh/host-keys.ts';
import type { ImportChange } from '../../store/import-record.ts';
import type { ImportStep } from '../../vocabulary/import-status.ts';

const TEXTS: Record<ImportStep, Said> = {
  detection: say('There was an error detecting the source'),
  raw: say('There was an error importing commits'),
  rewrite: say('There was an error mapping commits'),
  push: say('There was an error pushing commits'),
};

/**
 * The state that a failure leads to (service.md, "Import status").
 * @param detecting whether the kind of the source was still being found out
 */
export function failureState(failure: Failure, step: ImportStep, now: string, detecting: boolean): ImportChange {
  const common = {
    waiting_for_release: false,
    failure: dataOf(failure),
    unknown_host: failure instanceof UnknownHostFailure ? failure.host : null,
    finished_at: now,
  };
  if (failure.kind === 'auth') {
    return detecting
      ? { ...common, status: 'detection_needs_auth', status_text: say('Login needed'), failed_step: null }
      : { ...common, status: 'auth_failed', status_text: say('Login failed'), failed_step: null };
  }
  if (failure.kind === 'not_found' && detecting) {
    return { ...common, status: 'detection_found_nothing', status_text: say('Nothing found'), failed_step: null };
  }
  return { ...common, status: 'error', status_text: TEXTS[step], failed_step: step };
}
