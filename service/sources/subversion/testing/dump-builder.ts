/** Writes Subversion dumps (format 2, notes/dump-load-format.txt) for tests and benchmarks. */
import { createHash } from 'node:crypto';

export interface NodeOptions {
  /** Values are bytes as latin1 strings; null with `copy` has no meaning. */
  properties?: Record<string, string>;
  copy?: { path: string; revision: number };
}

export interface RevisionOptions {
  /** null leaves svn:author out. */
  author?: string | null;
  /** Written as it is; null leaves svn:date out. */
  date?: string | null;
}

/** Gives the dump piece by piece: strings are UTF-8 unless a Buffer is passed. */
export class DumpBuilder {
  readonly #write: (bytes: Buffer) => void;
  #revision = 0;

  /** @param write gets each piece in order */
  constructor(write: (bytes: Buffer) => void, uuid = '5f3c1f2e-8a58-4bb9-9a7c-0d1c6f4d7a11') {
    this.#write = write;
    this.#text(`SVN-fs-dump-format-version: 2\n\nUUID: ${uuid}\n\n`);
  }

  /** Number of the revision that nodes are added to. */
  get number(): number {
    return this.#revision;
  }

  revision(log: string | Buffer, options: RevisionOptions = {}): this {
    this.#revision += 1;
    const properties: Record<string, string | Buffer> = { 'svn:log': log };
    const author = options.author === undefined ? 'alice' : options.author;
    if (author !== null) properties['svn:author'] = author;
    const date = options.date === undefined ? isoDate(this.#revision) : options.date;
    if (date !== null) properties['svn:date'] = date;
    const block = propertyBlock(properties);
    this.#text(
      `Revision-number: ${this.#revision}\nProp-content-length: ${block.length}\nContent-length: ${block.length}\n\n`,
    );
    this.#write(block);
    this.#text('\n');
    return this;
  }

  dir(path: string, options: NodeOptions = {}): this {
    return this.#node(path, 'add', 'dir', options, null);
  }

  file(path: string, text: string | Buffer, options: NodeOptions = {}): this {
    return this.#node(path, 'add', 'file', options, Buffer.from(text as string));
  }

  /** New text and, when given, a new whole set of properties. */
  change(path: string, text: string | Buffer | null, options: NodeOptions = {}): this {
    return this.#node(path, 'change', 'file', options, text === null ? null : Buffer.from(text as string));
  }

  changeDir(path: string, properties: Record<string, string>): this {
    return this.#node(path, 'change', 'dir', { properties }, null);
  }

  copyDir(path: string, from: string, revision: number, properties?: Record<string, string>): this {
    return this.#node(
      path,
      'add',
      'dir',
      { copy: { path: from, revision }, ...(properties ? { properties } : {}) },
      null,
    );
  }

  copyFile(path: string, from: string, revision: number, text: string | Buffer | null = null): this {
    return this.#node(
      path,
      'add',
      'file',
      { copy: { path: from, revision } },
      text === null ? null : Buffer.from(text as string),
    );
  }

  delete(path: string): this {
    this.#text(`Node-path: ${path}\nNode-action: delete\n\n\n`);
    return this;
  }

  #node(path: string, action: string, kind: string, options: NodeOptions, text: Buffer | null): this {
    let head = `Node-path: ${path}\nNode-kind: ${kind}\nNode-action: ${action}\n`;
    if (options.copy) head += `Node-copyfrom-rev: ${options.copy.revision}\nNode-copyfrom-path: ${options.copy.path}\n`;
    const isNew = action === 'add' && !options.copy;
    const block = options.properties || isNew ? propertyBlock(options.properties ?? {}) : null;
    if (block) head += `Prop-content-length: ${block.length}\n`;
    if (text)
      head += `Text-content-length: ${text.length}\nText-content-md5: ${createHash('md5').update(text).digest('hex')}\n`;
    if (block || text) head += `Content-length: ${(block?.length ?? 0) + (text?.length ?? 0)}\n`;
    this.#text(`${head}\n`);
    if (block) this.#write(block);
    if (text) this.#write(text);
    this.#text('\n\n');
    return this;
  }

  #text(text: string): void {
    this.#write(Buffer.from(text));
  }
}

function propertyBlock(properties: Record<string, string | Buffer>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, value] of Object.entries(properties)) {
    const bytes = Buffer.from(value as string);
    parts.push(Buffer.from(`K ${Buffer.byteLength(name)}\n${name}\nV ${bytes.length}\n`), bytes, Buffer.from('\n'));
  }
  return Buffer.concat([...parts, Buffer.from('PROPS-END\n')]);
}

/** One hour a revision from 2004 on, in Subversion's form. */
function isoDate(revision: number): string {
  return new Date(Date.UTC(2004, 0, 1) + revision * 3_600_000).toISOString().replace('Z', '000Z');
}
