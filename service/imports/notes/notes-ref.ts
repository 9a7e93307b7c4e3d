import type { MapResult } from '../../sources/source.ts';

/** Where notes with revisions of the source are kept (git-notes(1)). `docs/finding-revisions.md` has their format. */
export const NOTES_REF = 'refs/notes/gantry';

/** A mapping without the notes that were written for it; a source's own of that name stay. */
export function withoutNotes<Mapped extends Pick<MapResult, 'refs' | 'notes'>>(mapped: Mapped): Mapped {
  if (mapped.notes === undefined) return mapped;
  return { ...mapped, refs: mapped.refs.filter(({ name }) => name !== NOTES_REF) };
}
