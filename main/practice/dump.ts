/** Histories in the form that `svnadmin load` reads (dump format 2). */
import { createHash } from 'node:crypto';
import type { StoryNode, StoryRevision } from './story.ts';

/** The whole dump. */
export function dumpOf(revisions: readonly StoryRevision[]): string {
  const head = (number: number, properties: Record<string, string>) => {
    const block = propertyBlock(properties);
    const length = Buffer.byteLength(block);
    return `Revision-number: ${number}\nProp-content-length: ${length}\nContent-length: ${length}\n\n${block}\n`;
  };
  const dateOf = (at: number) => new Date(at).toISOString().replace('Z', '000Z');
  return [
    'SVN-fs-dump-format-version: 2\n\n',
    head(0, { 'svn:date': dateOf(revisions[0]?.at ?? 0) }),
    ...revisions.flatMap(({ author, at, message, nodes }, index) => [
      head(index + 1, { 'svn:author': author, 'svn:date': dateOf(at), 'svn:log': message }),
      ...nodes.map(nodeText),
    ]),
  ].join('');
}

function nodeText({ path, text, changed, copyOf }: StoryNode): string {
  const lines = [
    `Node-path: ${path}`,
    `Node-kind: ${text === undefined ? 'dir' : 'file'}`,
    `Node-action: ${changed === true ? 'change' : 'add'}`,
  ];
  if (copyOf !== undefined) lines.push(`Node-copyfrom-rev: ${copyOf.revision}`, `Node-copyfrom-path: ${copyOf.path}`);
  if (text === undefined) return `${lines.join('\n')}\n\n\n`;
  const length = Buffer.byteLength(text);
  const digest = createHash('md5').update(text).digest('hex');
  lines.push(`Text-content-length: ${length}`, `Text-content-md5: ${digest}`, `Content-length: ${length}`);
  return `${lines.join('\n')}\n\n${text}\n\n`;
}

function propertyBlock(properties: Record<string, string>): string {
  const entries = Object.entries(properties).map(
    ([name, value]) => `K ${Buffer.byteLength(name)}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`,
  );
  return `${entries.join('')}PROPS-END\n`;
}
