import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Accounts } from '../accounts/accounts.ts';
import { MigrationTable } from './migrations-table.ts';
import { openStore, type Store } from './open.ts';
import { UnderWayTable } from './under-way.ts';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry migrations '));
  store = openStore(folder, () => undefined);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a migration whose rows are being written is there for nobody, and after the end of the app it never was', async () => {
  const owner = await new Accounts(store, 16).createPerson({ login: 'ann', password: 'correct horse' });
  const table = new MigrationTable(store);
  const begin = (guid: string) =>
    table.begin({
      ...{ guid, owner_id: owner.id, started_by: owner.id, created_at: '2026-01-01T00:00:00Z' },
      ...{ lock_repositories: true, exclude_attachments: false, exclude: [] },
    });
  const [whole, cutOff] = [begin('1'), begin('2')];
  table.addRepositories(whole, 0, []);
  table.finish(whole);

  const page = { limit: 10, offset: 0 };
  const seen = () => [
    table.byId(cutOff),
    table.byGuid('2'),
    table.ofOwner(owner.id, { private: true }, page).map(({ id }) => id),
    table.countOfOwner(owner.id, { private: true }),
    table.inState('pending').map(({ id }) => id),
    new UnderWayTable(store).waiting().exports,
    new UnderWayTable(store).keys(),
  ];
  expect(seen()).toEqual([undefined, undefined, [whole], 1, [whole], 1, [`export:${whole}`]]);
  table.removeUnfinished();
  table.finish(cutOff);
  expect(seen()).toEqual([undefined, undefined, [whole], 1, [whole], 1, [`export:${whole}`]]);
});
