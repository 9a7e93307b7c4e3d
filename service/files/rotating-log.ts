/** Log files that do not grow for ever: `<name>.log`, then `<name>.1.log` and so on, the older the higher. */
import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { renamePatientlyNow } from './patient-rename.ts';

/** A log file is put aside when it has grown to so many bytes. */
export const LOG_BYTES = 5 << 20;
/** Files that are kept of earlier lines. */
export const LOGS_KEPT = 4;

/** Path of a log file that was put aside. @param age 1 for the latest of them */
export function olderLog(path: string, age: number): string {
  return path.replace(/\.log$/, `.${age}.log`);
}

/** Puts a log file aside, and the older ones behind it; the oldest goes. */
export function rotateLog(path: string, kept: number = LOGS_KEPT): void {
  rmSync(olderLog(path, kept), { force: true });
  for (let age = kept - 1; age >= 0; age--) {
    const from = age === 0 ? path : olderLog(path, age);
    if (statSync(from, { throwIfNoEntry: false }) !== undefined) renamePatientlyNow(from, olderLog(path, age + 1));
  }
}

/**
 * Appends lines to `<folder>/<name>.log`, which rotates by its size. A disk that refuses ends nothing: the line is lost.
 * @param limits smaller ones are for tests
 */
export function openRotatingLog(
  folder: string,
  name: string,
  limits: { bytes: number; kept: number } = { bytes: LOG_BYTES, kept: LOGS_KEPT },
): (line: string) => void {
  const path = join(folder, `${name}.log`);
  return (line) => {
    try {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 0 && size + line.length > limits.bytes) rotateLog(path, limits.kept);
      appendFileSync(path, `${line}\n`, { mode: 0o600 });
    } catch {
      // What it says is on stderr as well, or the disk itself is what it is about.
    }
  };
}
