/** What a person does with Gantry in a day, step by step. Each step can be begun again after it was cut off. */
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { SEEN_OVER } from '../../service/migrations/export/archives.ts';
import { SEEN_OVER_MS } from '../../service/migrations/export/expiry.ts';
import { refsOf } from '../../service/testing/git-sources.ts';
import { Engine, type Json } from '../engine/engine.ts';
import type { Sources } from './sources.ts';
import type { Told } from './told.ts';

const run = promisify(execFile);
/** How often it is asked how far something is, in milliseconds. */
const ASK_MS = 25;
/** Longer than any step takes, in milliseconds. */
const STEP_MS = 60_000;

export interface World {
  engine: Engine;
  /**
   * Ends the engine and starts it again.
   * @param clockAhead milliseconds
   * @param meanwhile done while none runs
   */
  restart(clockAhead?: number, meanwhile?: () => void | Promise<void>): Promise<void>;
  data: string;
  sources: Sources;
  told: Told;
}

/** Starts the engine. */
export async function startDay(data: string, sources: Sources, told: Told): Promise<World> {
  const world: World = {
    engine: await Engine.start(data),
    restart: async (clockAhead = 0, meanwhile = () => undefined) => {
      await world.engine.end();
      await meanwhile();
      world.engine = await Engine.start(data, clockAhead);
    },
    data,
    sources,
    told,
  };
  return world;
}

export interface Step {
  name: string;
  run(world: World): Promise<void>;
}

/** Something did not come to its end, or ended otherwise than it should. */
export class StepFailed extends Error {}

export const repositoryPath = (data: string, repository: string) =>
  join(data, 'repositories/acme', `${repository}.git`);

/** Asks until `look` has an answer. @throws StepFailed when that takes too long */
export async function until<Result>(
  what: string | (() => string),
  look: () => Promise<Result | undefined>,
  ms = STEP_MS,
): Promise<Result> {
  let last: Result | undefined;
  for (const end = performance.now() + ms; performance.now() < end; await pause(ASK_MS)) {
    last = await look();
    if (last !== undefined) return last;
  }
  throw new StepFailed(`${typeof what === 'string' ? what : what()} did not end in ${ms / 1000} s`);
}

