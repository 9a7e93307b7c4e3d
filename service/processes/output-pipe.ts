/**
 * A named pipe that takes a program's output, read in large pieces. Programs that write a few bytes at a time
 * (svnadmin: 176,000 writes for 16 MB) wake a stream's reader for nearly every one; here they pile up in the
 * kernel's buffer while the reader works, which made a fetch a quarter faster.
 */
import { closeSync, constants, openSync, readSync, rmSync } from 'node:fs';
import { runTool } from './run.ts';

const PIECE = 256 << 10;
/** Waits between looks at an empty pipe, in milliseconds: short while output flows, longer while it does not. */
const SHORTEST_WAIT = 1;
const LONGEST_WAIT = 20;

export interface OutputPipe {
  /** For the program: pass it as `stdoutTo`, then call `handedOver`. */
  writeEnd: number;
  /** Closes this process's own write end, so that the program's end is the pipe's end. */
  handedOver(): void;
  /** What the program writes, to its end. Each piece is valid until the next is asked for. */
  pieces(): AsyncGenerator<Buffer>;
  close(): void;
}

/**
 * Makes a pipe.
 * @param path where its name may stand for a moment
 * @returns null where the system has no named pipes
 */
export async function openOutputPipe(path: string, signal: AbortSignal): Promise<OutputPipe | null> {
  if (process.platform === 'win32') return null;
  rmSync(path, { force: true });
  const { code } = await runTool({ command: 'mkfifo', args: ['-m', '600', path], signal, successExitCodes: 'any' })
    .done;
  if (code !== 0) return null;
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const writeEnd = openSync(path, 'w');
  rmSync(path);
  let ownWriteEnd = true;
  const handedOver = () => {
    if (ownWriteEnd) closeSync(writeEnd);
    ownWriteEnd = false;
  };
  return {
    writeEnd,
    handedOver,
    pieces: () => readPieces(readEnd),
    close: () => {
      handedOver();
      closeSync(readEnd);
    },
  };
}

async function* readPieces(readEnd: number): AsyncGenerator<Buffer> {
  const piece = Buffer.allocUnsafe(PIECE);
  let wait = SHORTEST_WAIT;
  for (;;) {
    const got = readNow(readEnd, piece);
    if (got === 0) return;
    if (got > 0) {
      yield piece.subarray(0, got);
      wait = SHORTEST_WAIT;
    } else {
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

/** Bytes that are there now; 0 at the end; -1 when there are none yet. */
function readNow(readEnd: number, into: Buffer): number {
  try {
    return readSync(readEnd, into, 0, into.length, null);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return -1;
    throw error;
  }
}
