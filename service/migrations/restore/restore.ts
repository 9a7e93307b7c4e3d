/** Restores an opened archive as far as everything lies ready: staged folders, records, and the plan of the rest. */

import { mkdirSync, readFileSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { flushTree } from '../../files/durable-tree.ts';
import { folderSizeKb, listRefs } from '../../git/bare-repository.ts';
import { isRefName } from '../../git/ref-name.ts';
import type { AdoptedRows } from '../../store/adoption.ts';
import { absentLargeFiles, mayNameLargeFiles } from '../absent-large-files.ts';
import { copyRecords } from '../records/copy-records.ts';
import { openRecords, type RecordsDatabase } from '../records/records-database.ts';
import type { StagedRepository } from './bare-members.ts';
import { checkRepository } from './check-repository.ts';
import { CHOICE_NOTES } from './choice-notes.ts';
import { keptAsHere, lacksOf } from './lacks.ts';
import { movesOf, newAccounts, newMemberships, timeOf } from './publish-plan.ts';
import type { RestoreJob, RestoreMessage, RestoreResult } from './restore-job.ts';
import { leftOutNotes, type Staged, stage } from './stage.ts';
import { type Wanted, wantedOf } from './wanted.ts';

/** Bytes that stay free on the disk. */
const ROOM_LEFT = 64 * 1024 * 1024;
/** Repositories that git checks at once. */
const CHECKED_AT_ONCE = 2;
/** Share of each step in the whole, in percent. */
const READ_SHARE = 55;
const CHECK_SHARE = 35;

type Post = (message: RestoreMessage) => void;
type NewRepository = AdoptedRows['repositories'][number];

/**
 * @param mayWrite resolves when it is this restore's turn to write the installation's records
 * @throws Failure (a sentence); what was staged is the caller's to remove
 */
export async function restore(
  job: RestoreJob,
  post: Post,
  signal: AbortSignal,
  mayWrite: Promise<void>,
): Promise<RestoreResult> {
  const index = openRecords(job.indexFile, { readonly: true });
  try {
    return await new Restoring(index, job, post, signal).run(mayWrite);
  } finally {
    index.close();
  }
}

class Restoring {
  readonly #index: RecordsDatabase;
  readonly #job: RestoreJob;
  readonly #post: Post;
  readonly #signal: AbortSignal;
  readonly #wanted: Wanted;

  constructor(index: RecordsDatabase, job: RestoreJob, post: Post, signal: AbortSignal) {
    this.#index = index;
    this.#job = job;
    this.#post = post;
    this.#signal = signal;
    this.#wanted = wantedOf(index, job.guid, job);
  }

  async run(mayWrite: Promise<void>): Promise<RestoreResult> {
    const { size } = this.#job.expected;
    mkdirSync(this.#job.staging, { recursive: true, mode: 0o700 });
    this.#checkRoom();
    this.#say('reading', say('Reading the archive.'), 0, size, 0);
    const staged = await stage(this.#job, this.#wanted, this.#signal, (read) =>
      this.#say('reading', say('Reading the archive.'), read, size, (READ_SHARE * read) / size),
    );
    await this.#check(staged);
    this.#say('finishing', say('Writing everything to the disk.'), size, size, READ_SHARE + CHECK_SHARE);
    await flushTree(this.#job.staging);
    const rows = await this.#rows(staged);
    this.#say('records', say('Copying issues, pull requests and the rest.'), size, size, READ_SHARE + CHECK_SHARE + 2);
    this.#post({ kind: 'records' });
    await mayWrite;
    this.#signal.throwIfAborted();
    const copied = this.#copy();
    const ids = new Map(copied.repositories.map(({ target, recordsId }) => [target, recordsId]));
    const repositories = rows.map((row): NewRepository => {
      const records_id = ids.get(`${row.owner}/${row.name}`);
      if (records_id === undefined) throw new Error(`No records of ${row.owner}/${row.name} were copied.`);
      return { ...row, records_id };
    });
    const accounts = newAccounts(this.#index, this.#wanted);
    const found = lacksOf(this.#index, this.#wanted, staged.files.length);
    const lacks = [...found.lacks, ...keptAsHere(copied.keptAsHere)];
    const staging = `restores/${this.#job.guid}`;
    const folders = [...staged.repositories.values()].map(({ folder }) => placeOf(this.#job.staging, folder));
    return {
      rows: { accounts, memberships: newMemberships(this.#index, this.#wanted), repositories },
      moves: movesOf(staging, folders, staged.files),
      summary: {
        users: accounts.filter(({ type }) => type === 'User').length,
        organizations: accounts.filter(({ type }) => type === 'Organization').length,
        repositories: repositories.map(({ owner, name }) => `${owner}/${name}`),
        records: copied.counts.filter(({ model }) => model !== 'labels'),
        attachments: staged.files.length,
        whole:
          lacks.length === 0 &&
          [...staged.repositories.values()].every(({ absentLargeFiles }) => absentLargeFiles === 0),
        notes: [
          ...lacks,
          ...this.#choiceNotes(accounts.length),
          ...leftOutNotes(staged.repositories.values()),
          ...found.told,
        ],
      },
    };
  }

  /** What is left out is unpacked too, but not written: only what comes needs room. */
  #checkRoom(): void {
    const { bavail, bsize } = statfsSync(this.#job.dataFolder);
    const free = bavail * bsize - ROOM_LEFT;
    const size = (text: string, parameters: Record<string, string>) =>
      this.#index.sql<{ n: number | null }>(text).get(parameters)?.n ?? 0;
    let needed = statSync(this.#job.indexFile).size;
    for (const fullName of this.#wanted.repositories.keys()) {
      needed += size('SELECT sum(size) AS n FROM archive_repositories WHERE full_name = @fullName', { fullName });
    }
    for (const path of this.#wanted.files.keys()) {
      needed += size('SELECT size AS n FROM archive_files WHERE path = @path', { path });
    }
    if (needed > free) {
      const said = { needed: megabytes(needed), free: megabytes(Math.max(0, free)) };
      throw Failure.of('restore.too_little_space', { ...said, lacks: needed - free });
    }
  }

  async #check({ repositories }: Staged): Promise<void> {
    const { size } = this.#job.expected;
    const left = [...repositories];
    const total = left.length;
    let done = 0;
    const check = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        this.#signal.throwIfAborted();
        const [source, repository] = next;
        this.#say(
          'checking',
          say('Checking {name}.', { name: source }),
          size,
          size,
          READ_SHARE + (CHECK_SHARE * done) / total,
        );
        const left = await checkRepository(repository, this.#defaultBranch(source, repository), this.#signal);
        if (left > 0) repository.unreachable = left;
        const tips = await tipsOf(repository.folder, this.#signal);
        if (await mayNameLargeFiles(repository.folder, tips, this.#signal)) {
          repository.absentLargeFiles = await absentLargeFiles(repository.folder, this.#signal);
        }
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CHECKED_AT_ONCE }, check));
  }

  #record(fullName: string) {
    return this.#index
      .sql<{
        description: string | null;
        private: number | null;
        default_branch: string | null;
        created_at: string | null;
      }>('SELECT description, private, default_branch, created_at FROM repositories WHERE address = @address')
      .get({ address: `/${fullName}` });
  }

  #defaultBranch(source: string, { head }: StagedRepository): string {
    const named = this.#record(source.replace(/\.wiki$/, ''))?.default_branch;
    // No repository could be made of a name that no branch can have.
    if (named && isRefName(`refs/heads/${named}`)) return named;
    return /^ref: refs\/heads\/(.+)$/.exec(head ?? '')?.[1] || 'main';
  }

  /** Rows of the repositories, but for the ids of their records. */
  async #rows({ repositories }: Staged): Promise<Omit<NewRepository, 'records_id'>[]> {
    const rows: Omit<NewRepository, 'records_id'>[] = [];
    for (const [source, target] of this.#wanted.repositories) {
      const [owner = '', name = ''] = target.split('/');
      const staged = repositories.get(source) as StagedRepository;
      const record = this.#record(source);
      rows.push({
        owner,
        name,
        description: record?.description ?? null,
        // Where the archive does not say it, nobody knows whether everybody might read it.
        private: record?.private === 0 ? 0 : 1,
        default_branch: this.#defaultBranch(source, staged),
        size_kb: await folderSizeKb(staged.folder),
        created_at: timeOf(record?.created_at ?? null),
        pushed_at: staged.pushedAt,
      });
    }
    return rows;
  }

  #copy() {
    const to = openRecords(join(this.#job.dataFolder, 'records.sqlite'));
    try {
      // On the disk before the installation's rows name them: a power cut must not take the records alone.
      to.db.pragma('synchronous = FULL');
      return copyRecords(this.#index, to, this.#wanted.copy);
    } finally {
      to.close();
    }
  }

  #choiceNotes(accounts: number): Said[] {
    const notes: Said[] = [];
    const count = (model: string, action: string) =>
      this.#wanted.choices.filter((choice) => choice.model_name === model && choice.action === action).length;
    const users = count('user', 'import') + count('user', 'rename');
    if (accounts > 0 && users > 0) {
      notes.push(
        users === 1
          ? say('1 user has no password here and cannot sign in.')
          : say('{count} users have no password here and cannot sign in.', { count: users }),
      );
    }
    for (const model of ['user', 'organization', 'repository'] as const) {
      for (const action of ['skip', 'map', 'rename'] as const) {
        const many = count(model, action);
        if (many > 0) notes.push(CHOICE_NOTES[model][action](many));
      }
    }
    return notes;
  }

  #say(
    step: 'reading' | 'checking' | 'records' | 'finishing',
    status_text: Said,
    done: number,
    total: number,
    percent: number,
  ): void {
    this.#post({ kind: 'reading', reading: { step, status_text, bytes_done: done, bytes_total: total }, percent });
  }
}

/** Ids of what refs name, the default branch's first. */
async function tipsOf(repository: string, signal: AbortSignal): Promise<string[]> {
  const refs = await listRefs(repository, signal, 'left out');
  const head = readFileSync(join(repository, 'HEAD'), 'utf8').trim();
  const isFirst = ({ name }: { name: string }) => head === `ref: ${name}`;
  return [...refs.filter(isFirst), ...refs.filter((ref) => !isFirst(ref))].map(({ oid }) => oid);
}

/** `owner/name` or `owner/name.wiki` of a staged folder. */
function placeOf(staging: string, folder: string): string {
  const inside = folder.slice(join(staging, 'repositories').length + 1).replaceAll('\\', '/');
  return inside.replace(/\.git$/, '');
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1_000_000)} MB`;
}
