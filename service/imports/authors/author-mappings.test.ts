import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Accounts } from '../../accounts/accounts.ts';
import { AuthorTable } from '../../store/import-authors.ts';
import { type ImportRecord, ImportTable } from '../../store/imports.ts';
import { openStore } from '../../store/open.ts';
import { RepositoryTable } from '../../store/repositories.ts';
import { AuthorMappings } from './author-mappings.ts';

test('an author who was mapped by hand survives another try of a list; those of its map follow the map', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry authors '));
  const store = openStore(folder, () => undefined);
  const owner = await new Accounts(store).createPerson({ login: 'ann', password: 'correct horse' });
  const { id } = new RepositoryTable(store).insert({
    ...{ owner_id: owner.id, name: 'r', description: null, private: 0, default_branch: 'main' },
  });
  const start = { vcs: 'git', vcs_given: true, vcs_url: '/x', status: 'detecting', status_text: '' } as const;
  const record: ImportRecord = new ImportTable(store).insert(id, start);
  const table = new AuthorTable(store);
  const facts = { commit_count: 1, first_commit_at: null, last_commit_at: null, email: 'x@y' };
  table.collect(
    record.id,
    ['ann', 'bob', 'cid'].map((name) => ({ remote_id: name, remote_name: name, name, ...facts })),
  );
  const authors = new AuthorMappings(table, () => undefined);
  const map = (email: string) => ['ann', 'bob'].map((name) => ({ remote_name: name, name, email }));
  const emails = () => [...authors.each(record.id)].flat().map(({ mapped_email }) => mapped_email);

  await authors.setByName(record, map('first@list'), 'list');
  const [ann] = [...authors.each(record.id)].flat();
  await authors.set(record, [{ id: ann?.id ?? 0, name: 'Ann', email: 'ann@hand' }]);
  await authors.setByName(record, map('second@list'), 'list');
  expect(emails()).toEqual(['ann@hand', 'second@list', null]);
  await authors.setByName(record, map('third@list'), 'update');
  expect(emails()).toEqual(['ann@hand', 'second@list', null]);
  await authors.setByName(record, map('own@map'));
  expect(emails()).toEqual(['own@map', 'own@map', null]);
  store.close();
  rmSync(folder, { recursive: true, force: true });
});
