/** Applies dump records to the tree in memory and writes what changes as Git objects. */
import { hash } from 'node:crypto';
import { DeltaBuilder } from '../../../../git/pack/delta.ts';
import { OBJECT_BLOB } from '../../../../git/pack/entry.ts';
import { FRAME, framed, hashFramed, type ObjectStore } from '../../../../git/pack/object-store.ts';
import type { FindingCollector } from '../../../findings.ts';
import { DumpError, type DumpRecord, type PropertyChange } from '../dump/parser.ts';
import { isDotGit } from '../dot-git.ts';
import { applySvndiff, targetSize } from '../dump/svndiff.ts';
import {
  Directory,
  type Entry,
  EXECUTABLE,
  MODE_DIRECTORY,
  MODE_EXECUTABLE,
  MODE_FILE,
  MODE_SYMLINK,
  SPECIAL,
} from './directory.ts';
import { type FactsStore, flagsOfMode, KEPT_PROPERTIES } from './facts.ts';
import { noteDotGit, noteOddSpecial, notePropertySet } from './findings.ts';
import type { DirectoryEvent } from './journal.ts';
import { TreeWriter } from './tree-writer.ts';

const LINK = Buffer.from('link ');
/** Directories held in memory before all are dropped and read again as needed. */
const MAX_LOADED_ENTRIES = 400_000;

/** Where a node's text comes from: what arrived in memory, or a file for texts that are too large. */
export type NodeText = { kind: 'none' } | { kind: 'memory'; bytes: Buffer } | { kind: 'blob'; number: number };

/** Trees of one revision: object numbers, -1 for an empty tree or no facts. */
export interface RevisionRoot {
  tree: number;
  facts: number;
}

interface NodeState {
  /** Object number of the blob; -1 for a new file. */
  blob: number;
  mode: string;
  flags: number;
}

const NEW_FILE: NodeState = { blob: -1, mode: MODE_FILE, flags: 0 };

export class Converter {
  readonly #store: ObjectStore;
  readonly #facts: FactsStore;
  readonly #findings: FindingCollector;
  readonly #rootOf: (revision: number) => RevisionRoot;
  readonly #trees: TreeWriter;
  readonly #builder = new DeltaBuilder();
  #root: Directory;
  #revision = 0;
  #events: DirectoryEvent[] = [];
  #touched = new Set<string>();
  #changed = false;
  #loadedEntries = 0;

  /** @param rootOf trees of a finished revision, which copies read from */
  constructor(
    store: ObjectStore,
    facts: FactsStore,
    findings: FindingCollector,
    rootOf: (revision: number) => RevisionRoot,
    start: RevisionRoot,
  ) {
    this.#store = store;
    this.#facts = facts;
    this.#findings = findings;
    this.#rootOf = rootOf;
    this.#trees = new TreeWriter(store, facts);
    this.#root = new Directory(start.tree, start.facts);
  }

