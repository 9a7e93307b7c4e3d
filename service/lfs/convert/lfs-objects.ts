/**
 * Contents of large blobs as Git LFS keeps them: `lfs/objects/ab/cd/<sha256>`, and the pointers that stand for them
 * (https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md).
 */

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { writeDurably } from '../../files/durable-file.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { runGit } from '../../git/git.ts';
import { unreadable } from '../../git/rewrite/history.ts';
import type { LfsObject } from '../../vocabulary/history.ts';

/** How names of objects begin that are being written. */
export const UNFINISHED = 'unfinished-';

/** The text that Git keeps in place of the content. */
export function pointerText({ oid, size }: LfsObject): string {
  return `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${size}\n`;
}

/** Id of the pointer's blob. */
export function pointerId(object: LfsObject): string {
  const text = pointerText(object);
  return createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
}

/** What a pointer says; null for any other text. */
export function readPointer(text: string): LfsObject | null {
  const found = /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize (\d{1,15})\n$/.exec(
    text,
  );
  return found === null ? null : { oid: found[1] as string, size: Number(found[2]) };
}

/** Where an object lies below a folder `lfs/objects`. */
export function objectPath(folder: string, oid: string): string {
  return join(folder, oid.slice(0, 2), oid.slice(2, 4), oid);
}

export interface ExtractOptions {
  repository: string;
  /** Folder `lfs/objects` that the contents go to. */
  folder: string;
  signal: AbortSignal;
  onBytes(bytes: number): void;
}

/**
 * Writes the contents of blobs as LFS objects, never one of them whole in memory. What an earlier call wrote is
 * used again: `known.json` beside the objects says which blob became which object.
 * @throws Failure when git cannot read a blob
 */
export async function extractObjects(
  blobs: readonly string[],
  options: ExtractOptions,
): Promise<Map<string, LfsObject>> {
  const { folder } = options;
  const note = join(folder, 'known.json');
  const known = new Map<string, LfsObject>(existsSync(note) ? JSON.parse(readFileSync(note, 'utf8')) : []);
  const isThere = (blob: string) => {
    const object = known.get(blob);
    if (object === undefined) return false;
    const path = objectPath(folder, object.oid);
    return existsSync(path) && statSync(path).size === object.size;
  };
  const missing = blobs.filter((blob) => !isThere(blob));
  if (missing.length > 0) {
    await mkdir(folder, { recursive: true });
    for (const name of await readdir(folder)) {
      // A crash left it.
      if (name.startsWith(UNFINISHED)) await rm(join(folder, name), { force: true });
    }
    for (const [blob, object] of await extract(missing, options)) known.set(blob, object);
    await writeDurably(note, JSON.stringify([...known]));
  }
  return new Map(blobs.flatMap((blob) => [[blob, known.get(blob) as LfsObject] as const]));
}

async function extract(blobs: readonly string[], options: ExtractOptions): Promise<Map<string, LfsObject>> {
  const { repository, signal, folder, onBytes } = options;
  const cat = runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch'],
    signal,
    stdin: `${blobs.join('\n')}\n`,
    onStdout: 'stream',
    failure: ({ stderrTail }) => unreadable(stderrTail),
  });
  const objects = new Map<string, LfsObject>();
  let writer: ObjectWriter | null = null;
  try {
    const stream = new BatchStream(cat.stdout);
    for (const blob of blobs) {
      const [, type, size] = (await stream.line()).split(' ');
      if (type !== 'blob') throw unreadable(`${blob} is ${type ?? 'missing'}`);
      writer = await ObjectWriter.open(folder);
      let left = Number(size);
      while (left > 0) {
        const piece = await stream.piece(left);
        await writer.write(piece);
        left -= piece.length;
        onBytes(piece.length);
      }
      await stream.piece(1);
      objects.set(blob, await writer.finish());
      writer = null;
    }
  } catch (error) {
    await cat.stop();
    await writer?.abandon();
    throw error instanceof RangeError ? unreadable(error.message) : error;
  }
  await cat.done;
  return objects;
}

/** The output of `git cat-file --batch`, in lines and pieces. */
class BatchStream {
  readonly #chunks: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async #more(): Promise<void> {
    const { value, done } = await this.#chunks.next();
    if (done === true) throw new RangeError('git ended inside an object');
    this.#held = this.#held.length === 0 ? value : Buffer.concat([this.#held, value]);
  }

  async line(): Promise<string> {
    let end = this.#held.indexOf(0x0a);
    for (; end < 0; end = this.#held.indexOf(0x0a)) await this.#more();
    const line = this.#held.toString('latin1', 0, end);
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  /** At least one byte, at most `limit`. */
  async piece(limit: number): Promise<Buffer> {
    if (this.#held.length === 0) await this.#more();
    const piece = this.#held.subarray(0, limit);
    this.#held = this.#held.subarray(piece.length);
    return piece;
  }
}

/** Writes one object under a name of its own, and gives it its right name when its content is known. */
export class ObjectWriter {
  readonly #folder: string;
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #sum = createHash('sha256');
  #size = 0;

  private constructor(folder: string, path: string, file: FileHandle) {
    this.#folder = folder;
    this.#path = path;
    this.#file = file;
  }

  static async open(folder: string): Promise<ObjectWriter> {
    const path = join(folder, UNFINISHED + randomUUID());
    return new ObjectWriter(folder, path, await open(path, 'w', 0o644));
  }

  async write(bytes: Buffer): Promise<void> {
    this.#sum.update(bytes);
    this.#size += bytes.length;
    await this.#file.writeFile(bytes);
  }

  /** @param wanted what it is to be; anything else is not kept */
  async finish(wanted: LfsObject | null = null): Promise<LfsObject> {
    const object = { oid: this.#sum.digest('hex'), size: this.#size };
    if (wanted !== null && (wanted.oid !== object.oid || wanted.size !== object.size)) {
      await this.abandon();
      return object;
    }
    await this.#file.sync();
    await this.#file.close();
    const path = objectPath(this.#folder, object.oid);
    await mkdir(dirname(path), { recursive: true });
    await renamePatiently(this.#path, path);
    return object;
  }

  async abandon(): Promise<void> {
    await this.#file.close().catch(() => undefined);
    await rm(this.#path, { force: true });
  }
}
