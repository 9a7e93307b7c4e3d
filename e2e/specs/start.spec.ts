/** What a start hears and leaves while it goes on. */
import { execFile } from 'node:child_process';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeArchive } from '../fixtures/archive.ts';
import { expect, test } from '../fixtures/test.ts';

test('programs that folders and addresses are opened with do not keep their modules among those of Gantry', async ({
  app,
}) => {
  expect(await app.electron.evaluate(() => process.env.NODE_COMPILE_CACHE ?? null)).toBeNull();
});

test('what a second start names while the first one asks where the data shall lie is opened after the answer', async ({
  app,
  home,
  start,
}) => {
  const executable = app.electron.process().spawnfile;
  await app.close();
  // Where versions before this one kept it.
  await rename(join(home, 'data'), join(home, 'settings', 'data'));
  const asked = join(home, 'asked.json');
  const starting = start({ dataFolder: null, firstQuestion: { answer: 'Move it', asked, atSecondStart: true } });
  await expect.poll(() => readFile(asked, 'utf8').catch(() => '')).toContain('Move your data');

  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const link = 'gantry://import?address=https://example.org/a';
  const args = [...sandbox, `--user-data-dir=${join(home, 'settings')}`, process.cwd(), link];
  const told = await new Promise<string>((resolve) => {
    execFile(executable, args, { env: { ...process.env, HOME: home } }, (_error, _stdout, stderr) => resolve(stderr));
  });
  expect(told).toContain('Gantry is open already');
  await expect((await starting).page).toHaveURL(/imports\/new/);
});

test('a second start whose names are of letters outside Latin, with spaces, hands them over', async ({ app, home }) => {
  const archive = await makeArchive(join(home, 'мои данные'));
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const args = [...sandbox, `--user-data-dir=${join(home, 'settings')}`, process.cwd(), archive];
  const told = await new Promise<string>((resolve) => {
    const environment = { ...process.env, HOME: home };
    execFile(app.electron.process().spawnfile, args, { env: environment }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
  });
  expect(told).toContain('Gantry is open already');
  await expect(app.page).toHaveURL(/\/archives\/1$/);
});

test('who opens Gantry while it is still ending gets it when it has ended', async ({ app }) => {
  const closed = app.electron.waitForEvent('close');
  const next = app.electron.evaluate(
    ({ app, BrowserWindow }) =>
      new Promise<unknown>((resolve) => {
        app.relaunch = (options) => resolve(options?.args);
        // The window goes first, the engine after it.
        BrowserWindow.getAllWindows()[0]?.once('hide', () => {
          const told = { dataFolder: '/elsewhere', archives: ['/a.tgz'], links: [], flags: ['--lang=de'] };
          app.emit('second-instance', {}, [], '/', told);
        });
        app.quit();
      }),
  );
  expect(await next).toEqual(['--lang=de', '--data', '/elsewhere', '/a.tgz']);
  await closed;
});