  begin(revision: number): void {
    this.#revision = revision;
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

  /** Object number of the text that a record's delta applies to, or -1. */
  baseOf(record: DumpRecord): number {
    const path = pathOf(record);
    const from = copySource(record);
    if (from !== null) return this.#lookUp(from.path, from.revision)?.blob ?? -1;
    const action = record.headers.get('Node-action');
    if (action !== 'change') return -1;
    const entry = this.#entry(path);
    return entry?.child === null ? entry.blob : -1;
  }

  /**
   * Applies a node record.
   * @param properties the record's property block, parsed; null when it has none
   * @throws DumpError when the record does not fit what came before
   */
  node(record: DumpRecord, properties: PropertyChange[] | null, text: NodeText): void {
    const path = pathOf(record);
    const action = record.headers.get('Node-action');
    this.#changed = true;
    if (path === '') return this.#changeDirectory(this.#root, '', record, properties);
    const chain = this.#chainTo(path);
    const parent = chain[chain.length - 1] as Directory;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (action === 'delete' || action === 'replace') {
      const gone = parent.get(name);
      if (gone === undefined) throw new DumpError(`r${this.#revision} deletes a path that does not exist`);
      if (gone.child !== null) this.#events.push(['D', path]);
      else this.#touch(path);
      parent.remove(name);
      this.#mark(chain);
      if (action === 'delete') return;
    }
    if (action === 'change') {
      const entry = parent.get(name);
      if (entry === undefined) throw new DumpError(`r${this.#revision} changes a path that does not exist`);
      if (entry.child !== null) {
        this.#load(entry.child);
        this.#mark([...chain, entry.child]);
        return this.#changeDirectory(entry.child, path, record, properties);
      }
      return this.#writeFile(chain, path, name, entry, record, properties, text);
    }
    if (isDotGit(name)) noteDotGit(this.#findings, path, this.#revision);
    if (action !== 'add' && action !== 'replace') throw new DumpError(`r${this.#revision} holds an unknown action`);
    const from = copySource(record);
    const source = from === null ? null : this.#lookUp(from.path, from.revision);
    if (from !== null && source === null) throw new DumpError(`r${this.#revision} copies a path that does not exist`);
    const kind = record.headers.get('Node-kind') ?? (source?.directory ? 'dir' : 'file');
    if (kind === 'dir') {
      const child = source === null ? new Directory(-1, -1) : new Directory(source.tree, source.facts);
      // A new directory is empty, which is a fact to write even when nothing follows.
      child.factsChanged = source === null;
      parent.setDirectory(name, child);
      if (child.facts >= 0) parent.factsChanged = true;
      this.#mark(source === null ? [...chain, child] : chain);
      if (from === null) this.#events.push(['A', path]);
      else this.#events.push(['C', path, from.path, from.revision]);
      if (properties !== null) {
        this.#load(child);
        this.#mark([...chain, child]);
        this.#changeDirectory(child, path, record, properties);
      }
      return;
    }
    this.#writeFile(chain, path, name, source ?? NEW_FILE, record, properties, text);
  }

  #writeFile(
    chain: Directory[],
    path: string,
    name: string,
    base: NodeState,
    record: DumpRecord,
    properties: PropertyChange[] | null,
    text: NodeText,
  ): void {
    const parent = chain[chain.length - 1] as Directory;
    const flags = this.#flagsAfter(base.flags, path, record, properties);
    this.#mark(chain);
    this.#touch(path);
    const plainMode = flags & EXECUTABLE ? MODE_EXECUTABLE : MODE_FILE;
    if (text.kind === 'blob') return setFile(parent, name, plainMode, text.number, flags);
    if (text.kind === 'none' && base.blob >= 0 && ((flags ^ base.flags) & SPECIAL) === 0) {
      return setFile(parent, name, base.mode === MODE_SYMLINK ? MODE_SYMLINK : plainMode, base.blob, flags);
    }
    const stored = base.blob < 0 ? Buffer.alloc(0) : this.#store.read(base.blob);
    const baseText = base.mode === MODE_SYMLINK ? Buffer.concat([LINK, stored]) : stored;
    let bytes: Buffer;
    let delta: Buffer | null = null;
    if (text.kind === 'none') {
      bytes = framed(baseText.length);
      baseText.copy(bytes, FRAME);
    } else if (record.headers.get('Text-delta') === 'true') {
      const size = targetSize(text.bytes);
      const plain = base.blob >= 0 && base.mode !== MODE_SYMLINK && (flags & SPECIAL) === 0;
      if (plain) this.#builder.start(baseText.length, size, size >> 1);
      bytes = applySvndiff(text.bytes, baseText, size, plain ? this.#builder : null);
      if (plain) delta = this.#builder.finish();
    } else {
      bytes = framed(text.bytes.length);
      text.bytes.copy(bytes, FRAME);
    }
    const payload = bytes.subarray(FRAME);
    const md5 = record.headers.get('Text-content-md5');
    if (md5 !== undefined && text.kind === 'memory' && hash('md5', payload, 'hex') !== md5) {
      throw new DumpError(`the text of a file in r${this.#revision} does not have the checksum that the source says`);
    }
    if (flags & SPECIAL) {
      if (payload.length >= LINK.length && payload.subarray(0, LINK.length).equals(LINK)) {
        return setFile(parent, name, MODE_SYMLINK, this.#addBlob(payload.subarray(LINK.length)), flags);
      }
      noteOddSpecial(this.#findings, path, this.#revision);
    }
    const oid = hashFramed(OBJECT_BLOB, bytes);
    const known = this.#store.table.find(oid);
    const blob =
      known >= 0
        ? known
        : delta === null
          ? this.#store.addNew(OBJECT_BLOB, oid, payload)
          : this.#store.addDelta(OBJECT_BLOB, oid, payload, base.blob, delta);
    setFile(parent, name, plainMode, blob, flags);
  }

  #addBlob(payload: Buffer): number {
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    return this.#store.addFramed(OBJECT_BLOB, bytes);
  }

  #flagsAfter(before: number, path: string, record: DumpRecord, properties: PropertyChange[] | null): number {
    if (properties === null) return before;
    let flags = record.headers.get('Prop-delta') === 'true' ? before : 0;
    for (const [name, value] of properties) {
      const bit = name === 'svn:executable' ? EXECUTABLE : name === 'svn:special' ? SPECIAL : 0;
      flags = value === null ? flags & ~bit : flags | bit;
      if (value !== null) notePropertySet(this.#findings, name, path, this.#revision);
    }
    return flags;
  }

  #changeDirectory(directory: Directory, path: string, record: DumpRecord, properties: PropertyChange[] | null): void {
    if (properties === null) return;
    this.#load(directory);
    const before = JSON.stringify([...directory.properties]);
    if (record.headers.get('Prop-delta') !== 'true') directory.properties.clear();
    for (const [name, value] of properties) {
      if (value !== null) notePropertySet(this.#findings, name, path, this.#revision);
      if (!KEPT_PROPERTIES.has(name)) continue;
      if (value === null) directory.properties.delete(name);
      else directory.properties.set(name, value);
    }
    if (JSON.stringify([...directory.properties]) !== before) directory.factsChanged = true;
    // A directory that was just added is an event already.
    if (record.headers.get('Node-action') === 'change') this.#events.push(['P', path]);
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
      const child = at.get(path.slice(from, slash))?.child;
      if (!child) throw new DumpError(`r${this.#revision} names a path whose folder does not exist`);
      this.#load(child);
      chain.push(child);
      at = child;
      from = slash + 1;
    }
    return chain;
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
  #lookUp(path: string, revision: number): (NodeState & RevisionRoot & { directory: boolean }) | null {
    if (revision >= this.#revision || revision < 0)
      throw new DumpError(`r${this.#revision} copies from a revision that is not older`);
    const root = this.#rootOf(revision);
    let at = new Directory(root.tree, root.facts);
    const names = path === '' ? [] : path.split('/');
    for (let i = 0; i < names.length; i++) {
      at.load(this.#store, this.#facts);
      const entry = at.get(names[i] as string);
      if (entry === undefined) return null;
      if (entry.child === null) {
        if (i < names.length - 1) return null;
        return { blob: entry.blob, mode: entry.mode, flags: entry.flags, tree: -1, facts: -1, directory: false };
      }
      at = entry.child;
    }
    return { blob: -1, mode: MODE_DIRECTORY, flags: 0, tree: at.tree, facts: at.facts, directory: true };
  }
}

function setFile(parent: Directory, name: string, mode: string, blob: number, flags: number): void {
  parent.setFile(name, mode, blob, flags);
  if (flags !== flagsOfMode(mode)) parent.factsChanged = true;
}

function pathOf(record: DumpRecord): string {
  const path = (record.headers.get('Node-path') ?? '').replace(/^\/+|\/+$/g, '');
  if (
    path !== '' &&
    path.split('/').some((name) => name === '' || name === '.' || name === '..' || name.includes('\0'))
  ) {
    throw new DumpError('the source names an impossible path');
  }
  return path;
}

function copySource(record: DumpRecord): { path: string; revision: number } | null {
  const path = record.headers.get('Node-copyfrom-path');
  const revision = record.headers.get('Node-copyfrom-rev');
  if (path === undefined || revision === undefined) return null;
  return { path: path.replace(/^\/+|\/+$/g, ''), revision: Number(revision) };
}
