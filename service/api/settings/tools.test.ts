import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installing } from '../../failures/catalogue/tools.ts';
import { startTestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry set tools '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function program(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
  return path;
}

test.skipIf(process.platform === 'win32')('a program that is set is tried at once and used by every run', async () => {
  const engine = await startTestEngine();
  try {
    const set = (name: string, path: string | null) => engine.api('PATCH', '/settings', { tools: [{ name, path }] });
    const { body } = await engine.api('GET', '/settings');
    expect(body.tools[0]).toMatchObject({ name: 'git', path: expect.stringMatching(/^\/.*\/git$/), is_set: false });
    for (const [path, problem] of [
      ['git', /whole path/],
      [join(folder, 'nothing'), /could not be started/],
      [program('mute', 'exit 0'), /says no version/],
      [program('old', 'echo git version 2.20.1'), /is of version 2.20.1/],
    ] as const) {
      const refused = await set('git', path);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringMatching(problem)]);
    }
    const source = makeGitSource(folder, 'source.git', historyStream(2));
    const bring = async (name: string) => {
      await engine.api('POST', '/orgs/acme/repos', { name });
      await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
      expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
      expect(refsOf(join(engine.folder, `repositories/acme/${name}.git`))).toBe(refsOf(source));
    };
    await bring('first');
    const log = join(folder, 'log');
    const mine = program('my git', `echo "$@" >> '${log}'\nexec git "$@"`);
    expect((await set('git', mine)).body.tools[0]).toEqual({ name: 'git', path: mine, is_set: true });
    // Threads that wait from the first import, and an engine that starts with the setting.
    for (const name of ['second', 'third']) {
      writeFileSync(log, '');
      await bring(name);
      expect([name, readFileSync(log, 'utf8')]).toEqual([
        name,
        expect.stringMatching(/clone --mirror[\s\S]*update-ref/),
      ]);
      await engine.restart();
    }
    expect((await set('git', null)).body.tools[0]).toMatchObject({ is_set: false });
  } finally {
    await engine.end();
  }
});

test('a missing program’s sentence names this system’s way only', () => {
  const has = (program: string) => (path: string) => path === program;
  expect(installing('subversion', 'linux', has('/usr/bin/dnf'))).toBe('Install it: sudo dnf install subversion.');
  expect(installing('openssh-client', 'linux', has('/usr/bin/pacman'))).toBe('Install it: sudo pacman -S openssh.');
  expect(installing('git', 'linux', () => false)).toBe('Install the package git.');
  expect(installing('mercurial', 'darwin')).toBe('Install it: brew install mercurial.');
  expect(installing('subversion', 'win32')).toContain('winget install TortoiseSVN.TortoiseSVN');
});
