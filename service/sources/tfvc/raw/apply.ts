/** Applies a plan to the tree: what goes first, then folders from elsewhere, then the rest. */
import { showPath } from '../../../git/names/bytes.ts';
import type { DirectoryEvent } from '../../folders/raw/journal.ts';
import { fold, folderOf } from '../paths.ts';
import type { Plan, PlannedFile, PlannedMove } from './plan.ts';
import type { ProjectTree } from './tree.ts';

/** What happened, for the journal. Paths as stored. */
export interface Applied {
  events: DirectoryEvent[];
  /** Folders in which files came, changed or went. */
  touched: string[];
}

/** Remembers when folders were deleted, so that undeleted ones go on from there. */
export class DeletedFolders {
  readonly #at = new Map<string, number>();

  note(path: string, changeset: number): void {
    this.#at.set(fold(showPath(path)), changeset);
  }

  /** The changeset that deleted the folder, or one above it, last; null when none did. */
  when(path: string): number | null {
    let last: number | null = null;
    for (let at = fold(showPath(path)); at !== ''; at = folderOf(at)) last = Math.max(last ?? 0, this.#at.get(at) ?? 0);
    return last === 0 ? null : last;
  }
}

export function applyPlan(tree: ProjectTree, plan: Plan, deleted: DeletedFolders): Applied {
  return new Application(tree, plan.changeset.id, deleted).run(plan);
}

class Application {
  readonly #tree: ProjectTree;
  readonly #changeset: number;
  readonly #deleted: DeletedFolders;
  readonly #events: DirectoryEvent[] = [];
  readonly #touched = new Set<string>();

  constructor(tree: ProjectTree, changeset: number, deleted: DeletedFolders) {
    this.#tree = tree;
    this.#changeset = changeset;
    this.#deleted = deleted;
  }

  run(plan: Plan): Applied {
    // Named as they were before anything of this changeset happened.
    const sources = new Map(plan.moves.map((move) => [move, this.#sourceOf(move)]));
    // A folder before what lies in it, which goes with it: what is touched in a branch that is gone would begin it anew.
    for (const path of plan.removals.toSorted((a, b) => a.length - b.length)) this.#remove(path);
    for (const move of plan.moves) this.#move(move, sources.get(move) ?? null);
    for (const path of plan.folders) this.#makeFolder(path);
    for (const file of plan.files) this.#put(file);
    return { events: this.#events, touched: [...this.#touched] };
  }

  #sourceOf(move: PlannedMove): string | null {
    return move.source === null ? null : (this.#tree.find(move.source)?.path ?? move.source);
  }

  #remove(path: string): void {
    if (path === '') {
      this.#tree.clear();
      this.#events.push(['D', '']);
      return;
    }
    const gone = this.#tree.remove(path);
    if (gone === null) return;
    if (gone.entry.child === null) this.#touched.add(folderOf(gone.path));
    else this.#folderWent(gone.path);
  }

  #folderWent(path: string): void {
    this.#events.push(['D', path]);
    this.#deleted.note(path, this.#changeset);
  }

  #move(move: PlannedMove, source: string | null): void {
    const standing = this.#tree.find(move.path);
    const kept = standing?.entry.child ? standing.path : null;
    const made = this.#makeFolder(folderOf(move.path));
    if (move.content !== null) {
      this.#tree.remove(move.path);
      const path = made === '' ? move.path : `${made}/${nameOf(move.path)}`;
      // A folder that was there stays the same folder with other content.
      const event = kept === null ? this.#arrival(move, path, source) : null;
      if (event !== null) this.#events.push(event);
      const quiet = () => undefined;
      this.#tree.makeFolder(path, quiet);
      for (const folder of move.content.folders) this.#tree.makeFolder(folder, quiet);
      for (const { path: file, blob, isLink } of move.content.files) {
        const folder = this.#tree.makeFolder(folderOf(file), quiet);
        this.#tree.putFile(folder, nameOf(file), blob, isLink);
        // A copy says by itself which branches came with it.
        if (event?.[0] !== 'C') this.#touched.add(folder);
      }
      this.#touched.add(path);
    } else if (standing?.entry.child) {
      this.#events.push(this.#arrival(move, standing.path, source));
    }
  }

  #arrival(move: PlannedMove, path: string, source: string | null): DirectoryEvent {
    const before = this.#changeset - 1;
    if (move.kind === 'undelete') {
      const from = source ?? path;
      const when = this.#deleted.when(from);
      return when === null ? ['A', path] : ['C', path, from, when - 1];
    }
    if (source === null) return ['A', path];
    return ['C', path, source, Math.min(move.version ?? before, before)];
  }

  #makeFolder(path: string): string {
    return this.#tree.makeFolder(path, (made) => this.#events.push(['A', made]));
  }

  #put({ path, blob, isLink }: PlannedFile): void {
    const folder = this.#makeFolder(folderOf(path));
    const put = this.#tree.putFile(folder, nameOf(path), blob, isLink);
    if (put.replacedFolder) this.#folderWent(put.path);
    this.#touched.add(folder);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
