import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { run } from '../fixtures/command.ts';
import { makeLargeFile } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

const size = 101 * 1024 * 1024;

test('a file over 100 MB becomes a pointer, and its content lies beside the history', async ({ app, home }) => {
  const source = await makeLargeFile(join(home, 'source'), 'assets/film importPage.bin', size);
  const { page } = app;
  const wizard = new NewImportPage(page);
  const importPage = new ImportPage(page);
  await wizard.open();
  await wizard.lookAt(source);
  await wizard.startInto('films');
  await importPage.review.waitFor();
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await importPage.push.click();
  await expect(page.getByTestId('large-files')).toContainText('assets/film importPage.bin');
  await expect(page.getByTestId('large-files')).toContainText('105.9 MB');
  await expect(page.getByRole('radio', { name: 'Keep in Git' })).toBeChecked();
  await expectAccessible(page, 'large files');

  // By keyboard alone: the choice is sent when it is made.
  await page.getByRole('radio', { name: 'Keep in Git' }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Keep with Git LFS' })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Keep in Git' })).toBeDisabled();
  await keepScreenshot(page, '35-large-files');
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await expect(page.getByTestId('findings')).toContainText('kept by Git LFS');

  const repository = join(home, 'data', 'repositories', 'owner', 'films.git');
  const show = (path: string) => run('git', ['show', `main:${path}`], { cwd: repository });
  const sum = createHash('sha256').update(Buffer.alloc(size)).digest('hex');
  expect(await show('assets/film importPage.bin')).toBe(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${sum}\nsize ${size}\n`,
  );
  expect(await show('.gitattributes')).toBe(
    '/assets/film[[:space:]]importPage.bin filter=lfs diff=lfs merge=lfs -text\n',
  );
  expect(await show('README.md')).toBe('# Tool\n');
  const object = await stat(join(repository, 'lfs', 'objects', sum.slice(0, 2), sum.slice(2, 4), sum));
  expect(object.size).toBe(size);
  await expectAccessible(page, 'report with large files');

  // Another choice writes the repository anew.
  await page.getByRole('button', { name: 'Leave out…' }).click();
  await page.getByTestId('confirm-dialog').getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByTestId('large-files-section')).toContainText('left out of the whole history');
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');
  await expect(page.getByTestId('findings')).toContainText('left out of the whole history');
  expect(await run('git', ['ls-tree', '-r', '--name-only', 'main'], { cwd: repository })).not.toContain('film');
  expect(app.complaints).toEqual([]);
});
