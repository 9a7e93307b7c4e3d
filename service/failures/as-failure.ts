/** Whatever was thrown, as a failure: facts of the system only, the operation's room has the words. */
import { Failure } from './failure.ts';
import { ownWords } from './own-words.ts';

/** Whether a tool's message says that there is no space left (ENOSPC and EDQUOT as C libraries word them). */
export function saysDiskFull(text: string): boolean {
  return /no space left on device|disk quota exceeded|not enough space|disk is full/i.test(ownWords(text));
}

/** Makes a Failure of whatever was thrown. What a tool said of a full disk wins over what its caller made of it. */
export function asFailure(error: unknown): Failure {
  if (error instanceof Failure) {
    return error.kind !== 'disk_full' && saysDiskFull(error.detail) ? Failure.of('disk.full', {}, error.detail) : error;
  }
  const { code = '', path = null, name } = (error ?? {}) as { code?: unknown; path?: string | null; name?: string };
  const message = error instanceof Error ? error.message : String(error);
  if (name === 'AbortError') return Failure.of('work.cancelled', {});
  if (['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].includes(String(code)) || saysDiskFull(message)) {
    return Failure.of('disk.full', {}, message);
  }
  if (['EACCES', 'EPERM', 'EROFS'].includes(String(code))) return Failure.of('file.refused', { path }, message);
  if (code === 'ENOENT' && path !== null) return Failure.of('file.missing', { path }, message);
  return Failure.of('work.stopped', {}, error instanceof Error ? (error.stack ?? message) : message);
}
