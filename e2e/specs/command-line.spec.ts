import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { makeArchive } from '../fixtures/archive.ts';
import { expect, test } from '../fixtures/test.ts';

const executable = (app: { electron: { process(): { spawnfile: string } } }) => app.electron.process().spawnfile;

test('an archive named on the command line is opened at its inspection, also by a second start', async ({
  app,
  home,
  start,
}) => {
  const archive = await makeArchive(home);
  await app.close();
  const again = await start({ flags: [archive] });
  await expect(again.page).toHaveURL(/\/archives\/1$/);
  await expect(again.page.getByTestId('page')).toContainText('team');

  // Beside the one that runs: it hands over what it was given, and ends.
  await again.electron.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = (async (...args: unknown[]) => {
      said.push((args.at(-1) as Electron.MessageBoxOptions).message);
      return { response: 0, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  });
  const second = await makeArchive(join(home, 'second'), { issues: 5 });
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const told = await new Promise<string>((resolve) => {
    const args = [
      ...sandbox,
      `--user-data-dir=${join(home, 'settings')}`,
      process.cwd(),
      '--data',
      join(home, 'elsewhere'),
      second,
    ];
    execFile(executable(again), args, { env: { ...process.env, HOME: home } }, (_error, _stdout, stderr) =>
      resolve(stderr),
    );
  });
  expect(told).toContain('Gantry is open already');
  await expect(again.page).toHaveURL(/\/archives\/2$/);
  const said = await again.electron.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  expect(said).toEqual([expect.stringContaining(`${join(home, 'elsewhere')} was not opened`)]);
});

test('--version and --help answer in the terminal and end', async ({ app, home }) => {
  const ask = (flag: string) =>
    new Promise<string>((resolve) => {
      const args = [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), process.cwd(), flag];
      execFile(executable(app), args, { env: { ...process.env, HOME: home } }, (_error, stdout) => resolve(stdout));
    });
  expect(await ask('--version')).toMatch(/^Gantry \d+\.\d+\.\d+\n$/);
  expect(await ask('--help')).toContain('--data <folder>');
});
