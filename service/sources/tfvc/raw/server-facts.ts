/** What is asked of the server once at the end of a fetch and kept for mapping: `labels.json`. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../../../files/durable-file.ts';
import type { Finding } from '../../../vocabulary/report.ts';
import type { Label } from '../api/answers.ts';

/** A label and what it names. */
export interface KeptLabel {
  label: Label;
  /** Branch or project folder, relative to the project, and the changeset; null when it names no whole one. */
  whole: { path: string; changeset: number } | null;
  /** Why not. */
  why: 'mixed' | 'parts' | 'elsewhere' | 'unread' | null;
}

export interface ServerFacts {
  labels: KeptLabel[];
  findings: Finding[];
}

function factsPath(folder: string): string {
  return join(folder, 'labels.json');
}

/** @param folder folder of the fetch */
export function readServerFacts(folder: string): ServerFacts {
  const path = factsPath(folder);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ServerFacts) : { labels: [], findings: [] };
}

export async function writeServerFacts(folder: string, facts: ServerFacts): Promise<void> {
  await writeDurably(factsPath(folder), JSON.stringify(facts));
}
