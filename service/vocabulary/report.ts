/** What a report is made of. */

/** Something that did not arrive as it was, or deserves a look. Listed in the report, never silently dropped. */
export interface Finding {
  /** Stable word such as `svn_externals`, `empty_folder`, `signature_dropped`, `hidden_ref`. */
  kind: string;
  severity: 'info' | 'warning';
  /** Whole sentence. */
  text: string;
  /** How many times; `examples` holds at most 100 of them. */
  count: number;
  examples: string[];
}

/** One line of the verification table. `ok` is whether `found` equals `expected`. */
export interface Check {
  subject: string;
  what: string;
  expected: string;
  found: string;
  ok: boolean;
}
