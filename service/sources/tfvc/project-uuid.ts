import { fold } from './paths.ts';
import type { TfvcCheckpoint } from './raw/checkpoint.ts';

/**
 * What a project is known by. Its id may be told at one time and not at another, since tokens differ in what they may read:
 * a project that was fetched stays what it was called then, which addresses of its people are made of.
 * @param id the server's id of the project; null when it does not tell it
 */
export function projectUuid(id: string | null, project: string, before: TfvcCheckpoint | null): string {
  const byName = project.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  const known = before !== null && fold(before.project) === fold(project) ? before.uuid : null;
  if (known !== null && (id === null || known === byName)) return known;
  return id ?? byName;
}
