/** What a run does about damage on the disk that it meets: each cure once, then it gives up with what it met. */

import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Sentence, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import type { Failure } from '../../failures/failure.ts';
import { inEnglish, sayFailure } from '../../failures/sentences.ts';
import { syncFolder, writeDurably } from '../../files/durable-file.ts';
import { readPackedNow, writePacked } from '../../files/packed-file.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { createBareRepository } from '../../git/bare-repository.ts';
import { damageOf } from '../../git/damage.ts';
import { damagedPack } from '../../git/pack/whole-packs.ts';
import { readablePacks } from '../../git/reachable/stored-objects.ts';
import { sourceOf } from '../../sources/index.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { ImportStep } from '../../vocabulary/import-status.ts';
import { isOfTheSource } from './ask-source.ts';
import type { ImportRooms } from './import-rooms.ts';
import { putDamageAside } from './mend.ts';
import { type Aside, asidesOf, isReplaced, removeAsides, rowFileIn } from './put-aside.ts';
import { PRIVATE_FOLDER } from './resume.ts';
import type { RunLog } from './run-log.ts';

/** Failures that no new fetch changes: of the destination, of rules, of a person's choices, and what a person is asked. */
const NOT_OF_STAGING: readonly string[] = [
  'import.destination_not_empty',
  'import.somebody_pushed',
  'import.nothing_left_out',
  'import.source_unknown',
  'import.several_projects',
  'import.removed',
  'repository.locked',
  'file.refused',
  'git.sha256',
  'git.only_hidden_refs',
  'update.other_shape',
  'update.source_changed',
];
const IDS_OF_SHA1 = 20;
/** Small files of staging that are not the source's, which the next staging needs. */
const KEPT = [
  { name: 'before-update.json', write: writeDurably },
  { name: 'update-row.json', write: writeDurably },
  { name: 'published-refs.json', write: writePacked },
];

export class Cures {
  readonly #rooms: ImportRooms;
  readonly #importId: number;
  readonly #signal: AbortSignal;
  readonly #log: RunLog;
  /** Whether this run found staging that an earlier one made. */
  #isOld = false;
  #looked = false;
  #cured = false;
  /** What this run put aside, or an earlier one that did not come to its end. */
  #aside: Aside | null = null;

  constructor(rooms: ImportRooms, importId: number, signal: AbortSignal, log: RunLog) {
    this.#rooms = rooms;
    this.#importId = importId;
    this.#signal = signal;
    this.#log = log;
  }

