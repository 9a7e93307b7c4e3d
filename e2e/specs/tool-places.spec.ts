import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, owner, test } from '../fixtures/test.ts';

test('another program for a tool is tried at once, and what is found comes back', async ({
  startedAgain: app,
  home,
}) => {
  const program = join(home, 'my git');
  await writeFile(program, '#!/bin/sh\nexec git "$@"\n');
  await chmod(program, 0o755);
  await app.page.getByRole('link', { name: 'Settings' }).click();
  const places = app.page.getByTestId('tool-places');
  const enter = async (path: string) => {
    await places.getByRole('button', { name: 'Change… the program of git' }).click();
    await places.getByLabel('Program for git').fill(path);
    await places.getByRole('button', { name: 'Use it' }).click();
  };
  await enter(join(home, 'nothing'));
  // Whoever chooses programs gives the password, once.
  const password = app.page.getByRole('textbox', { name: 'Password of owner' });
  await password.fill(owner.password);
  await password.press('Enter');
  await expect(places).toContainText('could not be started');
  await places.getByRole('button', { name: 'Cancel' }).click();
  await enter(program);
  await expect(places).toContainText(program);
  await places.getByRole('button', { name: 'As found' }).click();
  await expect(places).not.toContainText(program);
});
