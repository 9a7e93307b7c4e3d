/**
 * The few messages of the kernel's FUSE protocol that a file system of one file needs, as `include/uapi/linux/fuse.h` lays them
 * out (protocol 7.31, little endian).
 */

export const OPCODE = {
  forget: 2,
  getattr: 3,
  open: 14,
  read: 15,
  write: 16,
  statfs: 17,
  release: 18,
  fsync: 20,
  flush: 25,
  init: 26,
  interrupt: 36,
  destroy: 38,
  batchForget: 42,
} as const;

export const ERRNO = { none: 0, io: 5, notKnown: 38 } as const;

/** Most bytes of one write: the kernel's buffer must hold one with its header. */
export const MAX_WRITE = 1 << 20;

const IN_HEADER = 40;
const OUT_HEADER = 16;
const IO_HEADER = 40;
const FUSE_BIG_WRITES = 1 << 5;
const FUSE_MAX_PAGES = 1 << 22;
/** Nothing of the file is kept in memory between the disk and its file. */
const FOPEN_DIRECT_IO = 1;
const REGULAR_FILE = 0o100000;
const PAGE = 4096;

export interface Request {
  opcode: number;
  unique: bigint;
  /** Bytes from the beginning of the file; of reads and writes. */
  offset: number;
  size: number;
  /** What is to be written. */
  data: Buffer;
}

export function readRequest(message: Buffer): Request {
  const opcode = message.readUInt32LE(4);
  const isTransfer = opcode === OPCODE.read || opcode === OPCODE.write;
  return {
    opcode,
    unique: message.readBigUInt64LE(8),
    offset: isTransfer ? Number(message.readBigUInt64LE(IN_HEADER + 8)) : 0,
    size: isTransfer ? message.readUInt32LE(IN_HEADER + 16) : 0,
    data: message.subarray(IN_HEADER + IO_HEADER),
  };
}

export function reply(request: Request, error: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const header = Buffer.alloc(OUT_HEADER);
  header.writeUInt32LE(OUT_HEADER + body.length, 0);
  header.writeInt32LE(-error, 4);
  header.writeBigUInt64LE(request.unique, 8);
  return Buffer.concat([header, body]);
}

export function initReply(): Buffer {
  const body = Buffer.alloc(64);
  body.writeUInt32LE(7, 0);
  body.writeUInt32LE(31, 4);
  body.writeUInt32LE(MAX_WRITE, 8);
  body.writeUInt32LE(FUSE_BIG_WRITES | FUSE_MAX_PAGES, 12);
  body.writeUInt16LE(64, 16);
  body.writeUInt16LE(48, 18);
  body.writeUInt32LE(MAX_WRITE, 20);
  body.writeUInt32LE(1, 24);
  body.writeUInt16LE(MAX_WRITE / PAGE, 28);
  return body;
}

/** @param size of the file, in bytes */
export function attributesReply(size: number): Buffer {
  const body = Buffer.alloc(16 + 88);
  body.writeBigUInt64LE(3600n, 0);
  body.writeBigUInt64LE(1n, 16);
  body.writeBigUInt64LE(BigInt(size), 24);
  body.writeBigUInt64LE(BigInt(size / 512), 32);
  body.writeUInt32LE(REGULAR_FILE | 0o600, 76);
  body.writeUInt32LE(1, 80);
  body.writeUInt32LE(PAGE, 96);
  return body;
}

export function openReply(): Buffer {
  const body = Buffer.alloc(16);
  body.writeUInt32LE(FOPEN_DIRECT_IO, 8);
  return body;
}

export function writeReply(size: number): Buffer {
  const body = Buffer.alloc(8);
  body.writeUInt32LE(size, 0);
  return body;
}

export function statfsReply(): Buffer {
  const body = Buffer.alloc(80);
  body.writeUInt32LE(PAGE, 40);
  body.writeUInt32LE(255, 44);
  body.writeUInt32LE(PAGE, 48);
  return body;
}
