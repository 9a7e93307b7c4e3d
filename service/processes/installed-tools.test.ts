import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';
import { tooOld } from './installed-tools.ts';

test.each([
  ['1.9.1', true],
  ['2.30.2', true],
  ['2.39.4', true],
  ['2.39', true],
  ['2.39.5', false],
  ['2.39.5.1', false],
  ['2.40.0', false],
  ['2.100.0', false],
  ['3.0', false],
])('git %s is too old: %s', (version, expected) => {
  expect(tooOld('git', version) !== null).toBe(expected);
  expect(tooOld('svn', version)).toBeNull();
});

test.skipIf(process.platform === 'win32')('an old git is told at the start, and no import begins with it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-old-git-'));
  const before = process.env.PATH ?? '';
  const fake = join(folder, 'git');
  // Everything but its version is that of the git that is here.
  writeFileSync(
    fake,
    `#!/bin/sh\nPATH='${before}'\n[ "$1" = --version ] && { echo 'git version 2.30.2'; exit; }\nexec git "$@"\n`,
  );
  chmodSync(fake, 0o755);
  process.env.PATH = `${folder}${delimiter}${before}`;
  const engine = await startTestEngine();
  try {
    const sentence = expect.stringContaining('is of version 2.30.2');
    expect((await engine.api('GET', '/setup')).body.tools[0]).toMatchObject({ version: '2.30.2', message: sentence });
    await vi.waitFor(() => expect(engine.logLines).toContainEqual(sentence), 10_000);
    await engine.api('POST', '/orgs/acme/repos', { name: 'project' });
    await engine.api('PUT', '/repos/acme/project/import', { vcs: 'git', vcs_url: 'https://127.0.0.1:1/r.git' });
    expect(await engine.importIn('project', ['error'])).toMatchObject({ message: sentence });
  } finally {
    process.env.PATH = before;
    await engine.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
