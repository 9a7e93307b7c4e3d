/** Reads the syntax tree of code. */
import { parseSync } from 'vite';

/** A node (ESTree with JSX and TypeScript), as far as it is looked at. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}

export function treeOf(file: string, source: string): Node {
  return parseSync(file, source).program as unknown as Node;
}

/** Calls `look` with every node and those around it, outermost first; what it answers says whether to go into it. */
export function visit(
  node: Node,
  parents: readonly Node[],
  look: (node: Node, parents: readonly Node[]) => boolean,
): void {
  if (!look(node, parents)) return;
  const within = [...parents, node];
  for (const [name, part] of Object.entries(node)) {
    if (name === 'parent') continue;
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child, within, look);
  }
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && 'type' in part && typeof part.type === 'string';
}

export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  return String(node.name ?? node.value ?? nameOf(node.property));
}
