import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { forgetTools, tooOld } from './installed-tools.ts';

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

test.skipIf(process.platform === 'win32')(
  'a script in the place of git or hg that writes a line of its own is told, and imports end with it',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gantry-own-line-'));
    const before = process.env.PATH ?? '';
    const source = makeGitSource(folder, 'source.git', historyStream(1));
    const hg = new HgWorkspace(join(folder, 'source'));
    hg.write('a', '1');
    hg.commit('one');
    const engine = await startTestEngine();
    try {
      for (const [name, vcs, vcs_url] of [
        ['hg', 'mercurial', hg.path],
        ['git', 'git', source],
      ] as const) {
        await engine.api('POST', '/orgs/acme/repos', { name });
        const place = join(folder, `place of ${name}`);
        mkdirSync(place);
        writeFileSync(join(place, name), `#!/bin/sh\necho "Loading ${name}"\nPATH='${before}'\nexec ${name} "$@"\n`);
        chmodSync(join(place, name), 0o755);
        process.env.PATH = `${place}${delimiter}${before}`;
        forgetTools();
        const message = expect.stringContaining(`writes a line of its own before its answers: "Loading ${name}"`);
        expect((await engine.api('GET', '/setup')).body.tools).toContainEqual(
          expect.objectContaining({ name, message }),
        );
        await engine.api('PUT', `/repos/acme/${name}/import`, { vcs, vcs_url });
        expect(await engine.importIn(name, ['error', 'complete'])).toMatchObject({ status: 'error', message });
      }
    } finally {
      process.env.PATH = before;
      forgetTools();
      await engine.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
