/**
 * What Git trees cannot say about a Subversion directory: empty folders, the directory properties that mapping
 * and the report need, and files whose `svn:executable` / `svn:special` do not follow from their mode.
 *
 * Kept as a second tree of objects in a store of its own (`facts`), parallel to the content: a tree holds an
 * `own` blob (JSON of `OwnFacts`) and one `:<name>` entry for each child directory that has facts. A directory
 * without facts below it has no object, so that most revisions write nothing here.
 */
import { DeltaBuilder } from '../../../git/pack/delta.ts';
import { endOfName, FRAME, framed, hashFramed, OBJECT_BLOB, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import { TreeFinder } from '../../../git/pack/tree-finder.ts';
import { Directory, MODE_DIRECTORY, MODE_FILE } from './directory.ts';

/** Directory properties that are kept. */
export const KEPT_PROPERTIES: ReadonlySet<string> = new Set([
  'svn:ignore',
  'svn:global-ignores',
  'svn:externals',
  'svn:mergeinfo',
  'svnmerge-integrated',
]);

/** Names and values are bytes as latin1 strings. */
export interface OwnFacts {
  properties?: Record<string, string>;
  /** Files whose flags (EXECUTABLE | SPECIAL) do not follow from their mode. */
  files?: Record<string, number>;
  /** The directory has no file anywhere below it. */
  empty?: true;
}

const OWN = 'own';
const OID_BYTES = 20;
/** Trees up to this many bytes are stored whole. */
const WHOLE_TREE = 512;

export interface FactsEntry {
  /** Child directory's name, or null for the directory's own facts. */
  child: string | null;
  number: number;
}

export class FactsStore {
  readonly store: ObjectStore;
  readonly #finder: TreeFinder;
  readonly #deltas = new DeltaBuilder();

  constructor(store: ObjectStore) {
    this.store = store;
    this.#finder = new TreeFinder(store);
  }

  /** Entries of one facts tree. */
  list(number: number): FactsEntry[] {
    const payload = this.store.read(number);
    const entries: FactsEntry[] = [];
    for (let at = 0; at < payload.length; ) {
      const space = payload.indexOf(0x20, at);
      const nul = endOfName(payload, space);
      const name = payload.toString('latin1', space + 1, nul);
      entries.push({ child: name === OWN ? null : name.slice(1), number: this.store.table.find(payload, nul + 1) });
      at = nul + 1 + OID_BYTES;
    }
    return entries;
  }

  own(number: number): OwnFacts {
    return JSON.parse(this.store.read(number).toString('utf8')) as OwnFacts;
  }

  /** Facts of the directory at `path` below the facts tree `number`, or -1. */
  find(number: number, path: string): number {
    let at = number;
    if (path === '') return at;
    for (let from = 0; at >= 0; ) {
      const slash = path.indexOf('/', from);
      const name = path.slice(from, slash < 0 ? undefined : slash);
      at = this.#finder.find(at, path.slice(0, from), `:${name}`)?.number ?? -1;
      if (slash < 0) break;
      from = slash + 1;
    }
    return at;
  }

  /** Own facts of the facts tree `number` (`{}` when it has none of its own). */
  ownOf(number: number): OwnFacts {
    if (number < 0) return {};
    const entry = this.#finder.find(number, OWN, OWN);
    return entry === null ? {} : this.own(entry.number);
  }

  /** Completes a directory that was just read from its Git tree. */
  restore(directory: Directory, number: number): void {
    for (const entry of this.list(number)) {
      if (entry.child === null) {
        const own = this.own(entry.number);
        for (const [name, value] of Object.entries(own.properties ?? {})) directory.properties.set(name, value);
        for (const [name, flags] of Object.entries(own.files ?? {})) {
          const file = directory.get(name);
          if (file !== undefined) file.flags = flags;
        }
      } else {
        const known = directory.get(entry.child);
        if (known?.child) known.child.facts = entry.number;
        else directory.setDirectory(entry.child, new Directory(-1, entry.number));
      }
    }
  }

  /** Writes a directory's facts, whose children's facts are written. @returns the object's number, or -1 for none */
  write(directory: Directory): number {
    const own: OwnFacts = {};
    if (directory.properties.size > 0) {
      own.properties = Object.fromEntries([...directory.properties].sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    if (directory.tree < 0) own.empty = true;
    const parts: Buffer[] = [];
    // Git's order, as the directory's own.
    for (const entry of directory.entries) {
      if (entry.child === null) {
        if (entry.flags !== flagsOfMode(entry.mode)) {
          own.files ??= {};
          own.files[entry.name] = entry.flags;
        }
      } else if (entry.child.facts >= 0) {
        const { facts } = entry.child;
        parts.push(Buffer.from(`${MODE_DIRECTORY} :${entry.name}\0`, 'latin1'), this.store.table.oid(facts));
      }
    }
    const hasOwn = Object.keys(own).length > 0;
    if (!hasOwn && parts.length === 0) return -1;
    if (hasOwn) {
      const blob = this.#add(OBJECT_BLOB, Buffer.from(JSON.stringify(own)));
      parts.push(Buffer.from(`${MODE_FILE} ${OWN}\0`, 'latin1'), Buffer.from(this.store.table.oid(blob)));
    }
    return this.#add(OBJECT_TREE, Buffer.concat(parts), directory.facts);
  }

  /** @param before object that nearly all of a large payload was in, or -1 */
  #add(type: number, payload: Buffer, before = -1): number {
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    const oid = hashFramed(type, bytes);
    const known = this.store.table.find(oid);
    if (known >= 0) return known;
    const text = bytes.subarray(FRAME);
    if (before < 0 || text.length <= WHOLE_TREE) return this.store.addNew(type, oid, text);
    return this.store.addDelta(type, oid, text, before, this.#deltas.between(this.store.read(before), text));
  }
}

/** Flags that a file's Git mode says by itself. */
export function flagsOfMode(mode: string): number {
  if (mode === '100755') return 1;
  return mode === '120000' ? 2 : 0;
}
