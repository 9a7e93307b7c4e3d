import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { run } from '../fixtures/command.ts';
import { makeManyAuthors } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

const count = 20_000;

/** The author of a commit, as the source names it. */
function inTheSource(commit: number): string {
  const name = `author${String(commit).padStart(6, '0')}`;
  return `${name} <${name}@old.example>`;
}

/** Pastes a text where a person types, as the keyboard would. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  await field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

test('twenty thousand authors are searched, sorted and mapped at once', async ({ app, home }) => {
  const { page } = app;
  const wizard = new NewImportPage(page);
  const importPage = new ImportPage(page);
  await wizard.open();
  await wizard.lookAt(await makeManyAuthors(join(home, 'git'), count));
  await wizard.startInto('crowd');
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await expect(importPage.grid).toHaveAttribute('aria-rowcount', `${count + 1}`);

  await importPage.grid.focus();
  await page.keyboard.press('End');
  await expect(importPage.grid.locator(`[aria-rowindex="${count + 1}"]`)).toBeVisible();
  await importPage.search.fill('author00777');
  await expect(importPage.grid).toHaveAttribute('aria-rowcount', '11');
  await expect(importPage.author(inTheSource(7770))).toBeVisible();
  // All that match are those that are counted; what was done to them leaves the keyboard with the grid, and so does a box.
  await importPage.grid.focus();
  await page.keyboard.press('Control+A');
  await expect(page.getByText('10 authors selected')).toBeVisible();
  await page.getByRole('button', { name: 'Keep as they are' }).click();
  await expect(importPage.author(inTheSource(7770)).getByText('Mapped', { exact: true })).toBeVisible();
  await expect(importPage.grid).toBeFocused();
  await page.keyboard.press('Control+Z');
  await expect(importPage.author(inTheSource(7770)).getByText('As in the source')).toBeVisible();
  await importPage.author(inTheSource(7770)).getByRole('checkbox').click();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(page.getByText('2 authors selected')).toBeVisible();
  await page.keyboard.press('Escape');
  // A cell that was opened only does not take back what was pasted over it; this row stays where it is.
  await importPage.author(inTheSource(7770)).getByRole('gridcell').nth(2).dblclick();
  await pasteInto(
    page.getByLabel(`Name of ${inTheSource(7770)}`),
    `${inTheSource(7770)}\t"Lee, Anna"\tanna@new.example`,
  );
  await expect(page.getByText('1 author mapped.')).toBeVisible();
  await importPage.search.click();
  await expect(importPage.author(inTheSource(7770)).getByRole('gridcell').nth(2)).toHaveText('Lee, Anna');
  // What is being typed stays, wherever the row goes meanwhile.
  const typed = page.getByLabel(`Name of ${inTheSource(7779)}`);
  await importPage.author(inTheSource(7779)).getByRole('gridcell').nth(2).dblclick();
  await typed.fill('Typed');
  await pasteInto(typed, `${inTheSource(7779)}\tBoris\tboris@new.example`);
  await expect(importPage.grid.locator('[aria-rowindex="2"]').getByLabel('Select author007779')).toHaveCount(0);
  await expect(typed).toHaveValue('Typed');
  // What cannot be a name says why, stays with Enter, and is not dropped without a word.
  await typed.fill('Typed <');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('tooltip', { name: 'A name cannot hold < or >.' })).toBeVisible();
  await expect(typed).toHaveValue('Typed <');
  await importPage.search.click();
  await expect(page.getByText('stays as it was. A name cannot hold < or >.')).toBeVisible();
  await importPage.grid.focus();
  await page.keyboard.press('Control+Z');
  await page.keyboard.press('Control+Z');
  await expect(importPage.author(inTheSource(7770)).getByText('As in the source')).toBeVisible();
  await importPage.search.fill('');
  await expect(importPage.grid).toHaveAttribute('aria-rowcount', `${count + 1}`);
  await page.getByRole('columnheader', { name: 'In the source' }).getByRole('button').click();
  await page.getByRole('columnheader', { name: 'In the source' }).getByRole('button').click();
  await expect(importPage.grid.getByTestId('author-row').first()).toBeVisible();
  await importPage.grid.focus();
  await page.keyboard.press('Home');
  await expect(importPage.author(inTheSource(count - 1))).toBeVisible();

  // What is cut is whole in its tooltip, for as long as the pointer is there, each time that it comes.
  const cut = importPage.author(inTheSource(count - 1)).getByText(inTheSource(count - 1));
  const tooltip = page.getByRole('tooltip');
  for (let visit = 0; visit < 2; visit++) {
    await cut.hover();
    await expect(tooltip).toHaveText(inTheSource(count - 1));
    await importPage.search.hover();
    await expect(tooltip).toHaveCount(0);
  }
  await cut.hover();
  await expect(tooltip).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tooltip).toHaveCount(0);
  await importPage.search.hover();

  await page.keyboard.press('Control+A');
  await expect(page.getByText('20,000 authors selected')).toBeVisible();
  await keepScreenshot(page, '12-many-authors');
  await page.getByRole('button', { name: 'Set e-mail domain…' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('new.example');
  await page.keyboard.press('Enter');
  await expect(page.getByText('20,000 authors mapped.')).toBeVisible();
  await expect(importPage.author(inTheSource(count - 1))).toContainText('author019999@new.example');
  await expect(page.getByTestId('authors-ready')).toHaveText('20,000 of 20,000 authors have an address');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(importPage.author(inTheSource(count - 1))).not.toContainText('new.example');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(importPage.author(inTheSource(count - 1))).toContainText('author019999@new.example');
  // An undo that comes while a change is being carried out is of that change.
  const told = page.getByText('20,000 authors mapped.');
  await expect(told).toHaveCount(0, { timeout: 15_000 });
  await importPage.grid.focus();
  await page.keyboard.press('Control+A');
  await page.getByRole('button', { name: 'Set e-mail domain…' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).fill('hasty.example');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Replace them too' }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(told).toBeVisible();
  await expect(importPage.author(inTheSource(count - 1))).toContainText('author019999@new.example');
  await page.getByRole('button', { name: 'Redo', exact: true }).click();
  await expect(importPage.author(inTheSource(count - 1))).toContainText('author019999@hasty.example');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(importPage.author(inTheSource(count - 1))).toContainText('author019999@new.example');
  await expect(importPage.push).toBeEnabled({ timeout: 60_000 });
  await importPage.release();
  await importPage.waitForReport();
  await expect(importPage.verdict).toHaveAttribute('data-verified', 'true');

  const repository = join(home, 'data', 'repositories', 'owner', 'crowd.git');
  const old = await run('git', ['log', 'main', '--author=old.example', '--format=%H'], { cwd: repository });
  expect(old).toBe('');
  expect((await run('git', ['rev-list', '--count', 'main'], { cwd: repository })).trim()).toBe(`${count}`);
});
