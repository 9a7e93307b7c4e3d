/** Which branch of a mapped history of folders is the default one. */
import type { Line } from './lines.ts';

/** A living line with its ref. */
export interface Head {
  line: Line;
  /** Full name. */
  ref: string;
}

const USUAL = ['refs/heads/main', 'refs/heads/master'];

/**
 * The ref that HEAD names: trunk, else the line that trunk was moved to, else the only branch, else `main`, else `master`.
 * @param all every line that ever was
 * @returns null when none of them is there: which one was meant, nobody can tell
 */
export function defaultBranch(heads: readonly Head[], all: readonly Line[]): string | null {
  const branches = heads.filter(({ line }) => line.match.kind !== 'tag');
  const refOf = (wanted: Line | undefined) => branches.find(({ line }) => line === wanted)?.ref ?? null;
  return (
    branches.find(({ line }) => line.match.kind === 'trunk')?.ref ??
    refOf(successor(all)) ??
    (branches.length === 1 ? (branches[0] as Head).ref : null) ??
    USUAL.find((usual) => branches.some(({ ref }) => ref === usual)) ??
    null
  );
}

/** Where the last life of trunk was moved to, and from there on. */
function successor(all: readonly Line[]): Line | undefined {
  let at = all.findLast((line) => line.match.kind === 'trunk');
  while (at !== undefined && at.endRevision !== null) {
    const { endRevision, path } = at;
    at = all.find((line) => line.startRevision === endRevision && line.source?.path === path);
  }
  return at;
}
