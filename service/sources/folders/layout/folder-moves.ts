/** What became of folders over a history: where each life of a folder began. Paths are bytes as latin1 strings. */
import type { JournalRevision } from '../raw/journal.ts';

/** A folder as it was in a revision. */
export interface FolderAt {
  path: string;
  revision: number;
}

/** From when on a folder was there without a break, and what it was copied from. */
export interface Life {
  begin: number;
  source: FolderAt | null;
}

interface Move {
  revision: number;
  /** Place among the revision's events. */
  place: number;
  /** null when the folder was deleted. */
  source: FolderAt | null;
}

/** Fed with the journal in order. Holds copies and deletions only. */
export class FolderMoves {
  readonly #byPath = new Map<string, Move[]>();

  add(revision: JournalRevision): void {
    for (const [place, event] of revision.e.entries()) {
      const [kind, path] = event;
      if (kind !== 'C' && kind !== 'D') continue;
      const source = kind === 'C' ? { path: event[2], revision: event[3] } : null;
      const move = { revision: revision.r, place, source };
      const moves = this.#byPath.get(path);
      if (moves === undefined) this.#byPath.set(path, [move]);
      else moves.push(move);
    }
  }

  /** The life of a folder that was there in `revision`. A folder that was never copied or deleted was there from r0 on. */
  lifeOf(path: string, revision: number): Life {
    let latest: Move | null = null;
    let around = '';
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const move = lastUntil(this.#byPath.get(folder), revision);
      if (move === null || (latest !== null && !isLater(move, latest))) continue;
      latest = move;
      around = folder;
    }
    if (latest === null) return { begin: 0, source: null };
    const { source } = latest;
    return {
      begin: latest.revision,
      source: source === null ? null : { path: below(source.path, path, around.length), revision: source.revision },
    };
  }
}

function below(source: string, path: string, length: number): string {
  const rest = path.slice(length);
  return source === '' ? rest.slice(1) : `${source}${rest}`;
}

function isLater(a: Move, b: Move): boolean {
  return a.revision > b.revision || (a.revision === b.revision && a.place > b.place);
}

function lastUntil(moves: readonly Move[] | undefined, revision: number): Move | null {
  if (moves === undefined) return null;
  for (let i = moves.length - 1; i >= 0; i--) {
    const move = moves[i] as Move;
    if (move.revision <= revision) return move;
  }
  return null;
}
