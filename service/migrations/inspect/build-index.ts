/** Reads an archive once and makes its index, so that its lists show what was read so far. */

import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { readArchive } from '../archive/read/read-archive.ts';
import { shown } from '../archive/read/refusal.ts';
import type { FileState } from '../archive/read/unpack.ts';
import { MODELS } from '../records/models.ts';
import { openRecords, type RecordsDatabase } from '../records/records-database.ts';
import { type ArchiveRoot, OtherRoot } from './archive-root.ts';
import { findProblems } from './find-problems.ts';
import { addProblem, countProblems, dropIndexTables, makeIndexTables, type Problem, setFact } from './index-tables.ts';
import { filesOfNoKind, recordsOfNoKind } from './problem-sentences.ts';
import { RecordIntake } from './record-intake.ts';
import { RepositoryMembers } from './repository-members.ts';

/** How long what was read may be kept from the lists, in milliseconds. */
const COMMIT_MS = 200;
/** Shortest time between two readings, in milliseconds. */
const READING_MS = 100;

export interface IndexJob {
  archive: string;
  /** As the file was when it was opened. */
  expected: FileState;
  /** Where the index is made; must not exist. */
  file: string;
}

/** What an index says in short. */
export interface IndexSummary {
  schema_version: string | null;
  counts: { model: string; count: number }[];
  repositories_count: number;
  /** Bytes of everything inside, unpacked. */
  unpacked_size: number;
  problems_count: number;
}

export interface IndexReading {
  /** Bytes of the archive that were read. */
  read: number;
  step: 'reading' | 'checking';
  /** Set when there is something new to see in the lists. */
  summary?: IndexSummary;
}

/** @throws Failure (a sentence) for an archive that is refused; then the file is to be removed */
export async function buildIndex(
  job: IndexJob,
  post: (reading: IndexReading) => void,
  signal: AbortSignal,
): Promise<IndexSummary> {
  try {
    return await build(job, post, signal, null);
  } catch (error) {
    if (!(error instanceof OtherRoot)) throw error;
    return await build(job, post, signal, error.root);
  }
}

async function build(
  job: IndexJob,
  post: (reading: IndexReading) => void,
  signal: AbortSignal,
  root: ArchiveRoot | null,
): Promise<IndexSummary> {
  const index = openRecords(job.file);
  try {
    // It can be made again: it is flushed once, when all of it is there.
    index.db.pragma('synchronous = OFF');
    index.transaction(() => {
      // Begun anew, in the same file: somebody may be reading it.
      if (root !== null) dropIndexTables(index);
      makeIndexTables(index);
    });
    return await new Building(index, job, post, root).run(signal);
  } finally {
    index.close();
  }
}

class Building {
  readonly #index: RecordsDatabase;
  readonly #job: IndexJob;
  readonly #post: (reading: IndexReading) => void;
  readonly #records: RecordIntake;
  readonly #repositories: RepositoryMembers;
  #version: string | null = null;
  #size = 0;
  #unpackedOthers = 0;
  readonly #odd = { records: { count: 0, example: '' }, files: { count: 0, example: '' } };
  #begun = 0;
  #posted = 0;
  #read = 0;

  constructor(index: RecordsDatabase, job: IndexJob, post: (reading: IndexReading) => void, root: ArchiveRoot | null) {
    this.#index = index;
    this.#job = job;
    this.#post = post;
    this.#records = new RecordIntake(index, root);
    this.#repositories = new RepositoryMembers(index);
  }

  async run(signal: AbortSignal): Promise<IndexSummary> {
    const { archive, expected, file } = this.#job;
    const { bavail, bsize } = statfsSync(dirname(file));
    this.#begin();
    const totals = await readArchive(
      archive,
      {
        signal,
        expected,
        onRead: (read) => {
          this.#read = read;
        },
      },
      {
        schema: (version) => {
          this.#version = version;
          setFact(this.#index, 'version', version);
        },
        records: (plural, records, member) => {
          this.#unpackedOthers += member.size;
          // The index takes about what its records take, with their words twice.
          if (this.#unpackedOthers * 2 > bavail * bsize) {
            throw Failure.of('archive.records_would_fill_disk', {});
          }
          const number = member.place.kind === 'records' ? member.place.number : 0;
          if (!this.#records.file(plural, number, records)) this.#passOver('records', member.path);
          this.#size += member.size;
        },
        file: (member) => {
          this.#size += member.size;
          const { place } = member;
          if (place.kind === 'repository') return this.#repositories.file(member, place);
          if (place.kind === 'other') this.#passOver('files', member.path);
          this.#index
            .sql('INSERT INTO archive_files (path, size, offset) VALUES (@path, @size, @offset)')
            .run({ path: member.path, size: member.size, offset: member.offset });
          return null;
        },
        between: () => {
          const now = performance.now();
          if (now - this.#begun >= COMMIT_MS) {
            this.#commit();
            this.#begin();
            this.#tell('reading', this.#summary());
          } else if (now - this.#posted >= READING_MS) this.#tell('reading');
        },
      },
    );
    this.#size = totals.size;
    this.#tell('checking');
    this.#records.finish();
    this.#tellPassedOver();
    this.#repositories.store();
    findProblems(this.#index);
    this.#commit();
    this.#closeJournal();
    return this.#summary();
  }

  /** One file from here on: it is only read. Somebody who is just reading it keeps it as it is, which does no harm. */
  #closeJournal(): void {
    try {
      this.#index.db.pragma('journal_mode = DELETE');
    } catch {
      this.#index.db.pragma('wal_checkpoint(PASSIVE)');
    }
  }

  #passOver(what: 'records' | 'files', path: string): void {
    // urls.json only tells how addresses of other hosts are made up.
    if (path === 'urls.json') return;
    const odd = this.#odd[what];
    if (odd.count === 0) odd.example = path;
    odd.count += 1;
  }

  #tellPassedOver(): void {
    const { records, files } = this.#odd;
    const tell = ({ count, example }: typeof files, text: typeof filesOfNoKind, atEnd: Problem['atEnd'] & string) => {
      if (count === 0) return;
      const said = text(count, shown(example));
      addProblem(this.#index, { kind: 'other', severity: 'warning', subject: example, text: said, atEnd });
    };
    tell(records, recordsOfNoKind, 'lacks');
    tell(files, filesOfNoKind, 'told');
  }

  #begin(): void {
    this.#begun = performance.now();
    this.#index.db.exec('BEGIN IMMEDIATE');
  }

  #commit(): void {
    this.#repositories.store();
    this.#index.db.exec('COMMIT');
  }

  #tell(step: IndexReading['step'], summary?: IndexSummary): void {
    this.#posted = performance.now();
    this.#post({ read: this.#read, step, ...(summary === undefined ? {} : { summary }) });
  }

  #summary(): IndexSummary {
    const counts = inArchiveOrder(this.#records.counts);
    return {
      schema_version: this.#version,
      counts,
      repositories_count: counts.find(({ model }) => model === 'repositories')?.count ?? 0,
      unpacked_size: this.#size,
      problems_count: countProblems(this.#index),
    };
  }
}

/** As the files of an archive follow each other. */
function inArchiveOrder(counts: IndexSummary['counts']): IndexSummary['counts'] {
  return MODELS.flatMap(({ plural }) => counts.filter(({ model }) => model === plural));
}
