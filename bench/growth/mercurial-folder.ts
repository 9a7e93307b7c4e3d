/**
 * A Mercurial repository written as files: `hg` makes some 350 changesets a second, and a million are asked for. One line of
 * changesets, each with one file. Revlogs of version 1 (mercurial/helptext/internals/revlogs.txt): files and changesets whole, manifests as
 * deltas of the one before with a whole one now and then, as hg would cut such chains.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { Output } from './output.ts';

const NULL = Buffer.alloc(20);
/** Version 1 with general deltas, data beside the index. */
const HEADER = 0x00020001;
const ENTRY = 64;
/** hg packs nothing shorter (mercurial/utils/compression.py). */
const PACKED_FROM = 44;
/** Deltas of manifests between whole ones. */
const CHAIN = 500;
const HEX = 40;

interface Added {
  node: Buffer;
  number: number;
}

class Revlog {
  readonly #index: Output;
  readonly #data: Output;
  last: Added = { node: NULL, number: -1 };

  constructor(path: string) {
    mkdirSync(dirname(path), { recursive: true });
    this.#index = new Output(`${path}.i`);
    this.#data = new Output(`${path}.d`);
  }

  /**
   * Adds a revision behind the last one.
   * @param delta of the last one; null to store the text
   */
  add(text: Buffer, delta: Buffer | null, changeset: number): Added {
    const parent = this.last;
    // The smaller parent comes first: the one that there is not.
    const node = createHash('sha1').update(NULL).update(parent.node).update(text).digest();
    const number = parent.number + 1;
    const stored = packed(delta ?? text);
    const entry = Buffer.alloc(ENTRY);
    entry.writeUIntBE(this.#data.length, 0, 6);
    if (number === 0) entry.writeUInt32BE(HEADER, 0);
    entry.writeUInt32BE(stored.length, 8);
    entry.writeUInt32BE(text.length, 12);
    entry.writeInt32BE(delta === null ? number : number - 1, 16);
    entry.writeInt32BE(changeset, 20);
    entry.writeInt32BE(parent.number, 24);
    entry.writeInt32BE(-1, 28);
    node.copy(entry, 32);
    this.#index.write(entry);
    this.#data.write(stored);
    this.last = { node, number };
    return this.last;
  }

  close(): void {
    this.#index.close();
    this.#data.close();
  }
}

/** As hg stores it: packed where that is shorter; else as it is, behind a letter unless it begins with a NUL. */
function packed(bytes: Buffer): Buffer {
  if (bytes.length >= PACKED_FROM) {
    const short = deflateSync(bytes, { level: 1 });
    if (short.length < bytes.length) return short;
  }
  return bytes.length === 0 || bytes[0] === 0 ? bytes : Buffer.concat([Buffer.from('u'), bytes]);
}

export class MercurialFolder {
  readonly #store: string;
  readonly #changelog: Revlog;
  readonly #manifest: Revlog;
  readonly #files = new Map<string, Revlog>();
  /** Paths of the manifest, sorted, and its text. */
  readonly #paths: string[] = [];
  #text = Buffer.alloc(0);

  constructor(path: string) {
    this.#store = join(path, '.hg', 'store');
    mkdirSync(this.#store, { recursive: true });
    writeFileSync(join(path, '.hg', 'requires'), 'dotencode\nfncache\ngeneraldelta\nrevlogv1\nsparserevlog\nstore\n');
    this.#changelog = new Revlog(join(this.#store, '00changelog'));
    this.#manifest = new Revlog(join(this.#store, '00manifest'));
  }

  /** @param path of letters that a store keeps as they are: small ones, digits, dots inside a name */
  changeset(user: string, seconds: number, message: string, path: string, content: Buffer): void {
    const number = this.#changelog.last.number + 1;
    const known = this.#files.get(path);
    const file = known ?? new Revlog(join(this.#store, 'data', path));
    if (known === undefined) this.#files.set(path, file);
    const { node } = file.add(content, null, number);
    const delta = this.#setLine(path, node, known === undefined);
    const manifest = this.#manifest.add(this.#text, number % CHAIN === 0 ? null : delta, number);
    const text = `${manifest.node.toString('hex')}\n${user}\n${seconds} 0\n${path}\n\n${message}`;
    this.#changelog.add(Buffer.from(text), null, number);
  }

  close(): void {
    for (const revlog of [this.#changelog, this.#manifest, ...this.#files.values()]) revlog.close();
    const names = [...this.#files.keys()].flatMap((path) => [`data/${path}.i\n`, `data/${path}.d\n`]);
    writeFileSync(join(this.#store, 'fncache'), names.join(''));
  }

  /** @returns the delta: start, end, length, and the line */
  #setLine(path: string, node: Buffer, isNew: boolean): Buffer {
    const line = Buffer.from(`${path}\0${node.toString('hex')}\n`, 'latin1');
    let at = 0;
    let index = 0;
    for (; index < this.#paths.length && (this.#paths[index] as string) < path; index++) {
      at += (this.#paths[index] as string).length + HEX + 2;
    }
    if (isNew) this.#paths.splice(index, 0, path);
    const end = isNew ? at : at + line.length;
    if (isNew) this.#text = Buffer.concat([this.#text.subarray(0, at), line, this.#text.subarray(at)]);
    else line.copy(this.#text, at);
    const head = Buffer.alloc(12);
    head.writeUInt32BE(at, 0);
    head.writeUInt32BE(end, 4);
    head.writeUInt32BE(line.length, 8);
    return Buffer.concat([head, line]);
  }
}
