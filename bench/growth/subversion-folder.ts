/**
 * A Subversion repository written as files: `svnadmin load` makes some 700 revisions a second, and a million are asked for.
 *
 * FSFS format 6 (Subversion 1.8), in shards that are packed where they are whole, every text and folder stored whole. The
 * format: subversion/libsvn_fs_fs/structure of Subversion 1.14, and revprops.c there for packed revision properties. It knows no
 * copies: branches and tags are made by `svnadmin load`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Output } from './output.ts';

const SHARD = 1000;
/** As many as `svnadmin pack` puts into one file of 64 KB, roughly. */
const PROPERTIES_A_FILE = 100;

interface Entry {
  node: string;
  /** `<node>.<copy>.r<revision>/<offset>`; null before it was written. */
  id: string | null;
  /** Revisions of it so far. */
  count: number;
  /** Null for a file. */
  entries: Map<string, Entry> | null;
}

/** What a file holds: all of it, or pieces that are made while they are written. */
export type Content = Buffer | { pieces: () => Iterable<Buffer> };

export interface Change {
  /** Folders on its way are made where there are none. */
  path: string;
  content: Content;
}

/** Writes revisions one after the other, without ever waiting: the bench's process does nothing else meanwhile. */
export class SubversionFolder {
  readonly #database: string;
  /** The first revision that is in no pack. */
  readonly #packed: number;
  readonly #root: Entry = { node: '0', id: null, count: 0, entries: new Map() };
  /** Folders with something new in them, which are not written yet. */
  readonly #touched = new Set<Entry>();
  #nodes = 0;
  #revision = -1;
  #output: Output | null = null;
  /** Where the revision that is written begins: offsets are counted from there. */
  #start = 0;
  #starts: number[] = [];
  #properties: Buffer[] = [];

