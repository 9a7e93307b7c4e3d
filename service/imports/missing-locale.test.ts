/** Names that are not ASCII, where the system has no `C.UTF-8`, as macOS 13 and 14: its one locale, and the tools under it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { localeOf } from '../processes/environment.ts';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { startTestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';
import { makeSvnSource } from '../testing/svn-sources.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry locale '));
const PATH = process.env.PATH ?? '';
afterAll(() => {
  process.env.PATH = PATH;
  rmSync(folder, { recursive: true, force: true });
});

const NAME = 'größe-日本.txt';

/** Programs that find no other locale than the one of a Mac. @param locale the one that they are told to use */
function toolsWith(locale: string): string {
  const bin = join(folder, `bin of ${locale}`);
  mkdirSync(bin);
  for (const tool of ['svn', 'svnadmin', 'svnrdump', 'svnlook', 'hg']) {
    const real = execFileSync('which', [tool], { encoding: 'utf8' }).trim();
    const own = `LOCPATH='${join(folder, 'locales')}' LC_ALL='${locale}' LANG='${locale}'`;
    writeFileSync(join(bin, tool), `#!/bin/sh\n${own} exec '${real}' "$@"\n`);
    chmodSync(join(bin, tool), 0o755);
  }
  return bin;
}

test('Subversion and Mercurial bring such names under the locale that a Mac has', async (context) => {
  if (process.platform !== 'linux' || !existsSync('/usr/share/i18n/locales/en_US'))
    return context.skip('Debian’s package locales is not there.');
  mkdirSync(join(folder, 'locales'));
  const compiled = join(folder, 'locales', 'en_US.UTF-8');
  spawnSync('localedef', ['--no-archive', '-i', 'en_US', '-f', 'UTF-8', compiled]);
  const source = makeSvnSource(folder, 'svn', [
    { author: 'sven', message: 'Größer', changes: [{ path: 'trunk' }, { path: `trunk/${NAME}`, text: 'x\n' }] },
  ]);
  const hg = new HgWorkspace(join(folder, 'hg'));
  hg.write(NAME, 'x\n');
  hg.commit('Größer');

  // What happens without: a locale that is not there is that of ASCII. (glibc finds its own C.UTF-8 wherever LOCPATH leads.)
  const without = spawnSync(join(toolsWith('C.of-another-system'), 'svn'), [
    'ls',
    `file://${source.replaceAll(' ', '%20')}/trunk`,
  ]);
  expect(without.stdout.toString()).not.toContain(NAME);

  process.env.PATH = [toolsWith(localeOf('darwin')), PATH].join(delimiter);
  const engine = await startTestEngine();
  try {
    for (const [name, vcs_url] of [
      ['from-svn', source],
      ['from-hg', hg.path],
    ] as const) {
      await engine.api('POST', '/orgs/acme/repos', { name });
      await engine.api('PUT', `/repos/acme/${name}/import`, { vcs_url });
      expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
      const names = git(join(engine.folder, `repositories/acme/${name}.git`), ['ls-tree', '-z', '--name-only', 'HEAD']);
      expect(names.split('\0')).toContain(NAME);
    }
  } finally {
    await engine.end();
  }
});
