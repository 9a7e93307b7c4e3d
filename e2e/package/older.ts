/** What was there before: the package of an earlier version, and a data folder that an earlier version wrote. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { Accounts } from '../../service/accounts/accounts.ts';
import { migrations } from '../../service/store/migrations/index.ts';
import { openStore } from '../../service/store/open.ts';
import { run } from '../fixtures/command.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { owner } from '../fixtures/test.ts';

/** Schema of the data folders that the oldest version wrote which kept failures as sentences. */
export const OLD_SCHEMA = 7;

/** The same app with a lower number, as a package. @returns the file */
export async function packageBefore(deb: string, folder: string, version: string): Promise<string> {
  const tree = join(folder, 'before');
  rmSync(tree, { recursive: true, force: true });
  await run('dpkg-deb', ['--raw-extract', deb, tree]);
  const control = join(tree, 'DEBIAN/control');
  writeFileSync(control, readFileSync(control, 'utf8').replace(/^Version: .*$/m, `Version: ${version}`));
  const file = join(folder, 'before.deb');
  await run('dpkg-deb', ['--root-owner-group', '-Zgzip', '-z1', '--build', tree, file]);
  rmSync(tree, { recursive: true });
  return file;
}

/** A data folder with an account, an organization `acme` and its repository `whole`. */
export async function dataFolderBefore(folder: string): Promise<void> {
  const store = openStore(folder, () => undefined, { steps: migrations.slice(0, OLD_SCHEMA) });
  const accounts = new Accounts(store);
  const account = await accounts.setUp({ login: owner.login, password: owner.password });
  if (account === null) throw new Error('There is an owner already.');
  const organization = accounts.createOrganization({ login: 'acme', name: null }, account);
  store.close();
  const source = await makeGitRepository(join(folder, 'source'));
  mkdirSync(join(folder, 'repositories/acme'), { recursive: true });
  await run('git', ['clone', '-q', '--mirror', source, join(folder, 'repositories/acme/whole.git')]);
  rmSync(source, { recursive: true });
  const at = '2024-01-02T03:04:05Z';
  const database = new Database(join(folder, 'gantry.sqlite'));
  database
    .prepare(
      `INSERT INTO repositories (id, owner_id, name, default_branch, pushed_at, created_at, updated_at)
       VALUES (1, @organization, 'whole', 'main', @at, @at, @at)`,
    )
    .run({ organization: organization.id, at });
  database
    .prepare(
      `INSERT INTO imports (id, repository_id, vcs, vcs_given, vcs_url, started_at, updated_at, status, status_text)
       VALUES (1, 1, 'git', 1, '/nowhere', @at, @at, 'complete', 'Done')`,
    )
    .run({ at });
  database.close();
}

/** The schema that a database has. */
export function schemaOf(file: string): number {
  const database = new Database(file, { readonly: true });
  try {
    return database.pragma('user_version', { simple: true }) as number;
  } finally {
    database.close();
  }
}
