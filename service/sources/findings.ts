/** Collects what did not arrive as it was, with bounded memory: counts are exact, examples are the first 100. */
import type { Said, Sentence } from '../../language/sentence.ts';
import type { Finding } from '../vocabulary/report.ts';

const MAX_EXAMPLES = 100;

export class FindingCollector {
  readonly #byKind = new Map<string, Finding>();

  /** @param known findings of an earlier run that this one goes on from */
  constructor(known: readonly Finding[] = []) {
    for (const finding of known) this.#byKind.set(finding.kind, { ...finding, examples: [...finding.examples] });
  }

  /**
   * Counts one case.
   * @param text whole sentence, the same for every case of this kind
   */
  add(kind: string, severity: Finding['severity'], text: Said, example: Sentence): void {
    let finding = this.#byKind.get(kind);
    if (finding === undefined) {
      finding = { kind, severity, text, count: 0, examples: [] };
      this.#byKind.set(kind, finding);
    }
    finding.count += 1;
    if (finding.examples.length < MAX_EXAMPLES) finding.examples.push(example);
  }

  has(kind: string): boolean {
    return this.#byKind.has(kind);
  }

  count(kind: string): number {
    return this.#byKind.get(kind)?.count ?? 0;
  }

  list(): Finding[] {
    return [...this.#byKind.values()];
  }
}
