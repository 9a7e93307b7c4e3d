/**
 * hg as the server of one repository of this disk: one Python that starts, however much is asked
 * (`hg help serve`, "cmdserver"; mercurial/commandserver.py).
 *
 * It writes frames of a channel (one letter), a length (big endian, 4 bytes) and as many bytes. Channels: `o` output,
 * `e` errors, `r` the command's result, `I` and `L` ask for input. Those in lower case that are unknown may be skipped.
 */
import { Failure } from '../../failures/failure.ts';
import { otherLines } from '../../processes/installed-tools.ts';
import { runTool } from '../../processes/run.ts';
import { BundleError, ByteReader } from './bundle/byte-reader.ts';
import { hgFailure } from './failures.ts';
import type { HgRepository } from './hg-repository.ts';
import { type HgAccess, privateConfiguration } from './hg-tool.ts';
import { type RealPath, realPathsOf } from './largefiles.ts';
import { extensionsFor } from './requirements.ts';

const FRAME_HEADER = 5;
/** Output is handed on in pieces of at most this many bytes. */
const PIECE = 1 << 16;
const ERRORS_KEPT = 8192;
const NO_INPUT = Buffer.alloc(4);

export class HgServer {
  readonly #repository: HgRepository;
  /** Of what its manifests name. */
  readonly realPath: RealPath;
  readonly #tool: ReturnType<typeof runTool>;
  readonly #reader: ByteReader;
  readonly #greeted: Promise<void>;
  /** The end of the command that runs, well or not; the next one waits for it. */
  #last: Promise<unknown> = Promise.resolve();

  /** Starts hg; what goes wrong is told by the first command. */
  constructor(access: HgAccess, repository: HgRepository) {
    this.#repository = repository;
    this.realPath = realPathsOf(repository.path);
    const extensions = extensionsFor(repository.path);
    const { env, forget } = privateConfiguration({ ...access, extensions }, null);
    this.#tool = runTool({
      command: 'hg',
      args: ['-R', repository.path, 'serve', '--cmdserver', 'pipe'],
      env,
      stdin: 'pipe',
      onStdout: 'stream',
      successExitCodes: 'any',
      signal: access.signal,
    });
    this.#tool.done.then(forget, forget);
    this.#reader = new ByteReader(this.#tool.stdout);
    this.#greeted = this.#greeting();
    this.#greeted.catch(() => undefined);
  }

  /**
   * Runs a command when those before it have ended.
   * @param onOutput gets pieces of its output, each valid until it returns
   * @returns 0, or 1 where hg found nothing to do
   * @throws Failure
   */
  run(args: readonly string[], onOutput: (piece: Buffer) => void = () => undefined): Promise<0 | 1> {
    const run = Promise.all([this.#greeted, this.#last]).then(() => this.#run(args, onOutput));
    this.#last = run.catch(() => undefined);
    return run;
  }

  /** The whole output of a command. @throws Failure */
  async output(args: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8'): Promise<string> {
    const pieces: Buffer[] = [];
    await this.run(args, (piece) => pieces.push(Buffer.from(piece)));
    return Buffer.concat(pieces).toString(encoding);
  }

  /** Ends hg, in the middle of a command too. */
  async stop(): Promise<void> {
    await this.#tool.stop();
    await this.#tool.done.catch(() => undefined);
  }

  async #greeting(): Promise<void> {
    const header = await this.#bytes(FRAME_HEADER);
    const length = header.readUInt32BE(1);
    if (header.toString('latin1', 0, 1) === 'o' && length <= PIECE) return this.#eachPiece(length, () => undefined);
    const said = Buffer.concat([header, (await this.#reader.some(PIECE)) ?? NO_INPUT]).toString('utf8');
    await this.stop();
    throw otherLines('hg', said);
  }

  async #run(args: readonly string[], onOutput: (piece: Buffer) => void): Promise<0 | 1> {
    const bytes = Buffer.from(args.join('\0'), 'utf8');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(bytes.length);
    this.#tool.stdin.write(Buffer.concat([Buffer.from('runcommand\n'), length, bytes]));
    let errors = '';
    for (;;) {
      const { channel, length } = await this.#header();
      if (channel === 'I' || channel === 'L') {
        this.#tool.stdin.write(NO_INPUT);
        continue;
      }
      if (channel === 'r') {
        const code = (await this.#bytes(length)).readInt32BE(0);
        if (code === 0 || code === 1) return code;
        throw hgFailure(errors, this.#repository.url, false);
      }
      if (channel !== channel.toLowerCase()) throw await this.#gone();
      await this.#eachPiece(length, (piece) => {
        if (channel === 'o') onOutput(piece);
        if (channel === 'e') errors = (errors + piece.toString('utf8')).slice(-ERRORS_KEPT);
      });
    }
  }

  async #header(): Promise<{ channel: string; length: number }> {
    const header = await this.#bytes(FRAME_HEADER);
    return { channel: header.toString('latin1', 0, 1), length: header.readUInt32BE(1) };
  }

  async #bytes(length: number): Promise<Buffer> {
    try {
      return await this.#reader.read(length);
    } catch (error) {
      throw error instanceof BundleError ? await this.#gone() : error;
    }
  }

  async #eachPiece(length: number, act: (piece: Buffer) => void): Promise<void> {
    for (let left = length; left > 0; ) {
      const piece = await this.#reader.some(Math.min(left, PIECE));
      if (piece === null) throw await this.#gone();
      left -= piece.length;
      act(piece);
    }
  }

  /** Why hg does not answer any more. */
  async #gone(): Promise<Failure> {
    this.#tool.stdin.end();
    try {
      // Unread output would keep it from ending.
      while ((await this.#reader.some(PIECE)) !== null);
      const { stderrTail } = await this.#tool.done;
      return hgFailure(stderrTail, this.#repository.url, false);
    } catch (error) {
      return error instanceof Failure ? error : hgFailure(String(error), this.#repository.url, false);
    }
  }
}
