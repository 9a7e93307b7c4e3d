/** Worker thread that copies an archive and computes its SHA-256. */
import { createHash } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { syncFolder } from '../../../files/durable-file.ts';
import { renamePatiently } from '../../../files/patient-rename.ts';
import { serveJob } from '../../../processes/workers.ts';
import type { CopyJob, CopyMessage } from './copy-archive.ts';

const PIECE_BYTES = 1 << 20;
/** Between two messages, in milliseconds. */
const MESSAGE_MS = 100;

serveJob<CopyJob, string, CopyMessage>(async ({ source, target }, post, signal) => {
  const unfinished = `${target}.part`;
  try {
    const sha256 = await copy(source, unfinished, post, signal);
    await renamePatiently(unfinished, target);
    await syncFolder(dirname(target));
    return sha256;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw readable(error, target);
  }
});

async function copy(
  source: string,
  target: string,
  post: (bytes: CopyMessage) => void,
  signal: AbortSignal,
): Promise<string> {
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE_BYTES);
  await using from = await open(source, 'r');
  await using to = await open(target, 'w');
  let done = 0;
  let told = 0;
  for (;;) {
    signal.throwIfAborted();
    const { bytesRead } = await from.read(piece, 0, PIECE_BYTES);
    if (bytesRead === 0) break;
    hash.update(piece.subarray(0, bytesRead));
    for (let at = 0; at < bytesRead; ) at += (await to.write(piece, at, bytesRead - at)).bytesWritten;
    done += bytesRead;
    if (performance.now() - told < MESSAGE_MS) continue;
    told = performance.now();
    post(done);
  }
  await to.sync();
  post(done);
  return hash.digest('hex');
}

function readable(error: unknown, target: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (code === undefined) return error;
  return Failure.of('archive.not_saved', { target, code }, String(error));
}
