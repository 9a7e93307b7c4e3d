/** Takes revisions out of a repository's own files, as `svnadmin dump --deltas` would say them. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { MODE_FILE, MODE_SYMLINK } from '../../folders/raw/directory.ts';
import type { PropertyChange } from '../dump/parser.ts';
import type { NodeRecord } from '../dump/record.ts';
import { targetSize } from '../dump/svndiff.ts';
import type { FileState, NodeText } from '../raw/file-texts.ts';
import type { RawHistory } from '../raw/history.ts';
import { addLargeText, MEMORY_LIMIT } from '../raw/large-text.ts';
import { FsfsError } from './fsfs-error.ts';
import { KnownTexts } from './known-texts.ts';
import { type ChangedPath, inDumpOrder, type NodeRevision, type Representation } from './node-revision.ts';
import { changesBetween, PropertyLists } from './property-lists.ts';
import type { RevisionFiles } from './revision-files.ts';
import { readHead, readStored, type TextHead, wholeText } from './texts.ts';

/** Bytes of a large text copied at a time. */
const COPIED = 4 << 20;

/** What a blob is as the base of a delta: a text as it is, whatever the file is now. */
const asBase = (blob: number): FileState => ({ blob, mode: MODE_FILE, flags: 0 });

export class RevisionReader {
  readonly #files: RevisionFiles;
  readonly #properties: PropertyLists;
  readonly #texts = new KnownTexts();
  readonly #history: RawHistory;

  constructor(files: RevisionFiles, history: RawHistory) {
    this.#files = files;
    this.#properties = new PropertyLists(files);
    this.#history = history;
  }

  /**
   * Adds the revision behind the last one.
   * @throws FsfsError when its files are not understood, DumpError when they do not fit what came before: what was added of it
   * is given up with the history's next opening
   */
  async add(revision: number): Promise<Map<string, string>> {
    const properties = this.#properties.ofRevision(revision);
    const changes = inDumpOrder(this.#files.changes(revision));
    const wanted = new Set(changes.filter(({ action }) => action !== 'delete').map(({ path }) => path));
    const nodes = this.#files.nodes(revision, wanted);
    this.#history.converter.begin(revision);
    for (const change of changes) await this.#apply(change, nodes.get(change.path));
    return properties;
  }

  async #apply(change: ChangedPath, node: NodeRevision | undefined): Promise<void> {
    const { converter } = this.#history;
    const record = recordOf(change, node);
    if (change.action === 'delete') {
      converter.node(record, null, { kind: 'none' });
      return;
    }
    if (node === undefined) throw new FsfsError('a revision changes a path of which it says nothing');
    const changes = this.#propertyChanges(change, node);
    if (node.isDirectory) {
      converter.node(record, changes, { kind: 'none' });
      return;
    }
    const text = await this.#textOf(change, node, record);
    const written = converter.node(record, changes, text);
    // Of a symbolic link the blob is only a part of the text.
    if (node.text !== null && written !== null && written.mode !== MODE_SYMLINK)
      this.#texts.set(node.text.revision, node.text.item, written.blob);
  }

  /** Null where they stay as they were. */
  #propertyChanges(change: ChangedPath, node: NodeRevision): PropertyChange[] | null {
    if (isNew(change)) return changesBetween(new Map(), this.#properties.ofNode(node.properties));
    if (!change.propertiesChanged) return null;
    if (node.before === null) throw new FsfsError('a revision changes a node that was not there');
    const before = this.#files.node(node.before);
    return changesBetween(this.#properties.ofNode(before.properties), this.#properties.ofNode(node.properties));
  }

  async #textOf(change: ChangedPath, node: NodeRevision, record: NodeRecord): Promise<NodeText> {
    const { text } = node;
    const mayStay = !change.textChanged && !isNew(change);
    if (text === null) return mayStay ? { kind: 'none' } : { kind: 'memory', bytes: Buffer.alloc(0) };
    const known = this.#texts.get(text.revision, text.item);
    // Only whether it is more than a path may be is asked of the size.
    if (known >= 0) return { kind: 'blob', number: known, size: this.#history.isLarge(known) ? MEMORY_LIMIT : 0 };
    if (mayStay) return { kind: 'none' };
    const head = readHead(this.#files, text);
    const base = head.base === null ? -1 : this.#texts.get(head.base.revision, head.base.item);
    // Seen before this fetch was taken up again, or no file's text.
    const isUnknown = head.base !== null && base < 0;
    if (text.length > MEMORY_LIMIT || (base >= 0 && this.#history.isLarge(base))) {
      if (isUnknown) throw new FsfsError('a large text is a change of one that was taken before');
      return await this.#largeText(text, head, base, record);
    }
    if (isUnknown) return { kind: 'memory', bytes: wholeText(this.#files, text, MEMORY_LIMIT) };
    const stored = readStored(this.#files, text, head);
    if (!head.isDelta) return { kind: 'memory', bytes: stored };
    if (targetSize(stored) > MEMORY_LIMIT) return await this.#largeText(text, head, base, record);
    return { kind: 'delta', bytes: stored, base };
  }

  #largeText(text: Representation, head: TextHead, base: number, record: NodeRecord): Promise<NodeText> {
    const bring = (path: string) => this.#copyStored(text, head, path);
    return addLargeText(this.#history, { ...record, textIsDelta: head.isDelta }, bring, base < 0 ? null : asBase(base));
  }

  #copyStored(text: Representation, head: TextHead, path: string): void {
    const file = openSync(path, 'w', 0o600);
    try {
      for (let at = 0; at < text.length; ) {
        const length = Math.min(COPIED, text.length - at);
        const bytes = this.#files.readFrom(text.revision, text.item, head.headBytes + at, length);
        if (bytes.length !== length) throw new FsfsError('a text is cut short');
        for (let done = 0; done < length; ) done += writeSync(file, bytes, done);
        at += length;
      }
    } finally {
      closeSync(file);
    }
  }
}

/** Whether nothing is left of what was there. */
function isNew({ action, copiedFrom }: ChangedPath): boolean {
  return action !== 'change' && copiedFrom === null;
}

function recordOf(change: ChangedPath, node: NodeRevision | undefined): NodeRecord {
  return {
    kind: 'node',
    path: change.path,
    action: change.action,
    isDirectory: node?.isDirectory ?? null,
    copiedFrom: change.copiedFrom,
    propertiesAreDelta: true,
    textIsDelta: false,
    textMd5: node?.text?.md5 ?? null,
    properties: null,
    textLength: -1,
  };
}