  /** Before the first step, within the run: a disk that is not well must not end who launches it. */
  begin(): void {
    const folder = this.#rooms.folder(this.#importId);
    const record = this.#rooms.imports.byId(this.#importId);
    const [aside] = asidesOf(this.#rooms, this.#importId);
    if (aside !== undefined && record !== undefined && !isReplaced(aside, record)) {
      this.#aside = aside;
      // It was cut off between the two.
      if (record.fetched !== null) this.#rooms.imports.update(this.#importId, { fetched: null });
    }
    const isThere = existsSync(folder) && readdirSync(folder).some((name) => name !== PRIVATE_FOLDER);
    // A row that says that all was fetched, without a file of it: that is damage as well.
    this.#isOld = isThere || (this.#rooms.imports.byId(this.#importId)?.fetched ?? null) !== null;
  }

  /**
   * Looks for damage behind a failure, and takes it out of the way.
   * @returns whether the run is to begin again
   * @throws Failure when the published repository is damaged and somebody pushed into it
   */
  async cure(error: unknown, step: ImportStep): Promise<boolean> {
    if (this.#signal.aborted) return false;
    const failure = asFailure(error);
    // A disk that is full or not well: nothing is found out there now.
    if (failure.kind === 'disk_full' || failure.kind === 'disk_failed' || failure.kind === 'cancelled') return false;
    if (!this.#looked) {
      this.#looked = true;
      if (await this.#mendPublished()) return true;
    }
    if (this.#isOld && !this.#cured && (await this.#isOfStaging(failure, step))) {
      this.#cured = true;
      await this.#putStagingAside(failure);
      return true;
    }
    const isAsked = this.#isAskedOf(failure, step);
    if (this.#aside !== null && (isOfTheSource(failure) || isAsked)) await this.#putStagingBack(this.#aside);
    else if (isAsked)
      await rm(join(this.#rooms.folder(this.#importId), 'staging.git'), { recursive: true, force: true });
    return false;
  }

  /** After a run that is complete: what was put aside has been replaced. */
  async done(): Promise<void> {
    await removeAsides(this.#rooms, this.#importId);
    this.#aside = null;
  }

  async #mendPublished(): Promise<boolean> {
    const record = this.#record();
    const path = this.#rooms.repositoryPath(record);
    if (!existsSync(path)) {
      // Without the folder of all repositories a disk is missing, not a repository.
      if (!existsSync(dirname(dirname(path)))) return false;
      this.#say(say('The folder of the repository is missing. It is made anew.'));
      await createBareRepository(path, 'main');
      return true;
    }
    const damage = await damageOf(path, this.#signal);
    if (damage === null) return false;
    this.#say(
      say('The repository is damaged: {damage}. What this import published is written anew.', { damage: damage.text }),
    );
    await putDamageAside(this.#rooms, record, this.#rooms.asideFolder(`import-${record.id}`), this.#signal);
    return true;
  }

  async #isOfStaging({ kind, key, parameters }: Failure, step: ImportStep): Promise<boolean> {
    if (NOT_OF_STAGING.includes(key)) return false;
    const folder = this.#rooms.folder(this.#importId);
    if (key === 'file.missing') return String(parameters.path).startsWith(folder);
    if (kind === 'internal') return true;
    if (kind !== 'broken_source' && kind !== 'empty') return false;
    // What a source itself may be while it is asked, what was fetched from it can only be when it is damaged.
    if (step !== 'detection' && step !== 'raw') return true;
    for (const repository of repositoriesIn(folder)) {
      if ((await damagedPack(readablePacks(repository), IDS_OF_SHA1, this.#signal)) !== null) return true;
      if ((await damageOf(repository, this.#signal)) !== null) return true;
    }
    return false;
  }

  /**
   * Of an update that held what is published against the source, as nothing whole was fetched before: what came must not count as fetched
   * until a person says so, or the next update would find nothing to ask.
   */
  #isAskedOf({ key }: Failure, step: ImportStep): boolean {
    const isAnew = sourceOf(this.#record().vcs)?.fetchesAnew === true;
    return key === 'update.source_changed' && step === 'rewrite' && isAnew;
  }

  async #putStagingAside(failure: Failure): Promise<void> {
    const record = this.#record();
    const folder = this.#rooms.folder(record.id);
    const path = this.#rooms.asideFolder(`import-${record.id}-fetched`);
    this.#say([
      say('What was fetched before cannot be used.'),
      sayFailure(failure, 'import'),
      say('Everything is fetched again; the repository stays as it is until then.'),
    ]);
    mkdirSync(dirname(path), { recursive: true });
    mkdirSync(folder, { recursive: true });
    await writeDurably(rowFileIn(folder), JSON.stringify(record.fetched));
    await renamePatiently(folder, path);
    await syncFolder(dirname(path));
    mkdirSync(folder, { recursive: true });
    for (const { name, write } of KEPT) {
      const text = wholeJson(join(path, name));
      if (text !== null) await write(join(folder, name), text);
    }
    await syncFolder(dirname(folder));
    // Of two the older one is whole: what is put aside after it was never fetched to its end.
    this.#aside ??= { path, fetched: record.fetched };
    this.#rooms.imports.replaceLargeFiles(record.id, []);
    this.#rooms.imports.update(record.id, { fetched: null });
  }

  /** The source gives nothing in its place: the next run may begin with it again. */
  async #putStagingBack({ path, fetched }: Aside): Promise<void> {
    const folder = this.#rooms.folder(this.#importId);
    await rm(folder, { recursive: true, force: true });
    await renamePatiently(path, folder);
    await rm(rowFileIn(folder), { force: true });
    await syncFolder(dirname(folder));
    this.#rooms.imports.update(this.#importId, { fetched });
    await removeAsides(this.#rooms, this.#importId);
    this.#aside = null;
  }

  #say(text: Sentence): void {
    const { owner, repo } = this.#record();
    this.#log.write('warning', text);
    this.#rooms.engineLog('warning', `${owner}/${repo}: ${inEnglish(text)}`);
  }

  #record(): ImportRecord {
    return this.#rooms.imports.byId(this.#importId) as ImportRecord;
  }
}

/** Bare repositories of staging, that of an unfinished fetch among them. */
function repositoriesIn(folder: string): string[] {
  return [folder, join(folder, 'fetching')].flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .filter((name) => name.endsWith('.git'))
          .map((name) => join(place, name))
      : [],
  );
}

function wholeJson(path: string): string | null {
  try {
    const text = readPackedNow(path);
    if (text !== null) JSON.parse(text);
    return text;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
