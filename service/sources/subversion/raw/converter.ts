/** Applies dump records to the tree in memory and writes what changes as Git objects. */
import { say } from '../../../../language/sentence.ts';
import { isDotGit, isDotGitModules } from '../../../git/names/dot-git.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { FindingCollector } from '../../findings.ts';
import { TreeView } from '../../folders/mapping/tree-view.ts';
import {
  Directory,
  type Entry,
  EXECUTABLE,
  MODE_DIRECTORY,
  MODE_FILE,
  MODE_SYMLINK,
  SPECIAL,
} from '../../folders/raw/directory.ts';
import { type FactsStore, flagsOfMode, KEPT_PROPERTIES } from '../../folders/raw/facts.ts';
import {
  isSomeHidden,
  noteDotGit,
  noteHiddenBefore,
  noteOddSpecial,
  notePropertySet,
} from '../../folders/raw/findings.ts';
import type { DirectoryEvent } from '../../folders/raw/journal.ts';
import { TreeWriter } from '../../folders/raw/tree-writer.ts';
import type { PropertyChange } from '../dump/parser.ts';
import { DumpError, type NodeRecord } from '../dump/record.ts';
import { type FileState, FileTexts, type NodeText } from './file-texts.ts';

/** Directories held in memory before all are dropped and read again as needed. */
const MAX_LOADED_ENTRIES = 400_000;

/** Trees of one revision: object numbers, -1 for an empty tree or no facts. */
export interface RevisionRoot {
  tree: number;
  facts: number;
}

const NEW_FILE: FileState = { blob: -1, mode: MODE_FILE, flags: 0 };

/** Where a node stands. */
interface Place {
  path: string;
  name: string;
  /** Directories from the root to the parent, loaded. */
  chain: Directory[];
  parent: Directory;
}

export class Converter {
  readonly #store: ObjectStore;
  readonly #facts: FactsStore;
  readonly #findings: FindingCollector;
  readonly #rootOf: (revision: number) => RevisionRoot;
  readonly #trees: TreeWriter;
  readonly #view: TreeView;
  readonly #texts: FileTexts;
  #root: Directory;
  readonly #asked: string;
  #revision = 0;
  #isPartHidden = false;
  #events: DirectoryEvent[] = [];
  #touched = new Set<string>();
  #changed = false;
  #loadedEntries = 0;

  /**
   * @param rootOf trees of a finished revision, which copies read from
   * @param asked folder of the repository that is imported, '' for the root
   */
  constructor(
    store: ObjectStore,
    facts: FactsStore,
    findings: FindingCollector,
    rootOf: (revision: number) => RevisionRoot,
    start: RevisionRoot,
    asked: string,
  ) {
    this.#asked = asked;
    this.#store = store;
    this.#facts = facts;
    this.#findings = findings;
    this.#rootOf = rootOf;
    this.#trees = new TreeWriter(store, facts);
    this.#view = new TreeView(store);
    this.#texts = new FileTexts(store);
    this.#root = new Directory(start.tree, start.facts);
  }

  /** @param isPartHidden whether rules of the server may hide a part of it, such as the folder that the rest lies in */
  begin(revision: number, isPartHidden = false): void {
    this.#revision = revision;
    this.#isPartHidden = isPartHidden;
    this.#events = [];
    this.#touched = new Set();
    this.#changed = false;
  }

