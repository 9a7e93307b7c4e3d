/** Properties: of files and folders from their texts, of revisions from files of their own. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { type PropertyChange, parseProperties } from '../dump/parser.ts';
import { wholeFile } from './block-files.ts';
import { FsfsError } from './fsfs-error.ts';
import { type FsfsLayout, folderOf } from './layout.ts';
import type { Representation } from './node-revision.ts';
import type { RevisionFiles } from './revision-files.ts';
import { wholeText } from './texts.ts';

/** What ends a list in a repository; in a dump it is "PROPS-END". */
const END = 'END';
/** Lists of nodes that are kept: a few serve all files of a project. */
const MOST_LISTS = 512;
const MOST_BYTES = 64 << 20;
/** Packs of properties take 64 KB unless one list is longer; kept for the revisions that follow. */
const MOST_PACKS = 4;

type Properties = ReadonlyMap<string, string>;

const NONE: Properties = new Map();

export class PropertyLists {
  readonly #files: RevisionFiles;
  readonly #layout: FsfsLayout;
  readonly #lists = new Map<string, Properties>();
  readonly #packs = new Map<string, Buffer[]>();
  readonly #manifests = new Map<string, string[]>();

  constructor(files: RevisionFiles) {
    this.#files = files;
    this.#layout = files.layout;
  }

  /** @param text where a node's properties lie; null for none @throws FsfsError */
  ofNode(text: Representation | null): Properties {
    if (text === null) return NONE;
    const key = `${text.revision}/${text.item}`;
    const known = this.#lists.get(key);
    if (known !== undefined) return known;
    const list = listOf(wholeText(this.#files, text, MOST_BYTES));
    if (this.#lists.size >= MOST_LISTS) this.#lists.clear();
    this.#lists.set(key, list);
    return list;
  }

  /** @throws FsfsError */
  ofRevision(revision: number): Map<string, string> {
    const layout = this.#layout;
    // The first revision's are never packed.
    if (revision === 0 || revision >= layout.firstUnpackedProperties)
      return listOf(wholeFile(join(folderOf(layout, 'revprops', revision, false), String(revision))));
    const folder = folderOf(layout, 'revprops', revision, true);
    const manifest = this.#manifestOf(folder);
    // The pack of the first revisions has no line for revision 0.
    const first = Math.max(1, revision - (revision % layout.shard));
    const name = manifest[revision - first];
    const match = /^(\d+)\.\d+$/.exec(name ?? '');
    if (name === undefined || match === null) throw new FsfsError('a pack of properties does not name its files');
    const list = this.#packOf(join(folder, name), Number(match[1]))[revision - Number(match[1])];
    if (list === undefined) throw new FsfsError('a pack of properties does not hold its revisions');
    return listOf(list);
  }

  #manifestOf(folder: string): string[] {
    const known = this.#manifests.get(folder);
    if (known !== undefined) return known;
    const manifest = wholeFile(join(folder, 'manifest')).toString('latin1').split('\n');
    this.#manifests.clear();
    this.#manifests.set(folder, manifest);
    return manifest;
  }

  #packOf(path: string, first: number): Buffer[] {
    const known = this.#packs.get(path);
    if (known !== undefined) return known;
    if (!existsSync(path)) throw new FsfsError('a pack of properties was written anew meanwhile');
    const pack = readPack(wholeFile(path), first);
    if (this.#packs.size >= MOST_PACKS) this.#packs.clear();
    this.#packs.set(path, pack);
    return pack;
  }
}

/**
 * Lists of several revisions: their number of bytes, the same deflated where that is shorter; within, the first revision, how
 * many, the bytes of each, and an empty line before them.
 */
function readPack(file: Buffer, first: number): Buffer[] {
  let size = 0;
  let at = 0;
  for (let more = true; more; at++) {
    const byte = file[at];
    if (byte === undefined || at > 7) throw new FsfsError('a pack of properties is none');
    size = size * 128 + (byte & 0x7f);
    more = byte >= 0x80;
  }
  const body = file.subarray(at);
  if (size > MOST_BYTES) throw new FsfsError('a pack of properties is too large');
  const bytes = body.length === size ? body : inflateSync(body, { maxOutputLength: size });
  const end = bytes.indexOf('\n\n');
  const [start, count, ...sizes] = bytes.toString('latin1', 0, Math.max(0, end)).split('\n').map(Number);
  if (start !== first || count !== sizes.length) throw new FsfsError('a pack of properties does not say what it holds');
  const lists: Buffer[] = [];
  let from = end + 2;
  for (const length of sizes) {
    if (!(length >= 0 && from + length <= bytes.length)) throw new FsfsError('a pack of properties is cut short');
    lists.push(bytes.subarray(from, from + length));
    from += length;
  }
  return lists;
}

function listOf(bytes: Buffer): Map<string, string> {
  const list = new Map<string, string>();
  for (const [name, value] of bytes.length === 0 ? [] : parseProperties(bytes, END))
    if (value !== null) list.set(name, value);
  return list;
}

/** What turns one list into the other. */
export function changesBetween(before: Properties, after: Properties): PropertyChange[] {
  const changes: PropertyChange[] = [];
  for (const [name, value] of after) if (before.get(name) !== value) changes.push([name, value]);
  for (const name of before.keys()) if (!after.has(name)) changes.push([name, null]);
  return changes;
}
