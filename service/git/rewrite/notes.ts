/**
 * Notes (git-notes(1)) name objects by ids, in the names of files: where commits get other ids, their notes must follow.
 * A tree of notes has files of 40 digits, or folders of the first ones above files of the rest (git's `notes.c`).
 */
import type { MappedRef } from '../../vocabulary/history.ts';
import { FRAME, framed, hashFramed, OBJECT_COMMIT, OBJECT_TREE } from '../pack/entry.ts';
import type { ObjectStore } from '../pack/object-store.ts';
import { readEntries } from '../pack/tree-entries.ts';
import { addText } from './add-text.ts';
import { type IdentityLookup, rewriteCommitText } from './commit-text.ts';
import { forEachCommit, type HistoryOptions, peel, readObjects } from './history.ts';
import type { OidMap } from './oid-map.ts';

const ID_DIGITS = 40;
const FOLDER = '40000';

export function isNotesRef({ name }: Pick<MappedRef, 'name'>): boolean {
  return name.startsWith('refs/notes/');
}

export interface NotesOptions extends HistoryOptions {
  lookup: IdentityLookup;
  store: ObjectStore;
  /** What all other objects became; learns the commits of notes. */
  map: OidMap;
  /** Told of each commit that lost a signature. */
  onDropped(what: string): void;
}

/**
 * Writes the commits that refs of notes reach anew, after everything that notes may name was written.
 * @throws Failure when git cannot read them
 */
export async function rewriteNotes(options: NotesOptions): Promise<void> {
  const refs = options.refs.filter(isNotesRef);
  if (refs.length === 0) return;
  const { commits } = await peel({ ...options, refs });
  const texts: { id: string; text: string }[] = [];
  await forEachCommit(options, commits, (id, payload) => {
    texts.push({ id, text: payload.toString('latin1') });
  });
  const treeOf = (text: string) => /^tree ([\da-f]{40})/.exec(text)?.[1] ?? null;
  const trees = new NotesTrees(options);
  await trees.read(texts.flatMap(({ text }) => treeOf(text) ?? []));
  for (const { id, text } of texts) {
    // Another ref reaches it too, so that it is no commit of notes alone.
    if (options.map.get(id) !== null) continue;
    const tree = treeOf(text);
    const newTree = tree === null ? null : trees.rewritten(tree);
    const result = rewriteCommitText(text, options.lookup, (old) => (old === tree ? newTree : options.map.get(old)));
    if (result.droppedSignature) options.onDropped(`commit ${id}`);
    if (result.text !== text) {
      options.map.set(Buffer.from(id, 'hex'), addText(options.store, OBJECT_COMMIT, result.text));
    }
  }
}

interface File {
  /** As the tree has it. */
  mode: string;
  /** Bytes as a latin1 string. */
  path: string;
  oid: string;
}

type Node = Map<string, Node | File>;

class NotesTrees {
  readonly #options: NotesOptions;
  /** Entries of the trees as they were, by id. */
  readonly #entries = new Map<string, File[]>();
  readonly #known = new Map<string, string | null>();

  constructor(options: NotesOptions) {
    this.#options = options;
  }

  /** Reads trees and their folders, level by level. */
  async read(trees: readonly string[]): Promise<void> {
    let level = new Set(trees);
    while (level.size > 0) {
      const next = new Set<string>();
      await readObjects(this.#options, level, (id, payload) => {
        const entries = readEntries(payload).map(({ mode, name, oid }) => ({
          mode,
          path: name,
          oid: oid.toString('hex'),
        }));
        this.#entries.set(id, entries);
        for (const { mode, oid } of entries) if (mode === FOLDER && !this.#entries.has(oid)) next.add(oid);
      });
      for (const id of next) if (this.#entries.has(id)) next.delete(id);
      level = next;
    }
  }

  /** @returns the id of the tree with other names; null where none of its notes names what got another id */
  rewritten(tree: string): string | null {
    const known = this.#known.get(tree);
    if (known !== undefined) return known;
    const root: Node = new Map();
    const come: { file: File; path: string }[] = [];
    for (const file of this.#files(tree, '')) {
      const path = this.#movedPath(file.path);
      if (path === null) put(root, file);
      else come.push({ file, path });
    }
    for (const { file, path } of come) {
      // Two commits may have become one: then the second note stays under its old name, and is not lost.
      if (!put(root, { ...file, path })) put(root, file);
    }
    const result = come.length > 0 ? this.#write(root).toString('hex') : null;
    this.#known.set(tree, result);
    return result;
  }

  *#files(tree: string, above: string): Generator<File> {
    for (const { mode, path, oid } of this.#entries.get(tree) ?? []) {
      if (mode === FOLDER) yield* this.#files(oid, `${above}${path}/`);
      else yield { mode, path: above + path, oid };
    }
  }

  /** As many folders as before, so that a tree of many notes stays as quick to read. */
  #movedPath(path: string): string | null {
    const digits = path.replaceAll('/', '');
    if (digits.length !== ID_DIGITS || !/^[\da-f]+$/.test(digits)) return null;
    const id = this.#options.map.get(digits);
    if (id === null) return null;
    let at = 0;
    const parts: string[] = [];
    for (const { length } of path.split('/')) {
      parts.push(id.slice(at, at + length));
      at += length;
    }
    return parts.join('/');
  }

  #write(node: Node): Buffer {
    const entries = [...node].map(([name, child]) => {
      const isFolder = child instanceof Map;
      const mode = isFolder ? FOLDER : child.mode;
      const oid = isFolder ? this.#write(child) : Buffer.from(child.oid, 'hex');
      return { key: isFolder ? `${name}/` : name, name, mode, oid };
    });
    entries.sort((a, b) => (a.key < b.key ? -1 : 1));
    const payload = Buffer.concat(
      entries.flatMap(({ mode, name, oid }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), oid]),
    );
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    const oid = hashFramed(OBJECT_TREE, bytes);
    if (this.#options.store.table.find(oid) < 0) this.#options.store.addNew(OBJECT_TREE, oid, payload);
    return oid;
  }
}

/** @returns whether there was a place for it */
function put(root: Node, file: File): boolean {
  const parts = file.path.split('/');
  const name = parts.pop() ?? '';
  let node = root;
  for (const part of parts) {
    const child = node.get(part) ?? new Map();
    if (!(child instanceof Map)) return false;
    node.set(part, child);
    node = child;
  }
  if (node.has(name)) return false;
  node.set(name, file);
  return true;
}
