/** What was counted, as the tables of docs/comparison.md. */
import type { Row } from '../table.ts';
import type { Counted, Wanted } from './counted.ts';

/** One source through all tools, Gantry first; a text is why a tool failed. */
export interface Comparison {
  source: string;
  wanted: Wanted;
  all: [tool: string, counted: Counted | string][];
}

/** Prints Markdown to stdout: what of each source came, what of its shape. */
export function printComparisons(title: string, comparisons: readonly Comparison[]): void {
  const tools = comparisons[0]?.all.map(([tool]) => tool) ?? [];
  const table = (head: readonly string[], lines: readonly (readonly string[])[]) => {
    for (const cells of [head, head.map(() => '---'), ...lines]) console.log(`| ${cells.join(' | ')} |`);
    console.log('');
  };
  const cells = ({ all }: Comparison, of: (counted: Counted) => string) =>
    all.map(([, counted]) => (typeof counted === 'string' ? `failed: ${counted}` : of(counted)));
  console.log(`\n${title}: content revisions in Git (contents), revisions found by their old number\n`);
  table(
    ['Source', 'There are', ...tools],
    comparisons.map((comparison) => [
      comparison.source,
      `${comparison.wanted.messages.length} (${comparison.wanted.blobs.size})`,
      ...cells(comparison, ({ revisions, contents, numbers }) => `${revisions} (${contents}), ${numbers}`),
    ]),
  );
  console.log(`${title}: what the source has beyond that\n`);
  const word = (value: boolean | null) => (value ? 'yes' : 'no');
  table(
    ['Source', 'What', ...tools],
    comparisons.flatMap((comparison) => {
      const { source, wanted } = comparison;
      const lines: string[][] = [];
      const line = (what: string, of: (counted: Counted) => string) =>
        lines.push([source, what, ...cells(comparison, of)]);
      if (wanted.merges > 0) line(`merges: ${wanted.merges}`, ({ merges }) => String(merges));
      if (wanted.tags !== null && wanted.tags.length > 0)
        line(`tags: ${wanted.tags.length} (annotated)`, ({ tags, annotated }) => `${tags} (${annotated})`);
      if (wanted.past !== null) line('past before the reorganisation', ({ past }) => word(past));
      if (wanted.ignored !== null) line('ignores', ({ ignores }) => word(ignores));
      return lines;
    }),
  );
}

/** @returns the source's row of the bench: kept when no tool has more of anything than Gantry */
export function rowOf({ source, wanted, all }: Comparison): Row {
  const [[, gantry] = ['', 'nothing'], ...others] = all;
  const peers = others.flatMap(([, counted]) => (typeof counted === 'string' ? [] : [counted]));
  const best = (of: (counted: Counted) => number) => Math.max(0, ...peers.map(of));
  const behind =
    typeof gantry === 'string'
      ? ['everything']
      : Object.entries({
          revisions: (counted: Counted) => counted.revisions,
          contents: (counted: Counted) => counted.contents,
          // More than the source records is no gain.
          merges: (counted: Counted) => Math.min(counted.merges, wanted.merges),
          tags: (counted: Counted) => counted.tags,
          'annotated tags': (counted: Counted) => counted.annotated,
          past: (counted: Counted) => Number(counted.past ?? false),
          ignores: (counted: Counted) => Number(counted.ignores ?? false),
          'old numbers': (counted: Counted) => counted.numbers,
        }).flatMap(([name, of]) => (of(gantry) < best(of) ? [name] : []));
  return {
    what: source,
    gantry: typeof gantry === 'string' ? gantry : `${gantry.revisions} of ${wanted.messages.length}`,
    peer: `${best((counted) => counted.revisions)} of ${wanted.messages.length}`,
    ratio: behind.length === 0 ? 'behind in nothing' : `behind in ${behind.join(', ')}`,
    promised: 'behind in nothing',
    ok: behind.length === 0,
  };
}
