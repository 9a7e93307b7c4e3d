/** The file `secrets.key` of a data folder: whole and right, or not used. */

import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Said, say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { syncFolderNow } from '../files/durable-file.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import { writeWhole } from '../files/write-whole.ts';

const KEY_BYTES = 32;

/** The key file is there and is no key. */
export class UnusableKey extends SaidError {}

/** What is wrong with the content of a key file; null when it is a key. */
function faultOf(file: string, key: Buffer): Said | null {
  if (key.length === 0)
    return say(
      'The key file {file} is empty, so two-factor codes and webhooks cannot be read. A full or failing disk may have damaged it. Put the file back from a backup and start Gantry again. Without a backup, move it away: then sign in with recovery codes, set up two-factor authentication anew, and enter addresses and secrets of webhooks again.',
      { file },
    );
  if (key.length !== KEY_BYTES)
    return say(
      'The key file {file} has {count} bytes where a key has {bytes}, so two-factor codes and webhooks cannot be read. A full or failing disk may have damaged it. Put the file back from a backup and start Gantry again. Without a backup, move it away: then sign in with recovery codes, set up two-factor authentication anew, and enter addresses and secrets of webhooks again.',
      { file, count: key.length, bytes: KEY_BYTES },
    );
  // What a power cut leaves of a file whose content never reached the disk.
  if (key.every((byte) => byte === 0))
    return say(
      'The key file {file} holds nothing but zeros, so two-factor codes and webhooks cannot be read. A full or failing disk may have damaged it. Put the file back from a backup and start Gantry again. Without a backup, move it away: then sign in with recovery codes, set up two-factor authentication anew, and enter addresses and secrets of webhooks again.',
      { file },
    );
  return null;
}

/**
 * @returns null when there is no file
 * @throws UnusableKey for a file that is no key; Error with the system's code for one that cannot be read
 */
export function readKey(file: string): Buffer | null {
  let key: Buffer;
  try {
    key = readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  const fault = faultOf(file, key);
  if (fault !== null) throw new UnusableKey(fault);
  return key;
}

/**
 * Makes a new key where there is none: whole, on the disk, and read again, before anything is sealed with it.
 * @throws Error with the system's code, for a full disk among others; then there is no file
 */
export function makeKey(file: string): Buffer {
  const unfinished = `${file}.new`;
  const key = randomBytes(KEY_BYTES);
  try {
    const open = openSync(unfinished, 'w', 0o600);
    try {
      writeWhole(open, key);
      fsyncSync(open);
    } finally {
      closeSync(open);
    }
    if (!readKey(unfinished)?.equals(key))
      throw new UnusableKey(
        say(
          'The key file {file} does not hold what was written to it, so two-factor codes and webhooks cannot be read. A full or failing disk may have damaged it. Put the file back from a backup and start Gantry again. Without a backup, move it away: then sign in with recovery codes, set up two-factor authentication anew, and enter addresses and secrets of webhooks again.',
          { file: unfinished },
        ),
      );
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
  renamePatientlyNow(unfinished, file);
  syncFolderNow(dirname(file));
  return key;
}

/**
 * At the start: a file that is no key stops it when something was sealed, and is moved aside when nothing was.
 * @returns what to tell the log; null when all is well
 * @throws UnusableKey
 */
export function settleKeyFile(file: string, isNeeded: boolean): string | null {
  try {
    const isMissing = readKey(file) === null;
    return isMissing && isNeeded
      ? `The key file ${file} is missing: two-factor codes and webhooks that were sealed with it cannot be read. Put it back from a backup.`
      : null;
  } catch (error) {
    if (!(error instanceof UnusableKey) || isNeeded) throw error;
    const aside = `${file}.unusable`;
    renamePatientlyNow(file, aside);
    syncFolderNow(dirname(file));
    return `The key file ${file} was no key. Nothing had been sealed with it; it was moved to ${aside}, and a new one is made.`;
  }
}
