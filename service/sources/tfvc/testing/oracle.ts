/** What git must hold, from the model. */
import { createHash } from 'node:crypto';
import type { TfvcModel } from './model.ts';

/** Files of a project, or of a folder in it, after a changeset, as `filesOf` shows them. */
export function expectedFiles(model: TfvcModel, project: string, version: number, folder = ''): Map<string, string> {
  const files = model.filesOf(project, version, folder);
  return new Map([...files].map(([path, { mode, content }]) => [path, `${mode} ${blobId(content)}`]));
}

function blobId(content: Buffer): string {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex');
}

/** Maps compare without order. */
export function sorted(files: Map<string, string>): [string, string][] {
  return [...files].sort(([a], [b]) => (a < b ? -1 : 1));
}
