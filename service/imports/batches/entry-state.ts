import type { BatchEntryState } from '../../store/import-batches.ts';
import type { ImportRecord } from '../../store/imports.ts';

/** What an import's state means for its line of the list. A line that a person must look at gives its place away. */
export function entryState(record: ImportRecord): { state: BatchEntryState; message: string | null } {
  const { status, error_message: message } = record;
  switch (status) {
    case 'complete':
      return { state: 'complete', message: null };
    case 'auth_failed':
    case 'detection_needs_auth':
      return { state: 'needs_attention', message: message ?? 'The source asks for a user name and a password.' };
    case 'detection_found_multiple':
      return { state: 'needs_attention', message: 'Several projects were found. Choose one.' };
    case 'detection_found_nothing':
      return { state: 'failed', message: message ?? 'Nothing was found at this address.' };
    case 'error':
      return { state: record.unknown_host === null ? 'failed' : 'needs_attention', message };
    default:
      return record.waiting_for_release
        ? { state: 'needs_attention', message: 'It waits to be released.' }
        : { state: 'running', message: null };
  }
}
