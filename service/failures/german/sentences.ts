/** What a German part of the catalogue is made of: a sentence for each entry of the English one, no more and no fewer. */
import { type Entry, isWhole } from '../entry.ts';

/** The sentences of a part of the catalogue, by key; what they mean is said once, by the English entry. */
export type Sentences<Part> = {
  readonly [Key in keyof Part]: Part[Key] extends Entry<infer Parameters> ? Entry<Parameters>['text'] : never;
};

/** What somebody else said, behind a sentence of ours; '' where nothing was said. */
export function itSays(said: string | undefined): string {
  // What another version stored may have none.
  if (said === undefined || said === '') return '';
  return ` Die Meldung: ${isWhole(said) ? said : `${said}.`}`;
}

/** Wie lange ein Server in Ruhe gelassen werden will. */
export function asksToWait(wait: number | undefined): string {
  if (wait === undefined || wait === 0) return '';
  const minutes = Math.ceil(wait / 60);
  return ` Er bittet, ihn ${wait < 120 ? `${wait} Sekunden` : `${minutes} Minuten`} in Ruhe zu lassen.`;
}
