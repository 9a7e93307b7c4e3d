/** Looks whether databases are whole beside what comes before they are opened: 0.3 s for 50 MB. */
import { statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { stateOfFile } from './closed-database.ts';
import { DATABASE_FILE, RECORDS_FILE } from './database-files.ts';

/** Larger databases, in bytes, are looked through by the daily backup: here it would hold the start up. */
export const CHECKED_AT_START = 64 << 20;

/** Smaller ones, in bytes, are looked through in less time than a thread takes to start. */
const WORTH_A_THREAD = 8 << 20;

/** A file that was whole as it was then. */
export interface Looked {
  file: string;
  /** Of the file: another one, or one that was written to, was not looked at. */
  state: string;
}

/**
 * Begins to look through the databases of a data folder that were closed: beside one that is open, or was left open, lies its log.
 * @returns those that are whole; who opens another one looks itself, and says what is wrong. Never rejects
 */
export async function lookAhead(folder: string): Promise<Looked[]> {
  const files = [DATABASE_FILE, RECORDS_FILE].map((name) => join(folder, name));
  const looked = await Promise.all(files.map((file) => lookAt(file).catch(() => null)));
  return looked.filter((found) => found !== null);
}

async function lookAt(file: string): Promise<Looked | null> {
  const state = stateOfFile(file);
  if (state === null) return null;
  const { size } = statSync(file);
  if (size < WORTH_A_THREAD || size > CHECKED_AT_START) return null;
  const worker = new Worker(new URL(`./whole-worker${extname(new URL(import.meta.url).pathname)}`, import.meta.url), {
    workerData: file,
  });
  const isWhole = await new Promise<boolean>((resolve) => {
    worker.once('message', resolve);
    worker.once('error', () => resolve(false));
    worker.once('exit', () => resolve(false));
  });
  return isWhole && stateOfFile(file) === state ? { file, state } : null;
}
