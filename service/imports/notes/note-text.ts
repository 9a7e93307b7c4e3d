import type { Vcs } from '../../vocabulary/history.ts';
import type { RevisionRow } from '../../vocabulary/revision-row.ts';

/** What a path of `revisions.tsv` is called in a note. */
const PLACE: Record<Vcs, string> = { subversion: 'Path', tfvc: 'Path', mercurial: 'Branch', git: '' };

/** The lines of one revision in the note of its commit. */
export function noteText(vcs: Vcs, { revision, path }: Pick<RevisionRow, 'revision' | 'path'>): string {
  const place = PLACE[vcs];
  const lines = [`Source: ${vcs}`, `Revision: ${revision}`];
  if (place !== '') lines.push(`${place}: ${place === 'Path' ? `/${path}` : path}`);
  return `${lines.join('\n')}\n`;
}
