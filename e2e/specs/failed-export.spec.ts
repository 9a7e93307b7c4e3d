import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { makeOwnedRepositories } from '../fixtures/owned-repositories.ts';
import { expect, test } from '../fixtures/test.ts';
import { MigrationPage } from '../pages/migration-page.ts';

test('an export that fails says why, of a repository called import too', async ({ app, home }) => {
  const { page } = app;
  const migration = new MigrationPage(page);
  await makeOwnedRepositories(page, home, { login: 'team', organization: true }, ['import', 'tool']);
  for (const name of ['import', 'tool']) {
    const path = join(home, 'data', 'repositories', 'team', `${name}.git`);
    renameSync(path, `${path}.away`);
    await migration.prepare('team', [`team/${name}`]);
    await migration.start.click();
    await expect(migration.state).toHaveText(/failed/i);
    await expect(page.getByRole('main')).toContainText(`The folder of team/${name} is missing: ${path}.`);
    await expect(page.getByRole('main')).toContainText('then retry the export.');
    renameSync(`${path}.away`, path);
  }
});