  /** Writes what the revision changed. */
  end(): RevisionRoot & { events: DirectoryEvent[]; touched: string[]; changed: boolean } {
    this.#trees.write(this.#root);
    const { tree, facts } = this.#root;
    if (this.#loadedEntries > MAX_LOADED_ENTRIES) {
      this.#root = new Directory(tree, facts);
      this.#loadedEntries = 0;
    }
    return { tree, facts, events: this.#events, touched: [...this.#touched], changed: this.#changed };
  }

  /** The file that a record's delta applies to, or null for none. */
  baseOf(record: NodeRecord): FileState | null {
    const from = record.copiedFrom;
    if (from !== null) return this.#lookUp(from.path, from.revision);
    if (record.action !== 'change') return null;
    const entry = this.#entry(record.path);
    return entry?.child === null ? entry : null;
  }

  /**
   * Leaves out a record that cannot be applied, as rules of the server hide what it is about, and counts it.
   * @returns whether it was left out
   */
  leavesOut(record: NodeRecord): boolean {
    if (record.path === '' || !this.#isSomeHidden()) return false;
    const from = record.copiedFrom;
    const isKnown =
      from === null
        ? record.action === 'add' || this.isThere(record.path)
        : this.#lookUp(from.path, from.revision) !== null;
    // What takes the place of a file or folder that is there ends it in any case.
    if (isKnown || (from === null && record.action === 'replace')) return false;
    noteHiddenBefore(this.#findings, record.path, this.#revision);
    if (record.action === 'replace' && this.isThere(record.path))
      this.node({ ...record, action: 'delete', copiedFrom: null }, null, { kind: 'none' });
    return true;
  }

  /**
   * Applies a node record.
   * @param properties the record's property block, parsed; null when it has none
   * @returns the file that it made; null for folders and what is gone
   * @throws DumpError when the record does not fit what came before
   */
  node(record: NodeRecord, properties: PropertyChange[] | null, text: NodeText): FileState | null {
    const { path } = record;
    this.#changed = true;
    if (path === '') {
      this.#changeDirectory(this.#root, '', record, properties);
      return null;
    }
    const chain = this.#chainTo(path);
    const place: Place = {
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      chain,
      parent: chain[chain.length - 1] as Directory,
    };
    switch (record.action) {
      case 'delete':
        this.#delete(place);
        return null;
      case 'change':
        return this.#change(place, record, properties, text);
      case 'replace':
        this.#delete(place);
        return this.#add(place, record, properties, text);
      case 'add':
        return this.#add(place, record, properties, text);
    }
  }

  /** Applies the change of a folder that is there and stays as it is. */
  changeNothing(path: string): void {
    const propertiesAreDelta = true;
    const rest = { copiedFrom: null, propertiesAreDelta, textIsDelta: false, textMd5: null, textLength: -1 };
    this.node({ kind: 'node', path, action: 'change', isDirectory: true, properties: null, ...rest }, [], {
      kind: 'none',
    });
  }

  #delete({ path, name, chain, parent }: Place): void {
    const gone = parent.get(name);
    if (gone === undefined)
      throw new DumpError(say('r{revision} deletes a path that does not exist', { revision: this.#revision }));
    if (gone.child !== null) this.#events.push(['D', path]);
    else this.#touch(path);
    parent.remove(name);
    this.#mark(chain);
  }

  #change(place: Place, record: NodeRecord, properties: PropertyChange[] | null, text: NodeText): FileState | null {
    const entry = place.parent.get(place.name);
    if (entry === undefined)
      throw new DumpError(say('r{revision} changes a path that does not exist', { revision: this.#revision }));
    if (entry.child === null) return this.#writeFile(place, entry, record, properties, text);
    this.#load(entry.child);
    this.#mark([...place.chain, entry.child]);
    this.#changeDirectory(entry.child, place.path, record, properties);
    return null;
  }

  #add(place: Place, record: NodeRecord, properties: PropertyChange[] | null, text: NodeText): FileState | null {
    if (isDotGit(place.name)) noteDotGit(this.#findings, place.path, this.#revision);
    const from = record.copiedFrom;
    const source = from === null ? null : this.#lookUp(from.path, from.revision);
    if (from !== null && source === null)
      throw new DumpError(say('r{revision} copies a path that does not exist', { revision: this.#revision }));
    if (!(record.isDirectory ?? source?.directory ?? false))
      return this.#writeFile(place, source ?? NEW_FILE, record, properties, text);
    const child = source === null ? new Directory(-1, -1) : new Directory(source.tree, source.facts);
    // A new directory is empty, which is a fact to write even when nothing follows.
    child.factsChanged = child.tree < 0 && child.facts < 0;
    place.parent.setDirectory(place.name, child);
    if (child.facts >= 0) place.parent.factsChanged = true;
    this.#mark(child.factsChanged ? [...place.chain, child] : place.chain);
    this.#loadedEntries += 1;
    this.#events.push(from === null ? ['A', place.path] : ['C', place.path, from.path, from.revision]);
    if (properties === null) return null;
    this.#load(child);
    this.#mark([...place.chain, child]);
    this.#changeDirectory(child, place.path, record, properties);
    return null;
  }

  #writeFile(
    place: Place,
    base: FileState,
    record: NodeRecord,
    properties: PropertyChange[] | null,
    text: NodeText,
  ): FileState {
    const flags = this.#flagsAfter(base.flags, place.path, record, properties);
    this.#mark(place.chain);
    this.#touch(place.path);
    const { mode, blob, oddSpecial } = this.#texts.write(base, flags, record, text, this.#revision);
    // One that stays as it was comes with its text or without, as it was read: it is told where it became so.
    const isNew = blob !== base.blob || (base.flags & SPECIAL) === 0;
    if (oddSpecial && isNew) noteOddSpecial(this.#findings, place.path, this.#revision);
    if (mode === MODE_SYMLINK && isDotGitModules(place.name)) noteDotGit(this.#findings, place.path, this.#revision);
    place.parent.setFile(place.name, mode, blob, flags);
    this.#loadedEntries += 1;
    if (flags !== flagsOfMode(mode)) place.parent.factsChanged = true;
    return { blob, mode, flags };
  }

  #flagsAfter(before: number, path: string, record: NodeRecord, properties: PropertyChange[] | null): number {
    if (properties === null) return before;
    let flags = record.propertiesAreDelta ? before : 0;
    for (const [name, value] of properties) {
      const bit = name === 'svn:executable' ? EXECUTABLE : name === 'svn:special' ? SPECIAL : 0;
      flags = value === null ? flags & ~bit : flags | bit;
      if (value !== null) notePropertySet(this.#findings, name, path, this.#revision);
    }
    return flags;
  }

  #changeDirectory(directory: Directory, path: string, record: NodeRecord, properties: PropertyChange[] | null): void {
    if (properties === null) return;
    this.#load(directory);
    const before = JSON.stringify([...directory.properties]);
    if (!record.propertiesAreDelta) directory.properties.clear();
    for (const [name, value] of properties) {
      if (value !== null) notePropertySet(this.#findings, name, path, this.#revision);
      if (!KEPT_PROPERTIES.has(name)) continue;
      if (value === null) directory.properties.delete(name);
      else directory.properties.set(name, value);
    }
    if (JSON.stringify([...directory.properties]) !== before) directory.factsChanged = true;
    // A directory that was just added is an event already.
    if (record.action === 'change') this.#events.push(['P', path]);
  }

  #touch(path: string): void {
    const slash = path.lastIndexOf('/');
    this.#touched.add(slash < 0 ? '' : path.slice(0, slash));
  }

  /** Marks the last directory of the chain as changed. */
  #mark(chain: Directory[]): void {
    const last = chain[chain.length - 1] as Directory;
    last.treeChanged = true;
    // Directories that have facts are written again: a child or an odd file may have gone.
    if (last.facts >= 0 || last.properties.size > 0) last.factsChanged = true;
    for (let i = chain.length - 1; i > 0; i--) (chain[i - 1] as Directory).changedChildren.add(chain[i] as Directory);
  }

  /** The loaded directories from the root to the parent of `path`. */
  #chainTo(path: string): Directory[] {
    const chain = [this.#root];
    let at = this.#root;
    this.#load(at);
    let from = 0;
    for (let slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', from)) {
      const name = path.slice(from, slash);
      let child = at.get(name)?.child ?? null;
      if (child === null && at.get(name) === undefined && this.#isSomeHidden())
        child = this.#makeHidden(chain, name, path.slice(0, slash));
      if (child === null)
        throw new DumpError(say('r{revision} names a path whose folder does not exist', { revision: this.#revision }));
      this.#load(child);
      chain.push(child);
      at = child;
      from = slash + 1;
    }
    return chain;
  }

  #isSomeHidden(): boolean {
    return this.#isPartHidden || isSomeHidden(this.#findings);
  }

  /** A folder that the server hid before, and sends something for now. */
  #makeHidden(chain: Directory[], name: string, path: string): Directory {
    // What lies above the folder that is imported is not imported.
    if (!this.#asked.startsWith(`${path}/`)) noteHiddenBefore(this.#findings, path, this.#revision);
    const child = new Directory(-1, -1);
    child.factsChanged = true;
    (chain[chain.length - 1] as Directory).setDirectory(name, child);
    this.#mark([...chain, child]);
    this.#loadedEntries += 1;
    this.#events.push(['A', path]);
    return child;
  }

  /** Whether the revision has a file or folder there, as far as it came. */
  isThere(path: string): boolean {
    if (path === '') return true;
    let at: Directory | null = this.#root;
    for (const name of path.split('/')) {
      if (at === null) return false;
      this.#load(at);
      const entry: Entry | undefined = at.get(name);
      if (entry === undefined) return false;
      at = entry.child;
    }
    return true;
  }

  #entry(path: string): Entry | undefined {
    const chain = this.#chainTo(path);
    return (chain[chain.length - 1] as Directory).get(path.slice(path.lastIndexOf('/') + 1));
  }

  #load(directory: Directory): void {
    if (directory.loaded) return;
    directory.load(this.#store, this.#facts);
    this.#loadedEntries += directory.size;
  }

  /** Finds a path in an earlier revision. */
  #lookUp(path: string, revision: number): (FileState & RevisionRoot & { directory: boolean }) | null {
    if (revision >= this.#revision || revision < 0)
      throw new DumpError(say('r{revision} copies from a revision that is not older', { revision: this.#revision }));
    const root = this.#rootOf(revision);
    if (path === '') return { ...NEW_FILE, ...root, mode: MODE_DIRECTORY, directory: true };
    const entry = this.#view.entry(root.tree, path);
    if (entry === null || entry.mode === MODE_DIRECTORY) {
      const facts = this.#facts.find(root.facts, path);
      if (entry === null && facts < 0) return null;
      return { ...NEW_FILE, mode: MODE_DIRECTORY, tree: entry?.number ?? -1, facts, directory: true };
    }
    const slash = path.lastIndexOf('/');
    const { files } = this.#facts.ownOf(this.#facts.find(root.facts, path.slice(0, Math.max(0, slash))));
    const flags = files?.[path.slice(slash + 1)] ?? flagsOfMode(entry.mode);
    return { blob: entry.number, mode: entry.mode, flags, tree: -1, facts: -1, directory: false };
  }
}
