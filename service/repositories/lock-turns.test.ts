/** One migration's lock goes while another's comes: what is in the repository in the end is what the rows say. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EventHub } from '../events/event-hub.ts';
import { AccountTable } from '../store/accounts.ts';
import { MigrationTable } from '../store/migrations-table.ts';
import { openStore, type Store } from '../store/open.ts';
import { HEAD_LOCK, HOOK, LOCK_SETTING, PUSH_HOOK } from './lock-files.ts';
import { RepositoryLocks } from './locks.ts';
import { Repositories } from './repositories.ts';

const NOW = '2026-01-01T00:00:00Z';
const never = new AbortController().signal;
const nothing = () => undefined;

let folder: string;
let store: Store;
let locks: RepositoryLocks;
let repository: { id: number; path: string };
let migrations: [number, number];
const log: string[] = [];

beforeEach(async () => {
  log.length = 0;
  folder = mkdtempSync(join(tmpdir(), 'gantry lock turns '));
  store = openStore(folder, nothing);
  const account = { type: 'Organization', login: 'o', name: null, email: null, password_hash: null } as const;
  const owner = new AccountTable(store).insert({ ...account, site_admin: 0 });
  const events = new EventHub(nothing);
  const repositories = new Repositories(folder, store, events);
  const made = await repositories.create(owner, { name: 'r' });
  repository = { id: made.id, path: repositories.path(made) };
  locks = new RepositoryLocks(store, repositories, events, (level, text) => void log.push(`${level} ${text}`));
  const table = new MigrationTable(store);
  const begin = (guid: string) =>
    table.begin({
      ...{ guid, owner_id: owner.id, started_by: owner.id, created_at: NOW },
      ...{ lock_repositories: true, exclude_attachments: false, exclude: [] },
    });
  migrations = [begin('1'), begin('2')];
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => join(repository.path, name);
const lockBy = (migration: number) => {
  locks.add([repository.id], migration, NOW);
  return locks.lock(migration, never, nothing);
};
/** Whoever locks it, by what is in the repository; null where nothing is. */
function lockedBy(): string | null {
  const texts = [HOOK, PUSH_HOOK, HEAD_LOCK].map((name) =>
    existsSync(file(name)) ? readFileSync(file(name), 'utf8') : '',
  );
  const names = new Set(texts.map((text) => /is locked by migration (\d+)/.exec(text)?.[1] ?? null));
  expect([...names], texts.join('\n---\n')).toHaveLength(1);
  const [name = null] = names;
  expect(existsSync(file(LOCK_SETTING))).toBe(name !== null);
  return name;
}

test('git is told that one lock has gone while it is told of the next one', async () => {
  const [first, second] = migrations;
  await lockBy(first);
  for (let round = 0; round < 100; round++) {
    const [from, to] = round % 2 === 0 ? [first, second] : [second, first];
    const telling = locks.tellGit(locks.release(from), never, nothing);
    // Another moment each round.
    for (let moment = 0; moment < round * 3; moment++) await new Promise(setImmediate);
    await Promise.all([telling, lockBy(to)]);
    expect(log).toEqual([]);
    expect(lockedBy()).toBe(String(to));
  }
});

test('who unlocks it for a second time takes no lock away that came since', async () => {
  const [first, second] = migrations;
  await lockBy(first);
  const [row] = locks.ofMigration(first);
  if (row === undefined) throw new Error('not locked');
  const [once, again] = [locks.unlock(row), locks.unlock(row)];
  expect(await once).toBe(true);
  await Promise.all([again, lockBy(second)]);
  expect(await locks.unlock(row)).toBe(false);
  expect(lockedBy()).toBe(String(second));
  const [other] = locks.ofMigration(second);
  expect(other && (await locks.unlock(other))).toBe(true);
  expect(lockedBy()).toBeNull();
});