  /**
   * @param path does not exist yet
   * @param revisions how many there will be besides revision 0
   */
  constructor(path: string, revisions: number) {
    execFileSync('svnadmin', ['create', '--compatible-version', '1.8', path]);
    this.#database = join(path, 'db');
    this.#packed = Math.floor((revisions + 1) / SHARD) * SHARD;
    for (const kind of ['revs', 'revprops']) rmSync(join(this.#database, kind, '0'), { recursive: true });
    // The properties of revision 0 are in no pack.
    mkdirSync(join(this.#database, 'revprops', '0'));
    writeFileSync(join(this.#database, 'revprops', '0', '0'), propertiesOf({ 'svn:date': dateOf(0) }));
    this.#next([]);
  }

  revision(author: string, log: string, changes: readonly Change[]): void {
    this.#next(changes);
    this.#properties.push(propertiesOf({ 'svn:author': author, 'svn:date': dateOf(this.#revision), 'svn:log': log }));
    if (this.#revision >= this.#packed)
      writeFileSync(this.#place('revprops', `${this.#revision}`), this.#properties.pop() as Buffer);
    else if (this.#revision % SHARD === SHARD - 1) this.#packProperties();
  }

  close(): void {
    writeFileSync(join(this.#database, 'min-unpacked-rev'), `${this.#packed}\n`);
    writeFileSync(join(this.#database, 'current'), `${this.#revision}\n`);
    execFileSync('svnadmin', ['verify', '-q', '-r', `${this.#revision}`, join(this.#database, '..')]);
  }

  /** A file of the shard of this revision. */
  #place(kind: 'revs' | 'revprops', name: string): string {
    const isPacked = this.#revision < this.#packed;
    const folder = join(this.#database, kind, `${Math.floor(this.#revision / SHARD)}${isPacked ? '.pack' : ''}`);
    mkdirSync(folder, { recursive: true });
    return join(folder, name);
  }

  #next(changes: readonly Change[]): void {
    this.#revision += 1;
    const isPacked = this.#revision < this.#packed;
    this.#output ??= new Output(this.#place('revs', isPacked ? 'pack' : `${this.#revision}`));
    this.#start = this.#output.length;
    this.#starts.push(this.#start);
    const listed: string[] = [];
    for (const change of changes) this.#change(change, listed);
    this.#writeFolder(this.#root, '/');
    const changesAt = this.#output.length - this.#start;
    const rootAt = this.#root.id?.split('/')[1];
    this.#output.write(Buffer.from(`${listed.join('')}\n${rootAt} ${changesAt}\n`));
    if (isPacked && this.#revision % SHARD !== SHARD - 1) return;
    this.#output.close();
    this.#output = null;
    if (isPacked) writeFileSync(this.#place('revs', 'manifest'), lines(this.#starts));
    this.#starts = [];
  }

  /** Writes the file at once, and marks the folders above it as to be written. */
  #change({ path, content }: Change, listed: string[]): void {
    const names = path.split('/');
    let folder = this.#root;
    for (const [depth, name] of names.entries()) {
      const entries = folder.entries as Map<string, Entry>;
      const isFile = depth === names.length - 1;
      const before = entries.get(name);
      const entry = before ?? this.#entry(isFile);
      entries.set(name, entry);
      const here = `/${names.slice(0, depth + 1).join('/')}`;
      if (isFile) this.#writeNode(entry, 'file', here, content);
      if (isFile || before === undefined) {
        const action = `${before === undefined ? 'add' : 'modify'}-${isFile ? 'file' : 'dir'}`;
        listed.push(`${entry.node}.0.t${this.#revision - 1}-0 ${action} ${isFile} false ${here}\n\n`);
      }
      if (!isFile) this.#touched.add(entry);
      folder = entry;
    }
  }

  #entry(isFile: boolean): Entry {
    this.#nodes += 1;
    const node = `${this.#nodes.toString(36)}-${this.#revision}`;
    return { node, id: null, count: 0, entries: isFile ? null : new Map() };
  }

  #writeFolder(folder: Entry, path: string): void {
    const entries = folder.entries as Map<string, Entry>;
    let listing = '';
    for (const [name, entry] of entries) {
      if (this.#touched.delete(entry)) this.#writeFolder(entry, path === '/' ? `/${name}` : `${path}/${name}`);
      const value = `${entry.entries === null ? 'file' : 'dir'} ${entry.id}`;
      listing += `K ${Buffer.byteLength(name)}\n${name}\nV ${value.length}\n${value}\n`;
    }
    this.#writeNode(folder, 'dir', path, Buffer.from(`${listing}END\n`));
  }

  #writeNode(entry: Entry, kind: 'file' | 'dir', path: string, content: Content): void {
    const output = this.#output as Output;
    const textAt = output.length - this.#start;
    const sum = createHash('md5');
    output.write(Buffer.from('PLAIN\n'));
    for (const piece of Buffer.isBuffer(content) ? [content] : content.pieces()) {
      sum.update(piece);
      output.write(piece);
    }
    const size = output.length - this.#start - textAt - 'PLAIN\n'.length;
    output.write(Buffer.from('ENDREP\n'));
    const before = entry.id;
    entry.id = `${entry.node}.0.r${this.#revision}/${output.length - this.#start}`;
    output.write(
      Buffer.from(
        `id: ${entry.id}\ntype: ${kind}\n${before === null ? '' : `pred: ${before}\n`}count: ${entry.count}\n` +
          `text: ${this.#revision} ${textAt} ${size} ${size} ${sum.digest('hex')}\ncpath: ${path}\ncopyroot: 0 /\n\n`,
      ),
    );
    entry.count += 1;
  }

  /** Revision properties of a shard: `<first>.0` files with a head of sizes, behind the length of all, and a manifest. */
  #packProperties(): void {
    const first = this.#revision - this.#properties.length + 1;
    const manifest: string[] = [];
    for (let at = 0; at < this.#properties.length; at += PROPERTIES_A_FILE) {
      const part = this.#properties.slice(at, at + PROPERTIES_A_FILE);
      const head = `${first + at}\n${part.length}\n${lines(part.map((bytes) => bytes.length))}\n`;
      const whole = Buffer.concat([Buffer.from(head), ...part]);
      writeFileSync(this.#place('revprops', `${first + at}.0`), Buffer.concat([variableLength(whole.length), whole]));
      manifest.push(...part.map(() => `${first + at}.0`));
    }
    writeFileSync(this.#place('revprops', 'manifest'), lines(manifest));
    this.#properties = [];
  }
}

const lines = (values: readonly (string | number)[]) => values.map((value) => `${value}\n`).join('');

/** A number as svndiff writes it: seven bits a byte, the highest first. */
function variableLength(value: number): Buffer {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return Buffer.from(bytes);
}

function propertiesOf(values: Record<string, string>): Buffer {
  const all = Object.entries(values).map(
    ([name, value]) => `K ${name.length}\n${name}\nV ${Buffer.byteLength(value)}\n${value}\n`,
  );
  return Buffer.from(`${all.join('')}END\n`);
}

/** Ten minutes a revision from 2004 on. */
function dateOf(revision: number): string {
  return new Date(Date.UTC(2004, 0, 1) + revision * 600_000).toISOString().replace('Z', '000Z');
}
