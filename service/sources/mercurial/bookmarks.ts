/** Bookmarks as a server tells them to every client that pulls. */
import { SILENCE_MS } from '../../processes/silence.ts';
import type { SourceContext } from '../source.ts';
import { unescaped } from './escaped-text.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { linesOf } from './probe-result.ts';
import type { NamedNode } from './repository.ts';
import { ALL_EXTENSIONS } from './requirements.ts';

const NULL_NODE = '0'.repeat(40);

/** Lines of what hg answers for a server. @throws Failure */
export async function askServer(url: string, args: readonly string[], context: SourceContext): Promise<string[]> {
  const { stdout } = await runHg({ ...context, extensions: ALL_EXTENSIONS }, url, {
    args: [...args],
    silenceMs: context.silenceMs ?? SILENCE_MS,
    failure: ({ stderrTail }) => hgFailure(stderrTail, url, context.credentials !== null),
  }).done;
  return linesOf(stdout);
}

/** @throws Failure */
export async function toldBookmarks(url: string, context: SourceContext): Promise<NamedNode[]> {
  // An escaped name, a tab, a node.
  return (await askServer(url, ['debugpushkey', '--', url, 'bookmarks'], context)).flatMap((line) => {
    const [, name, node] = /^(.+)\t([\da-f]{40})$/.exec(line) ?? [];
    // On the null revision it names nothing, and no clone has it.
    return name === undefined || node === undefined || node === NULL_NODE ? [] : [{ name: unescaped(name), node }];
  });
}
