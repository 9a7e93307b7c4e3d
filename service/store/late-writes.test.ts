/** Ends of work that the disk does not take: shown at once, and written when it takes them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Accounts } from '../accounts/accounts.ts';
import { ImportTable } from './imports.ts';
import { MigrationTable } from './migrations-table.ts';
import { openStore, type Store } from './open.ts';
import { RepositoryTable } from './repositories.ts';

let folder: string;
let store: Store;
beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'gantry late '));
  store = openStore(folder, () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

/** From now on the database finds no room for another page, or finds it again. */
function fillDisk(isFull: boolean): void {
  const { page_count } = store.sql<{ page_count: number }>('PRAGMA page_count').get() ?? { page_count: 0 };
  store.sql(`PRAGMA max_page_count = ${isFull ? page_count : page_count + 1000}`).get();
}

async function runningImport() {
  const owner = await new Accounts(store, 16).createPerson({ login: 'ann', password: 'correct horse' });
  const { id } = new RepositoryTable(store).insert({
    ...{ owner_id: owner.id, name: 'r', description: null, private: 0, default_branch: 'main' },
  });
  const table = new ImportTable(store);
  return {
    table,
    id: table.insert(id, { vcs: 'git', vcs_given: true, vcs_url: '/x', status: 'pushing', status_text: '' }).id,
  };
}

const inTheRow = () => store.sql<{ status: string }>('SELECT status FROM imports').get()?.status;
const LONG = 'x'.repeat(100_000);

test('a run that failed on a full disk is not under way any more; its row follows by itself when there is room', async () => {
  const { table, id } = await runningImport();
  const makeRoom = vi.fn();
  fillDisk(true);
  table.end(id, { status: 'error', status_text: LONG }, makeRoom);
  expect(makeRoom).toHaveBeenCalledOnce();
  expect([table.byId(id)?.status, table.open()[0]?.status, inTheRow()]).toEqual(['error', 'error', 'pushing']);
  vi.advanceTimersByTime(5000);
  expect(inTheRow()).toBe('pushing');
  fillDisk(false);
  vi.advanceTimersByTime(1000);
  expect(inTheRow()).toBe('error');
  expect(vi.getTimerCount()).toBe(0);
});

test('it is shown also where no room can be made', async () => {
  const { table, id } = await runningImport();
  fillDisk(true);
  const makeRoom = () => {
    throw new Error('closed to writing');
  };
  expect(() => table.end(id, { status: 'error', status_text: LONG }, makeRoom)).toThrow();
  expect(table.byId(id)?.status).toBe('error');
  fillDisk(false);
});

test('what a person starts meanwhile is not undone by what waited', async () => {
  const { table, id } = await runningImport();
  fillDisk(true);
  table.end(id, { status: 'error', status_text: LONG, failed_step: 'push' }, () => undefined);
  fillDisk(false);
  table.update(id, { status: 'mapping', status_text: '' });
  vi.advanceTimersByTime(5000);
  expect(table.byId(id)).toMatchObject({ status: 'mapping', failed_step: 'push' });
  expect(inTheRow()).toBe('mapping');
});

test('an export that failed on a full disk is failed, and waits for no other try', async () => {
  const owner = await new Accounts(store, 16).createPerson({ login: 'ann', password: 'correct horse' });
  const table = new MigrationTable(store);
  const now = '2026-01-01T00:00:00Z';
  const id = table.begin({
    ...{ guid: '1', owner_id: owner.id, started_by: owner.id, created_at: now },
    ...{ lock_repositories: false, exclude_attachments: false, exclude: [] },
  });
  expect(table.byId(id)).toBeUndefined();
  table.finish(id);
  fillDisk(true);
  const failure = { kind: 'disk_full', key: 'disk.full', parameters: {}, detail: LONG } as const;
  table.end(id, { state: 'failed', failure }, now);
  expect([table.byId(id)?.state, table.inState('pending')]).toEqual(['failed', []]);
  fillDisk(false);
  vi.advanceTimersByTime(1000);
  expect(new MigrationTable(store).byId(id)).toMatchObject({ state: 'failed', failure: { key: 'disk.full' } });
});
