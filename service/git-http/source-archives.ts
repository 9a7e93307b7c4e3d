/** The files of a commit as one archive, made by git while they are sent. */
import { runGit } from '../git/git.ts';
import { Places } from './places.ts';

export type ArchiveFormat = 'tarball' | 'zipball';

/** Gits that write archives at the same time; further ones wait. */
const MOST_AT_ONCE = 4;

export class SourceArchives {
  readonly #places = new Places(MOST_AT_ONCE);
  readonly #closing = new AbortController();
  readonly #running = new Set<Promise<unknown>>();

  /**
   * Git ends when all was read, when the reader goes away, and with the engine. Large files are the pointers that git has.
   * @param who id of the account that was given the address
   * @param prefix folder of the archive that all lies in
   */
  async open(
    who: number,
    repository: string,
    commit: string,
    format: ArchiveFormat,
    prefix: string,
  ): Promise<ReadableStream<Uint8Array>> {
    const release = await this.#places.take(who, this.#closing.signal);
    const run = runGit({
      args: ['--git-dir', repository, 'archive', `--format=${FORMATS[format]}`, `--prefix=${prefix}/`, commit],
      onStdout: 'stream',
      signal: this.#closing.signal,
    });
    const ended = run.done.then(release, release).finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    const output = run.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    return new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          try {
            const { value, done } = await output.next();
            if (done !== true) return controller.enqueue(value);
            await run.done;
            controller.close();
          } catch (error) {
            controller.error(error);
          }
        },
        cancel: () => run.stop(),
      },
      { highWaterMark: 1 },
    );
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#running);
  }
}

const FORMATS: Record<ArchiveFormat, string> = { tarball: 'tar.gz', zipball: 'zip' };
