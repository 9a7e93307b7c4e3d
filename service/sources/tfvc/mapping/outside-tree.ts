/** The project's tree without its branches: what no branch has must not be lost. */
import { isRefused } from '../../../git/names/dot-git.ts';
import { FRAME, framed, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { MappingRooms } from '../../folders/mapping/map-folders.ts';
import { MODE_DIRECTORY, MODE_SYMLINK } from '../../folders/raw/directory.ts';
import { EMPTY_TREE } from '../../folders/raw/staging.ts';
import type { BranchMatcher } from './matcher.ts';

/** Trees remembered before all are forgotten. */
const MOST_REMEMBERED = 50_000;

export class OutsideTree {
  readonly #rooms: Pick<MappingRooms, 'view' | 'target' | 'rewriter'>;
  readonly #matcher: BranchMatcher;
  readonly #done = new Map<string, string>();

  constructor(rooms: Pick<MappingRooms, 'view' | 'target' | 'rewriter'>, matcher: BranchMatcher) {
    this.#rooms = rooms;
    this.#matcher = matcher;
  }

  /** @param tree object number of the project's folder, -1 for an empty one @returns id, 40 hex digits */
  treeId(tree: number): string {
    return this.#without('', tree);
  }

  #without(path: string, tree: number): string {
    if (!this.#matcher.mayContainLines(path)) return this.#rooms.rewriter.treeId(tree, -1);
    const key = `${tree} ${path}`;
    let id = this.#done.get(key);
    if (id === undefined) {
      id = this.#write(path, tree);
      if (this.#done.size >= MOST_REMEMBERED) this.#done.clear();
      this.#done.set(key, id);
    }
    return id;
  }

  #write(path: string, tree: number): string {
    const { view, target } = this.#rooms;
    const parts: Buffer[] = [];
    for (const { mode, name, number } of view.list(tree)) {
      const at = path === '' ? name : `${path}/${name}`;
      if (isRefused(name, mode === MODE_SYMLINK) || (mode === MODE_DIRECTORY && this.#matcher.isBranch(at))) continue;
      const id = mode === MODE_DIRECTORY ? this.#without(at, number) : view.store.table.hex(number);
      if (id !== EMPTY_TREE) parts.push(Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex'));
    }
    if (parts.length === 0) return EMPTY_TREE;
    const payload = Buffer.concat(parts);
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    return target.table.hex(target.addFramed(OBJECT_TREE, bytes));
  }
}
