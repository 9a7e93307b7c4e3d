/** Whatever was thrown, as a failure: facts of the system only, the operation's room has the words. */
import { Failure } from './failure.ts';
import { ownWords } from './own-words.ts';

/** Whether a tool's message says that there is no space left (ENOSPC and EDQUOT as C libraries word them, and git itself). */
export function saysDiskFull(text: string): boolean {
  return /no space left on device|disk quota exceeded|not enough space|disk is full|out of disk ?space/i.test(
    ownWords(text),
  );
}

/** Codes of the system, and of SQLite, that name a disk which is not well. */
const BROKEN = /^(EIO|EUCLEAN|ENXIO|ESTALE|SQLITE_IOERR.*|SQLITE_CORRUPT.*)$/;
/** Those of a file system whose server has ended, or is not reached (FUSE, SMB). A socket's error names no path. */
const UNREACHED = /^(ENOTCONN|ECONNABORTED|EHOSTDOWN|ESHUTDOWN)$/;
const READ_ONLY = /^(EROFS|SQLITE_READONLY.*)$/;

/** EIO, EUCLEAN, ESTALE and, of what is no socket, ENOTCONN, as C libraries word them, and SQLite. */
const SAYS_BROKEN =
  /input\/output error|structure needs cleaning|stale (?:nfs )?file handle|(?<!get(?:peer|sock)name failed): transport endpoint is not connected|disk i\/o error/i;

/** A disk that is not well, as a tool's message words it; null for any other. */
function sickDisk(text: string): Failure | null {
  const words = ownWords(text);
  // "Can't open file '/a/b': Input/output error", "abort: Input/output error: '/a/b'"
  const said =
    /['"]?(\/[^'":\n]+)['"]?: (?:input\/output error|read-only file system)|(?:input\/output error|read-only file system): ['"](\/[^'"\n]+)/i.exec(
      text,
    );
  const path = said?.[1] ?? said?.[2] ?? null;
  if (SAYS_BROKEN.test(words)) return Failure.of('disk.broken', { path }, text);
  if (/read-only file ?system|readonly database/i.test(words)) return Failure.of('disk.read_only', { path }, text);
  return null;
}

/** Whether more files are open than this system allows (EMFILE and ENFILE, as Node and tools name them). */
function saysTooManyFiles(text: string): boolean {
  return /\bE[MN]FILE\b|too many open files/i.test(ownWords(text));
}

/**
 * Whether no further program or thread may be begun (EAGAIN of fork(2) and clone(2)), as Node, git (run-command.c), shells, Perl and
 * Python name it.
 */
function saysTooManyPrograms(text: string): boolean {
  return /^(?:.*\bspawn(?:Sync)? .*)?EAGAIN$|\b(?:cannot|can't|unable to) fork\b|\bfork(?:\(\))?: .*resource temporarily unavailable|\b(?:cannot|can't|unable to) (?:create|start) (?:a )?(?:new |async |threaded )?(?:thread|lstat)|ERR_WORKER_INIT_FAILED.*EAGAIN/im.test(
    ownWords(text),
  );
}

/**
 * Whether a file would have become larger than its file system or a limit of this system lets it be (EFBIG as Node and tools name
 * it).
 */
function saysFileTooLarge(text: string): boolean {
  return /\bEFBIG\b|: file too large\b|\bfile too large:/i.test(ownWords(text));
}

/** A tool's messages without what git repeats of another machine: its disk and its limits are not ours. */
function saidHere(detail: string): string {
  return detail.replaceAll(/^(?:remote|fatal: remote error): .*$/gm, '');
}

/** Makes a Failure of whatever was thrown. What a tool said of a full disk wins over what its caller made of it. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) {
    if (error.kind === 'disk_full' || error.kind === 'disk_failed') return error;
    const detail = saidHere(error.detail);
    if (saysDiskFull(detail)) return Failure.of('disk.full', {}, error.detail);
    if (saysTooManyFiles(detail)) return Failure.of('work.too_many_files', {}, error.detail);
    if (saysTooManyPrograms(detail)) return Failure.of('work.too_many_programs', {}, error.detail);
    if (saysFileTooLarge(detail)) return Failure.of('disk.file_too_large', {}, error.detail);
    return sickDisk(detail) ?? error;
  }
  const { code = '', path = null, name } = (error ?? {}) as { code?: unknown; path?: string | null; name?: string };
  const message = error instanceof Error ? error.message : String(error);
  if (name === 'AbortError') return Failure.of('work.cancelled', {});
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(code)) || saysDiskFull(message)) {
    return Failure.of('disk.full', {}, message);
  }
  if (saysTooManyFiles(`${code} ${message}`)) return Failure.of('work.too_many_files', {}, message);
  if (saysTooManyPrograms(`${code} ${message}`) || saysTooManyPrograms(message))
    return Failure.of('work.too_many_programs', {}, message);
  if (saysFileTooLarge(`${code} ${message}`)) return Failure.of('disk.file_too_large', {}, message);
  if (BROKEN.test(String(code)) || (UNREACHED.test(String(code)) && path !== null))
    return Failure.of('disk.broken', { path }, message);
  if (READ_ONLY.test(String(code))) return Failure.of('disk.read_only', { path }, message);
  const sick = sickDisk(message);
  if (sick !== null) return sick;
  if (['EACCES', 'EPERM'].includes(String(code))) return Failure.of('file.refused', { path }, message);
  if (code === 'ENOENT' && path !== null) return Failure.of('file.missing', { path }, message);
  return Failure.of('work.stopped', {}, error instanceof Error ? (error.stack ?? message) : message);
}