/** @throws StepFailed when the answer has another status */
export async function ask(
  { engine }: World,
  method: string,
  path: string,
  body: unknown,
  statuses: readonly number[],
): Promise<Json> {
  const answer = await engine.api(method, path, body);
  if (statuses.includes(answer.status)) return answer.body;
  throw new StepFailed(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 1500)}`);
}

/** Waits for an import. @throws StepFailed with its sentence when it ends in error */
export async function importIs(world: World, repository: string, fits: (record: Json) => boolean): Promise<Json> {
  const path = `/repos/acme/${repository}/import`;
  let last = '';
  return until(
    () => `the import of ${repository} (${last})`,
    async () => {
      const record = await ask(world, 'GET', path, undefined, [200]);
      last = `${record.status} ${record.percent} ${record.push_percent} ${record.status_text}`;
      if (['error', 'auth_failed', 'detection_found_nothing'].includes(record.status)) {
        throw new StepFailed(`the import of ${repository} ended in ${record.status}: ${record.message}`);
      }
      return fits(record) ? record : undefined;
    },
  );
}

const isComplete = (record: Json) => record.status === 'complete';

function tellComplete({ told, data }: World, repository: string): void {
  told.tell(`complete ${repository}`, true);
  told.tell(`refs ${repository}`, refsOf(repositoryPath(data, repository)));
}

async function makeRepository(world: World, name: string): Promise<void> {
  await ask(world, 'POST', '/orgs/acme/repos', { name }, [201, 422]);
  world.told.tell(`repository ${name}`, true);
}

/** Starts the import, unless a start that was cut off did. */
async function startImport(world: World, repository: string, asked: object): Promise<void> {
  const path = `/repos/acme/${repository}/import`;
  if ((await world.engine.api('GET', path)).status === 200) return;
  await ask(world, 'PUT', path, asked, [201]);
}

export function importStep(name: keyof Sources['imports']): Step {
  return {
    name: `import ${name}`,
    run: async (world) => {
      await makeRepository(world, name);
      await startImport(world, name, world.sources.imports[name]);
      await importIs(world, name, isComplete);
      tellComplete(world, name);
    },
  };
}

const token: Step = {
  name: 'token',
  run: async (world) => {
    // A note of its own each time: one that was made and not told is not known.
    const note = `script ${Math.random()}`;
    const made = await ask(world, 'POST', '/authorizations', { note, scopes: ['repo'] }, [201]);
    world.told.tell(`token ${made.token}`, true);
  },
};

const mapping: Step = {
  name: 'map authors, then publish (Subversion)',
  run: async (world) => {
    const path = '/repos/acme/svn/import';
    await makeRepository(world, 'svn');
    await startImport(world, 'svn', { ...world.sources.imports.svn, hold_before_push: true });
    const waits = await importIs(world, 'svn', (record) => record.waiting_for_release === true || isComplete(record));
    if (!isComplete(waits)) {
      for (const author of await ask(world, 'GET', `${path}/authors`, undefined, [200])) {
        const saved = { name: `${author.remote_name} of Acme`, email: `${author.remote_name}@example.org` };
        await ask(world, 'PATCH', `${path}/authors/${author.id}`, saved, [200]);
        world.told.tell(`author svn ${author.id}`, saved.name);
      }
      await ask(world, 'PATCH', path, { hold_before_push: false }, [200]);
    }
    await importIs(world, 'svn', isComplete);
    tellComplete(world, 'svn');
  },
};

const largeFiles: Step = {
  name: 'choose LFS',
  run: async (world) => {
    const path = '/repos/acme/big/import/lfs';
    world.told.asked('refs big');
    world.told.asked('complete big');
    await ask(world, 'PATCH', path, { use_lfs: 'opt_in' }, [200]);
    world.told.tell('lfs big', 'opt_in');
    await importIs(world, 'big', isComplete);
    tellComplete(world, 'big');
  },
};

function push(n: number): Step {
  return {
    name: `push over HTTP (${n})`,
    run: async (world) => {
      const { work } = world.sources;
      await makeRepository(world, 'work');
      world.told.asked('refs work');
      for (let commit = 0; commit < 3; commit++) {
        writeFileSync(join(work, 'file.txt'), `${n} ${commit} ${Math.random()}\n`);
        execFileSync('git', ['add', '.'], { cwd: work });
        execFileSync('git', ['commit', '--quiet', '-m', `change ${n} ${commit}`], { cwd: work });
      }
      try {
        const refs = [`+HEAD:refs/heads/main`, `+HEAD:refs/tags/v${n}`, `+HEAD~1:refs/heads/topic/${n}`];
        await run('git', ['push', '--quiet', world.engine.cloneUrl('acme/work'), ...refs], { cwd: work });
      } catch (error) {
        throw new StepFailed(`git push: ${String((error as { stderr?: string }).stderr)}`);
      }
      world.told.tell('refs work', refsOf(repositoryPath(world.data, 'work')));
    },
  };
}

function update(name: 'svn' | 'git', how: 'update' | 'restart'): Step {
  return {
    name: `${how} ${name}`,
    run: async (world) => {
      world.sources.grow[name]();
      // One that was cut off goes on.
      await importIs(world, name, isComplete);
      world.told.asked(`refs ${name}`);
      world.told.asked(`complete ${name}`);
      const updates = `/repos/acme/${name}/import/updates`;
      if (how === 'update') await ask(world, 'POST', updates, {}, [202]);
      else await ask(world, 'PATCH', `/repos/acme/${name}/import`, {}, [200]);
      await importIs(world, name, isComplete);
      // An update that failed leaves the import as it was, complete.
      const [newest] = how === 'update' ? await ask(world, 'GET', updates, undefined, [200]) : [];
      if (newest !== undefined && newest.status !== 'complete')
        throw new StepFailed(`the update of ${name}: ${newest.status}: ${newest.message}`);
      tellComplete(world, name);
    },
  };
}

function exporting(names: string[], { lock }: { lock: boolean }): Step {
  const base = '/orgs/acme/migrations';
  return {
    name: lock ? 'export with locks, unlock' : 'export',
    run: async (world) => {
      // One that was cut off goes on.
      const all: Json[] = await ask(world, 'GET', `${base}?per_page=100`, undefined, [200]);
      const known = all.find((found) => found.lock_repositories === lock && found.state !== 'failed');
      for (const name of names) if (lock && known === undefined) world.told.asked(`locked ${name}`);
      const wanted = { repositories: names, lock_repositories: lock };
      const { id } = known ?? (await ask(world, 'POST', base, wanted, [201]));
      for (const name of names) if (lock && known === undefined) world.told.tell(`locked ${name}`, true);
      const done = await until('the export', async () => {
        const found = await ask(world, 'GET', `${base}/${id}`, undefined, [200]);
        if (found.state === 'failed') throw new StepFailed(`the export failed: ${JSON.stringify(found)}`);
        // It is made, and the disk does not take that: it says so, and goes on when the disk is well.
        const waits = found.progress?.status_text ?? '';
        if (/ disk /.test(waits)) throw new StepFailed(`the export: ${waits}`);
        return found.state === 'exported' ? found : undefined;
      });
      const bytes = readFileSync(join(world.data, 'archives', `${done.guid}.tar.gz`));
      world.told.tell(`exported ${id}`, `${done.guid} ${createHash('sha256').update(bytes).digest('hex')}`);
      for (const name of names) {
        if (!lock) continue;
        world.told.asked(`locked ${name}`);
        await ask(world, 'DELETE', `${base}/${id}/repos/${name}/lock`, undefined, [204, 404]);
        world.told.tell(`locked ${name}`, false);
      }
    },
  };
}

const deleteArchive: Step = {
  name: 'delete an archive',
  run: async (world) => {
    const [newest] = await ask(world, 'GET', '/orgs/acme/migrations', undefined, [200]);
    world.told.asked(`exported ${newest.id}`);
    // 404: it was cut off after it was done.
    await ask(world, 'DELETE', `/orgs/acme/migrations/${newest.id}/archive`, undefined, [204, 404]);
    world.told.tell(`exported ${newest.id}`, 'deleted');
  },
};

const restore: Step = {
  name: 'restore an archive',
  run: async (world) => {
    const opened = await ask(world, 'POST', '/inspections', { path: world.sources.archive }, [200, 201]);
    await until('the reading of the archive', async () => {
      const found = await ask(world, 'GET', `/inspections/${opened.id}`, undefined, [200]);
      if (found.state === 'failed') throw new StepFailed(`the archive was not read: ${found.error_message}`);
      return found.state === 'reading' ? undefined : found;
    });
    world.told.tell(`opened ${opened.id}`, '2');
    // One that was cut off ends by itself, published or not begun.
    const [last] = await ask(world, 'GET', '/restores', undefined, [200]);
    const isUnderWay = last !== undefined && last.state !== 'failed';
    const { id } = isUnderWay ? last : await ask(world, 'POST', '/restores', { inspection_id: opened.id }, [201]);
    await until('the restore', async () => {
      const found = await ask(world, 'GET', `/restores/${id}`, undefined, [200]);
      if (found.state === 'failed' || found.error_message) throw new StepFailed(`the restore: ${found.error_message}`);
      return found.state === 'restored' ? found : undefined;
    });
    world.told.tell(`restored ${id}`, true);
    for (const name of ['widgets', 'gadgets']) {
      world.told.tell(`refs ${name}`, refsOf(repositoryPath(world.data, name)));
    }
  },
};

const remotePush: Step = {
  name: 'push to a remote',
  run: async (world) => {
    const path = '/repos/acme/git/remote_pushes';
    const asked = { remote_url: world.sources.remote, when_not_empty: 'overwrite' };
    const { id } = await ask(world, 'POST', path, asked, [201]);
    const done = await until('the push', async () => {
      const found = await ask(world, 'GET', `${path}/${id}`, undefined, [200]);
      // It arrived, and the disk does not take that: it says so, and goes on when the disk is well.
      if (/disk/i.test(found.status_text)) throw new StepFailed(`the push to the remote: ${found.status_text}`);
      return found.status === 'running' ? undefined : found;
    });
    if (done.status !== 'complete') throw new StepFailed(`the push to the remote: ${done.status} ${done.message}`);
    world.told.tell(`sent git ${id}`, true);
  },
};

const remove: Step = {
  name: 'delete a repository',
  run: async (world) => {
    await makeRepository(world, 'old');
    world.told.asked('repository old');
    await ask(world, 'DELETE', '/repos/acme/old', undefined, [204]);
    world.told.tell('repository old', false);
  },
};

/** Archives end after seven days. */
const LATER_MS = 8 * 86_400_000;

export const expiry: Step = {
  name: 'an archive ends after seven days',
  run: async (world) => {
    const all: Json[] = await ask(world, 'GET', '/orgs/acme/migrations', undefined, [200]);
    const ends = all.filter(({ state, archive }) => state === 'exported' && archive?.deleted_at === null);
    for (const { id } of ends) world.told.asked(`exported ${id}`);
    await world.restart(LATER_MS, () => seeOver(world.data, ends));
    for (const { id } of ends) {
      await until('the end of an archive', async () => {
        const { archive } = await ask(world, 'GET', `/orgs/acme/migrations/${id}`, undefined, [200]);
        return archive.deleted_at === null ? undefined : true;
      });
      world.told.tell(`exported ${id}`, 'deleted');
    }
  },
};

/** As if an engine had run for the hour that an archive is kept behind its end. */
function seeOver(data: string, migrations: readonly Json[]): void {
  const db = new Database(join(data, 'gantry.sqlite'));
  try {
    db.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)').run(
      SEEN_OVER,
      JSON.stringify(Object.fromEntries(migrations.map(({ guid }) => [guid, SEEN_OVER_MS]))),
    );
  } finally {
    db.close();
  }
}

/** A day of a few seconds. */
export const SHORT_DAY: readonly Step[] = [token, importStep('git'), push(1), update('git', 'restart')];

/** Everything that a day holds. */
export const STEPS: readonly Step[] = [
  token,
  mapping,
  importStep('hg'),
  importStep('tfvc'),
  importStep('git'),
  importStep('big'),
  push(1),
  largeFiles,
  update('svn', 'update'),
  update('git', 'restart'),
  push(2),
  exporting(['svn', 'git'], { lock: true }),
  restore,
  remotePush,
  remove,
  exporting(['hg', 'work'], { lock: false }),
  deleteArchive,
  expiry,
];
