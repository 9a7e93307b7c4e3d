/** What the start of the app does about imports that an earlier run left. */

import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Sentence, say } from '../../../language/sentence.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import { inEnglish, sayFailure } from '../../failures/sentences.ts';
import { removeScratch } from '../../files/scratch.ts';
import { readHead, writeHead } from '../../git/bare-repository.ts';
import { removeEmptyRefs, removeStaleLocks, staleSentence } from '../../git/stale-locks.ts';
import type { ImportChange, ImportRecord } from '../../store/import-record.ts';
import type { ImportRooms } from './import-rooms.ts';

/** Within an import's folder: private files of the tools that work for it. */
export const PRIVATE_FOLDER = 'private';

/** Until the import says which branch it is. */
const DEFAULT_HEAD = 'refs/heads/main';

const RUNNING = ['detecting', 'importing', 'mapping', 'pushing'];

/** Whether the import works or waits to be released. */
export function isUnderWay(record: ImportRecord): boolean {
  return RUNNING.includes(record.status);
}

/** Whether the source must be fetched before anything else can be done. */
export function needsFetch(record: ImportRecord): boolean {
  return record.fetched === null || record.fetched.url !== record.vcs_url || record.fetched.again !== undefined;
}

/**
 * Removes the files of imports that no row knows, and what a cut-off import's tools were told in files.
 * @param mayTidy false where the rows may be older than the files: those of unknown imports stay then
 */
export async function removeStrays(folder: string, rooms: ImportRooms, mayTidy: boolean): Promise<void> {
  removeScratch(dirname(folder));
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    if (rooms.imports.byId(Number(name)) !== undefined) {
      await rm(join(folder, name, PRIVATE_FOLDER), { recursive: true, force: true });
      continue;
    }
    if (!mayTidy) {
      rooms.engineLog(
        'warning',
        `The files of import ${name} in ${folder} belong to no known import. They were left alone.`,
      );
      continue;
    }
    await rm(join(folder, name), { recursive: true, force: true });
    rooms.engineLog('warning', `Removed the files of import ${name}, which no longer exists.`);
  }
}

/**
 * Imports that were cut off and can go on by themselves. One that needs its password again is put into
 * the state that asks for it.
 * @param hasPassword whether the password of an import that used one is remembered
 */
export function cutOff(rooms: ImportRooms, hasPassword: (record: ImportRecord) => boolean): ImportRecord[] {
  return rooms.imports.open().filter((record) => {
    if (!isUnderWay(record) || record.waiting_for_release) return false;
    const { owner, repo, id } = record;
    if (lacksPassword(record, hasPassword)) {
      askAgain(record, rooms);
      return false;
    }
    note(rooms, id, say('Gantry was closed while this import ran. It goes on by itself.'));
    rooms.engineLog('warning', `The import into ${owner}/${repo} goes on where it was cut off.`);
    return true;
  });
}

/** Whether an import was cut off whose source asks for a password that nobody remembers. */
export function lacksPassword(record: ImportRecord, hasPassword: (record: ImportRecord) => boolean): boolean {
  if (!isUnderWay(record) || record.waiting_for_release) return false;
  // A restart goes on with what was fetched before.
  const canGoOn = record.fetched?.again === 'restart';
  return needsFetch(record) && !canGoOn && record.credentials_used && !hasPassword(record);
}

/** Before a cut-off import goes on: what the kill left in its repositories. The published one gets its refs anew. */
export async function clearWay(record: ImportRecord, rooms: ImportRooms): Promise<void> {
  const published = rooms.repositoryPath(record);
  const folder = rooms.folder(record.id);
  const staged = [folder, join(folder, 'fetching')].flatMap((place) =>
    (existsSync(place) ? readdirSync(place) : [])
      .filter((name) => name.endsWith('.git'))
      .map((name) => join(place, name)),
  );
  for (const repository of [published, ...staged]) {
    const removed = [...removeStaleLocks(repository), ...removeEmptyRefs(repository)];
    const sentence = staleSentence(repository, removed);
    if (sentence !== null) rooms.engineLog('warning', sentence);
  }
  if (existsSync(published) && (await readHead(published)) === null) {
    await writeHead(published, DEFAULT_HEAD);
    rooms.engineLog('warning', `${join(published, 'HEAD')} named no branch. The import sets it anew.`);
  }
}

function askAgain(record: ImportRecord, rooms: ImportRooms): void {
  const failure = dataOf(Failure.of('import.cut_off', { url: record.vcs_url }));
  note(rooms, record.id, sayFailure(failure, 'import'));
  const end: ImportChange = {
    status: record.status === 'detecting' ? 'detection_needs_auth' : 'auth_failed',
    status_text: say('Login needed'),
    failure,
    finished_at: rooms.now(),
  };
  rooms.imports.end(record.id, end, () => rooms.makeRoom());
  rooms.engineLog('warning', `The import into ${record.owner}/${record.repo} waits for its password.`);
}

/** Into the import's log. A full disk must not keep the engine from starting. */
function note(rooms: ImportRooms, importId: number, text: Sentence): void {
  try {
    rooms.logTable.append(importId, [{ level: 'warning', text }]);
  } catch (error) {
    rooms.engineLog('warning', `Import ${importId}: ${inEnglish(text)} Its log could not be written. ${String(error)}`);
  }
}
