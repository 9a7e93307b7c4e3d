/** What a report is made of. */
import type { Sentence } from '../../language/sentence.ts';

/** Something that did not arrive as it was, or deserves a look. Listed in the report, never silently dropped. */
export interface Finding {
  /** Stable word such as `svn_externals`, `empty_folder`, `signature_dropped`, `hidden_ref`. */
  kind: string;
  severity: 'info' | 'warning';
  /** Whole sentence. */
  text: Sentence;
  /** How many times; `examples` holds at most 100 of them. */
  count: number;
  /** Names, as a rule. */
  examples: Sentence[];
}

/** One line of the verification table. `ok` is whether `found` equals `expected`. */
export interface Check {
  subject: Sentence;
  what: Sentence;
  expected: Sentence;
  found: Sentence;
  ok: boolean;
}
