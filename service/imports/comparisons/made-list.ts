import { KEPT_REVISIONS } from '../../sources/commits/kept-revisions.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';

/** Within `imports/<id>`: what revisions of the source became before anything was made anew. */
export function madeListOf(vcs: string | null): string {
  return vcs === 'mercurial' ? KEPT_REVISIONS : MADE_REVISIONS;
}
