/** Writes what servers and programs said into a folder, one JSON file each, when somebody asked for it (`--record`). */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData, threadId } from 'node:worker_threads';
import { Mask } from './mask.ts';

const KEY = 'gantry.recording';

interface Recording {
  folder: string;
  /** Of the mask; in memory only. */
  key: string;
}

/** An exchange over HTTP. */
export interface RecordedExchange {
  kind: 'http';
  /** When it began, UTC. */
  at: string;
  milliseconds: number;
  method: string;
  url: string;
  /** JSON that was sent; null for none, or for anything else. */
  sent: unknown;
  /** 0 where no answer came. */
  status: number;
  headers: Record<string, string>;
  /** Bytes of the body. */
  bytes: number;
  /** Parsed JSON or a text; null where contents were taken out. */
  body: unknown;
  /** What names contents that were taken out, for `standIn`; null for none. */
  contents: string | null;
  /** Why there is no answer, or only a part of one. */
  trouble: string | null;
}

/** A program that asked a source. */
export interface RecordedRun {
  kind: 'program';
  at: string;
  milliseconds: number;
  command: string;
  args: string[];
  code: number;
  signal: string | null;
  /** Last lines of its errors. */
  stderr: string;
}

let current: { recording: Recording; mask: Mask } | null | undefined;
let written = 0;

/** Begins to record. Threads that are started afterwards record as well. @param folder made where it is not there */
export function recordInto(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const recording: Recording = { folder, key: randomBytes(16).toString('hex') };
  setEnvironmentData(KEY, recording as unknown as NodeJS.Dict<string>);
  current = { recording, mask: new Mask(recording.key) };
}

/** The mask of what is recorded; null where nothing is. */
export function recordingMask(): Mask | null {
  if (current === undefined) {
    const recording = getEnvironmentData(KEY) as unknown as Recording | undefined;
    current = recording === undefined ? null : { recording, mask: new Mask(recording.key) };
  }
  return current?.mask ?? null;
}

/** Everything in `entry` has been through the mask. A folder that cannot be written to ends nothing but the recording. */
export function record(entry: RecordedExchange | RecordedRun): void {
  if (!current) return;
  written += 1;
  const name = `${entry.at.replaceAll(':', '')}-${threadId}-${String(written).padStart(6, '0')}.json`;
  try {
    writeFileSync(join(current.recording.folder, name), `${JSON.stringify(entry, null, 1)}\n`, { mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    current = null;
  }
}
