/** The thread that makes an archive: snapshots of the repositories first, then all members in their order. */

import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { say } from '../../../language/sentence.ts';
import { syncFolderNow } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { serveJob } from '../../processes/workers.ts';
import { ArchiveFile } from '../archive/write/archive-file.ts';
import { filesForExport, recordsForExport } from '../records/for-export.ts';
import { openRecordsIfAny, type RecordsDatabase } from '../records/records-database.ts';
import type { ExportJob, ExportMessage, ExportResult } from './export-job.ts';
import { LackCount, lackNotes } from './lacks.ts';
import { recordFiles } from './record-files.ts';
import { takeSnapshot } from './snapshot.ts';
import { WorkReading } from './work-reading.ts';

/** As archives of 2020 said; readers want major version 1. */
const SCHEMA = '{"version":"1.0.1"}\n';
const SNAPSHOTS_AT_ONCE = 3;

/** What the work counts and says on its way. */
interface Telling {
  lacking: LackCount;
  reading: WorkReading;
  post(message: ExportMessage): void;
}

serveJob<ExportJob, ExportResult, ExportMessage>(async (job, post, signal) => {
  try {
    return await makeArchive(job, post, signal);
  } catch (error) {
    throw signal.aborted ? signal.reason : error;
  }
});

async function makeArchive(
  job: ExportJob,
  post: (message: ExportMessage) => void,
  signal: AbortSignal,
): Promise<ExportResult> {
  const reading = new WorkReading((now) => post({ kind: 'reading', reading: now }));
  const repositories = join(job.stagingFolder, 'repositories');
  mkdirSync(repositories, { recursive: true });
  const lacking = new LackCount();
  await takeSnapshots(job, repositories, { lacking, reading }, signal);
  const records = openRecordsIfAny(join(job.dataFolder, 'records.sqlite'));
  try {
    // One moment of the records for the whole archive.
    records?.db.exec('BEGIN');
    await makeFolder(dirname(job.archivePath));
    const written = await writeArchive(job, records, repositories, { lacking, reading, post }, signal);
    const lacks = lacking.result;
    for (const text of lackNotes(lacks)) post({ kind: 'log', level: 'warning', text });
    return { ...written, lacks };
  } finally {
    records?.close();
    // Ten thousand folders that the main thread removes let nobody else have a turn; what stays here it removes all the same.
    removeQuietly(job.stagingFolder);
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
    // Or the next row that is written would wait for all that to be on the disk.
    syncFolderNow(dirname(path));
  } catch {
    // The main thread tries again, and says why it could not.
  }
}

/** Most of a small repository's time is git's start, so more than one is looked at. */
async function takeSnapshots(
  job: ExportJob,
  into: string,
  { lacking, reading }: Pick<Telling, 'lacking' | 'reading'>,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...job.folders];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { fullName } = next;
      reading.say(
        'records',
        say('Looking at {name}; {waiting} of {all} wait.', {
          name: fullName,
          waiting: waiting.length,
          all: job.folders.length,
        }),
      );
      const target = join(into, `${fullName}.git`);
      lacking.add(fullName, {
        large_files: await takeSnapshot({ ...next, target, signal, dataFolder: job.dataFolder }),
      });
    }
  };
  try {
    await Promise.all(Array.from({ length: SNAPSHOTS_AT_ONCE }, lane));
  } finally {
    waiting.length = 0;
  }
}

async function writeArchive(
  job: ExportJob,
  records: RecordsDatabase | null,
  repositories: string,
  { lacking, reading, post }: Telling,
  signal: AbortSignal,
): Promise<Omit<ExportResult, 'lacks'>> {
  const files = [...filesForExport(records, job.scope)].filter(({ path, repository, isOwn }) => {
    if (isOwn && existsSync(join(job.dataFolder, path))) return true;
    lacking.add(repository, { attached_files: 1 });
    // Of any other path a record may say what it likes: nothing is looked for by it.
    if (!isOwn) return false;
    post({
      kind: 'log',
      level: 'warning',
      text: say('{path} is missing in the data folder; the archive goes without it.', { path }),
    });
    return false;
  });
  reading.expect(
    bytesBelow(repositories) + files.reduce((sum, { path }) => sum + statSync(join(job.dataFolder, path)).size, 0),
  );
  const archive = await ArchiveFile.create(job.archivePath);
  try {
    await archive.addBytes('schema.json', Buffer.from(SCHEMA));
    for (const { name, content } of recordFiles(recordsForExport(records, job.scope))) {
      signal.throwIfAborted();
      reading.say('records', say('Writing {file}.', { file: name }));
      await archive.addBytes(name, content);
      reading.addUnexpected(content.length);
    }
    for (const { path } of files) {
      reading.say('attachments', say('Adding {path}.', { path }));
      await archive.addFile(path, join(job.dataFolder, path), signal, (bytes) => reading.add(bytes));
    }
    for (const { name, path } of membersBelow(repositories, 'repositories/')) {
      if (path === null) {
        await archive.addFolder(name);
        continue;
      }
      reading.say('repositories', say('Packing {name}.', { name: name.split('/').slice(1, 3).join('/') }));
      await archive.addFile(name, path, signal, (bytes) => reading.add(bytes));
    }
    reading.say('finishing', say('Writing the archive to the disk.'));
    const written = await archive.finish();
    reading.end();
    return written;
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** Bytes of all files below a folder. */
function bytesBelow(folder: string): number {
  let bytes = 0;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory() ? bytesBelow(path) : statSync(path).size;
  }
  return bytes;
}

/**
 * Folders (`path` null) and files below a folder, sorted by their names' code units, each folder before what is in it. One at a
 * time: of ten thousand repositories they would be 100 MB.
 */
function* membersBelow(folder: string, prefix: string): Generator<{ name: string; path: string | null }> {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const name = prefix + entry.name;
    if (!entry.isDirectory()) {
      yield { name, path };
      continue;
    }
    // Folders above the repositories come with them.
    if (prefix.split('/').length > 2) yield { name: `${name}/`, path: null };
    yield* membersBelow(path, `${name}/`);
  }
}
