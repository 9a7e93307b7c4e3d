import { type Said, type Sentence, say } from '../../language/sentence.ts';
import type { RevisionDifference } from '../vocabulary/comparison.ts';
import type { ComparedRevisions, SourceContext } from './source.ts';

const MOST_EXAMPLES = 100;
const MOST_FILES = 5;

/** Counts revisions as they are compared, and tells how far it is. */
export class ComparisonTally {
  readonly #result: ComparedRevisions;
  /** By what is said of them. */
  readonly #ways = new Map<string, { by: Sentence; count: number }>();
  readonly #context: Pick<SourceContext, 'onProgress'>;

  constructor(total: number, context: Pick<SourceContext, 'onProgress'>) {
    this.#result = {
      ...{ total, compared: 0, what: '', logs: 0 },
      not_compared: { count: 0, examples: [] },
      differing: { count: 0, examples: [] },
    };
    this.#context = context;
  }

  get result(): ComparedRevisions {
    const ways = [...this.#ways.values()];
    const words = ways.map(
      ({ by, count }): Said =>
        ways.length > 1 ? say('by {way} ({count})', { way: by, count }) : say('by {way}', { way: by }),
    );
    const what = words.length === 0 ? '' : words.reduceRight((other, one) => say('{one}, {other}', { one, other }));
    const { differing } = this.#result;
    // Several are asked for at once, and come as they come.
    const examples = differing.examples.toSorted((a, b) => numberOf(a.revision) - numberOf(b.revision));
    return { ...this.#result, differing: { ...differing, examples }, what };
  }

  /** @param by what was compared of each file, as part of a sentence */
  compared(revision: Omit<RevisionDifference, 'files'>, different: readonly Sentence[], by: Sentence): void {
    const key = JSON.stringify(by);
    this.#ways.set(key, { by, count: (this.#ways.get(key)?.count ?? 0) + 1 });
    const { differing } = this.#result;
    this.#result.compared += 1;
    if (different.length > 0) {
      differing.count += 1;
      if (differing.examples.length < MOST_EXAMPLES) {
        differing.examples.push({ ...revision, files: different.slice(0, MOST_FILES) });
      }
    }
    this.#tell();
  }

  /** Tells that authors, dates and messages are compared first. */
  tellOfLogs(): void {
    this.#context.onProgress({
      ...{ step: 'verification', fraction: 0, done: 0, total: this.#result.total, unit: 'revisions' },
      status_text: say('Comparing authors, dates and messages with the source’s log…'),
    });
  }

  /** @param count of how many the author, the date and the message were compared @param why not of all */
  logsCompared(count: number, why: Sentence | null): void {
    this.#result.logs = count;
    if (why === null) return;
    const { not_compared } = this.#result;
    not_compared.count += 1;
    not_compared.examples.push(say('authors, dates and messages: {why}', { why }));
  }

  notCompared(revision: string, why: Sentence): void {
    const { not_compared } = this.#result;
    not_compared.count += 1;
    if (not_compared.examples.length < MOST_EXAMPLES)
      not_compared.examples.push(say('{revision}: {why}', { revision, why }));
    this.#tell();
  }

  #tell(): void {
    const { total, compared, not_compared } = this.#result;
    const done = compared + not_compared.count;
    this.#context.onProgress({
      step: 'verification',
      fraction: total === 0 ? 1 : done / total,
      ...{ done, total, unit: 'revisions' },
      status_text: say('Comparing revision {done} of {total} with the source…', { done, total }),
    });
  }
}

/** Of `r12` or `C12`; changesets of Mercurial come in their order. */
function numberOf(revision: string): number {
  return Number(/^[rC](\d+)$/.exec(revision)?.[1] ?? 0);
}
