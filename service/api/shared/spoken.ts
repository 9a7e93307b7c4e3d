/** What is held as data, in words for whoever asks. */
import type { InWords, Sentence } from '../../../language/sentence.ts';
import { spoken } from '../../failures/language.ts';

/** A live reading in words; null where there is none. */
export function spokenReading<Reading extends { status_text: Sentence }>(
  reading: Reading | null,
): InWords<Reading, 'status_text'> | null {
  return reading === null ? null : { ...reading, status_text: spoken(reading.status_text) };
}
