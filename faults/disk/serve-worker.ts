/**
 * The disk itself: a file that the kernel reads and writes through this thread, which writes down every write and every flush in
 * their order, and can answer that it is broken. The file systems under test lie on a loop device over it.
 */
import { closeSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import {
  attributesReply,
  ERRNO,
  initReply,
  MAX_WRITE,
  OPCODE,
  openReply,
  type Request,
  readRequest,
  reply,
  statfsReply,
  writeReply,
} from './protocol.ts';
import { BREAKS_READS, BREAKS_WRITES, COUNTER, FLUSH, type LogEntry, MODE, type ServedDisk } from './served-disk.ts';

const { device, image, size, log, shared } = workerData as ServedDisk;
const state = new Int32Array(shared);
const content = openSync(image, 'r+');
const written = openSync(log, 'w');
let position = 0;
/** Told in batches: a message for each write would cost more than the write. */
let entries: LogEntry[] = [];

function note(entry: LogEntry): void {
  entries.push(entry);
  // Whoever is told something now is told it after this write.
  Atomics.add(state, COUNTER, 1);
}

function breaks(what: number): boolean {
  return (Atomics.load(state, MODE) & what) !== 0;
}

function answer(request: Request): Buffer | null {
  switch (request.opcode) {
    case OPCODE.init:
      return reply(request, ERRNO.none, initReply());
    case OPCODE.getattr:
      return reply(request, ERRNO.none, attributesReply(size));
    case OPCODE.open:
      return reply(request, ERRNO.none, openReply());
    case OPCODE.read: {
      if (breaks(BREAKS_READS)) return reply(request, ERRNO.io);
      const bytes = Buffer.alloc(Math.max(0, Math.min(request.size, size - request.offset)));
      readSync(content, bytes, 0, bytes.length, request.offset);
      return reply(request, ERRNO.none, bytes);
    }
    case OPCODE.write: {
      if (breaks(BREAKS_WRITES)) return reply(request, ERRNO.io);
      writeSync(content, request.data, 0, request.data.length, request.offset);
      writeSync(written, request.data, 0, request.data.length, position);
      note({ offset: request.offset, length: request.data.length, at: position });
      position += request.data.length;
      return reply(request, ERRNO.none, writeReply(request.data.length));
    }
    case OPCODE.fsync:
      if (breaks(BREAKS_WRITES)) return reply(request, ERRNO.io);
      note({ offset: FLUSH, length: 0, at: position });
      return reply(request, ERRNO.none);
    case OPCODE.statfs:
      return reply(request, ERRNO.none, statfsReply());
    case OPCODE.flush:
    case OPCODE.release:
      return reply(request, ERRNO.none);
    case OPCODE.forget:
    case OPCODE.batchForget:
    case OPCODE.interrupt:
      return null;
    default:
      return reply(request, ERRNO.notKnown);
  }
}

const message = Buffer.alloc(MAX_WRITE + 4096);
for (;;) {
  let length: number;
  try {
    length = readSync(device, message, 0, message.length, null);
  } catch (error) {
    // Not mounted any more.
    if ((error as NodeJS.ErrnoException).code === 'ENODEV') break;
    if ((error as NodeJS.ErrnoException).code === 'EINTR') continue;
    throw error;
  }
  const answered = answer(readRequest(message.subarray(0, length)));
  if (answered === null) continue;
  try {
    writeSync(device, answered);
  } catch (error) {
    // Nobody waits for it any more.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}
fsyncSync(written);
closeSync(written);
closeSync(content);
parentPort?.postMessage(entries);
entries = [];
