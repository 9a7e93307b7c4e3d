/** A pack that is written from its beginning to its end, under a temporary name until it and its index are durable. */
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { renamePatiently } from '../../files/patient-rename.ts';

const BUFFER = (4 << 20) + 4096;
/** So much lets the disk begin. */
const EARLY = 32 << 20;

export class NewPack {
  readonly #file: FileHandle;
  /** `git gc` and `git prune` remove files of this name that are old. */
  readonly #unfinished: string;
  readonly #folder: string;
  readonly #sum;
  #buffer = Buffer.allocUnsafe(BUFFER);
  #other = Buffer.allocUnsafe(BUFFER);
  #buffered = 0;
  #flushed = 0;
  #synced = 0;
  #syncing: Promise<void> | null = null;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(file: FileHandle, folder: string, unfinished: string, idBytes: number) {
    this.#file = file;
    this.#folder = folder;
    this.#unfinished = unfinished;
    this.#sum = createHash(idBytes === 32 ? 'sha256' : 'sha1');
  }

  /** @param objects how many entries it will have @param idBytes 20, or 32 in a repository of SHA-256 */
  static async begin(folder: string, objects: number, idBytes: number): Promise<NewPack> {
    const unfinished = join(folder, `tmp_pack_${randomUUID()}`);
    const pack = new NewPack(await open(unfinished, 'wx', 0o444), folder, unfinished, idBytes);
    const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
    header.writeUInt32BE(objects, 8);
    pack.put(header);
    return pack;
  }

  /** Bytes so far. */
  get length(): number {
    return this.#flushed + this.#buffered;
  }

  /** Whether so many bytes can be put before `flush`; 4 MB and a header always fit behind it. */
  fits(bytes: number): boolean {
    return this.#buffered + bytes <= BUFFER;
  }

  /** Bytes that fit. */
  put(bytes: Buffer): void {
    bytes.copy(this.#buffer, this.#buffered);
    this.#buffered += bytes.length;
  }

  /** Begins to write what was put, and waits for what was written before. @throws what the file system says */
  async flush(): Promise<void> {
    const bytes = this.#buffer.subarray(0, this.#buffered);
    this.#sum.update(bytes);
    await this.#writing;
    this.#writing = this.#write(bytes, this.#flushed);
    // Whoever waits next hears of it.
    this.#writing.catch(() => undefined);
    this.#flushed += bytes.length;
    this.#buffered = 0;
    this.#syncEarly();
    [this.#buffer, this.#other] = [this.#other, this.#buffer];
  }

  /**
   * Ends the pack and gives it and its index their names, the pack first: git ignores a pack without an index.
   * @param indexOf makes the index, in pieces, from the checksum that ends the pack
   * @returns path of the pack
   */
  async finish(indexOf: (sum: Buffer) => Iterable<Buffer>): Promise<string> {
    await this.flush();
    await this.#writing;
    const sum = this.#sum.digest();
    await this.#write(sum, this.#flushed);
    const flushed = this.#file.sync();
    // Whoever waits for it hears of it.
    flushed.catch(() => undefined);
    const index = await open(this.#unfinishedIndex, 'wx', 0o444);
    try {
      for (const piece of indexOf(sum)) await index.writeFile(piece);
      await index.sync();
    } finally {
      await index.close();
    }
    await flushed;
    await this.#syncing;
    await this.#file.close();
    const final = join(this.#folder, `pack-${sum.toString('hex')}`);
    // The name is the content's checksum.
    if (existsSync(`${final}.pack`) && existsSync(`${final}.idx`)) await this.#remove();
    else {
      await renamePatiently(this.#unfinished, `${final}.pack`);
      await renamePatiently(this.#unfinishedIndex, `${final}.idx`);
    }
    return `${final}.pack`;
  }

  /** Lets the disk begin early, so that the end has little to wait for. */
  #syncEarly(): void {
    if (this.#syncing !== null || this.#flushed - this.#synced < EARLY) return;
    this.#synced = this.#flushed;
    const end = () => {
      this.#syncing = null;
    };
    // The end syncs again, and hears of what fails.
    this.#syncing = this.#file.datasync().then(end, end);
  }

  /** Leaves nothing of it. */
  async discard(): Promise<void> {
    await this.#writing.catch(() => undefined);
    await this.#syncing;
    await this.#file.close().catch(() => undefined);
    await this.#remove();
  }

  get #unfinishedIndex(): string {
    return this.#unfinished.replace('tmp_pack_', 'tmp_idx_');
  }

  async #remove(): Promise<void> {
    for (const path of [this.#unfinished, this.#unfinishedIndex]) await rm(path, { force: true });
  }

  async #write(bytes: Buffer, position: number): Promise<void> {
    for (let at = 0; at < bytes.length; ) {
      at += (await this.#file.write(bytes, at, bytes.length - at, position + at)).bytesWritten;
    }
  }
}
