/**
 * What the engines of a test are at when it fails: one that ran into its time says nothing of what it waited for. A module of its
 * own, so that tests without an engine do not read one.
 */
export interface LivingEngine {
  events: readonly object[];
  logLines: readonly string[];
  /** What is waited for, each with where it was asked. */
  waits: ReadonlySet<string>;
}

/** Of the events and of the log so many last ones. */
const LAST = 15;
/** Characters of one of them. */
const MOST = 300;

const living = new Set<LivingEngine>();

/** @returns to be called when it has ended */
export function addLiving(engine: LivingEngine): () => void {
  living.add(engine);
  return () => void living.delete(engine);
}

/** A text of all that live and wait for something; empty where none does. */
export function whatIsWaitedFor(): string {
  return [...living]
    .filter(({ waits }) => waits.size > 0)
    .map(({ events, logLines, waits }) =>
      [
        'An engine of this test was still asked for:',
        ...waits,
        'Its last events:',
        ...events.slice(-LAST).map((event) => JSON.stringify(event).slice(0, MOST)),
        'The end of its log:',
        ...logLines.slice(-LAST).map((line) => line.slice(0, MOST)),
      ].join('\n  '),
    )
    .join('\n');
}
