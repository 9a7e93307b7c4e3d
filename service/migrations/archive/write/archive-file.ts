/** Writes an archive: members one after the other, then the whole file under its name. */
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { syncFolder } from '../../../files/durable-file.ts';
import { renamePatiently } from '../../../files/patient-rename.ts';
import { GzipFile, type WrittenArchive } from './gzip-file.ts';
import { padding, TAR_BLOCK, tarHeader } from './tar-header.ts';

export type { WrittenArchive } from './gzip-file.ts';

/** Tar ends with two empty blocks. */
const END_BYTES = 2 * TAR_BLOCK;

export class ArchiveFile {
  readonly #path: string;
  readonly #gzip: GzipFile;

  private constructor(path: string, gzip: GzipFile) {
    this.#path = path;
    this.#gzip = gzip;
  }

  /** Begins `<path>.part`. */
  static async create(path: string): Promise<ArchiveFile> {
    return new ArchiveFile(path, await GzipFile.create(`${path}.part`));
  }

  /** @param name ends with a slash */
  addFolder(name: string): Promise<void> {
    return this.#gzip.add(tarHeader({ name, size: 0 }));
  }

  async addBytes(name: string, content: Buffer): Promise<void> {
    await this.#gzip.add(tarHeader({ name, size: content.length }));
    await this.#gzip.add(content);
    await this.#gzip.addZeros(padding(content.length));
  }

  /**
   * Adds a file's content as it is now.
   * @param onBytes told how many bytes were read
   * @throws Failure when the file becomes shorter while it is read
   */
  async addFile(name: string, path: string, signal: AbortSignal, onBytes: (bytes: number) => void): Promise<void> {
    const file = await open(path, 'r');
    try {
      const { size } = await file.stat();
      await this.#gzip.add(tarHeader({ name, size }));
      for (let left = size; left > 0; ) {
        signal.throwIfAborted();
        const room = await this.#gzip.room();
        const { bytesRead } = await file.read(room, 0, Math.min(room.length, left));
        if (bytesRead === 0) {
          throw Failure.of('export.file_changed', { path });
        }
        this.#gzip.filled(bytesRead);
        onBytes(bytesRead);
        left -= bytesRead;
      }
      await this.#gzip.addZeros(padding(size));
    } finally {
      await file.close();
    }
  }

  /** Ends the archive and gives the file its name: whole on the disk, or not there. */
  async finish(): Promise<WrittenArchive> {
    await this.#gzip.addZeros(END_BYTES);
    const written = await this.#gzip.finish();
    await renamePatiently(`${this.#path}.part`, this.#path);
    await syncFolder(dirname(this.#path));
    return written;
  }

  /** Removes what was written so far. */
  async abandon(): Promise<void> {
    await this.#gzip.abandon();
    await rm(`${this.#path}.part`, { force: true });
  }
}
