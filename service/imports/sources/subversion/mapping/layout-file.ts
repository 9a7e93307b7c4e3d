/** The layout that the last mapping used, for verification: `<import folder>/mapping/layout.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Layout } from '../../../source.ts';

function layoutPath(folder: string): string {
  return join(folder, 'mapping', 'layout.json');
}

export function writeLayout(folder: string, layout: Layout): void {
  writeFileSync(layoutPath(folder), JSON.stringify(layout));
}

export function readLayout(folder: string): Layout | null {
  return existsSync(layoutPath(folder)) ? (JSON.parse(readFileSync(layoutPath(folder), 'utf8')) as Layout) : null;
}
