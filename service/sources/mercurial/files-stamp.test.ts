/** Whatever changes what hg says of a repository changes its stamp; what hg does besides does not. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { filesStamp } from './files-stamp.ts';
import { HgWorkspace } from './testing/hg.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry hg stamp '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a repository’s stamp changes with its changesets, phases and names, and with nothing else', () => {
  const hg = new HgWorkspace(join(folder, 'source'));
  hg.write('a', '1');
  hg.commit('one');
  const steps: [changes: boolean, act: () => unknown][] = [
    [false, () => hg.hg('log')],
    [true, () => hg.hg('bookmark', '-r', '0', 'here')],
    [true, () => hg.hg('bookmark', '-f', '-r', 'null', 'here')],
    [false, () => hg.hg('update', '-q', 'null')],
    [false, () => hg.hg('update', '-q', '0')],
    [true, () => hg.hg('phase', '--public', '-r', '0')],
    [true, () => hg.hg('phase', '--force', '--draft', '-r', '0')],
    [true, () => hg.hg('tag', '--local', 'mine')],
    [true, () => hg.hg('tag', '--local', '--remove', 'mine')],
    [true, () => hg.hg('tag', '-q', 'v1', '-d', '0 0', '-u', 'ann')],
    [false, () => hg.write('a', '2')],
    [true, () => hg.commit('two')],
    [true, () => hg.hg('--config', 'extensions.strip=', 'strip', '-q', '--no-backup', '--force', '-r', 'tip')],
  ];
  for (const [number, [changes, act]] of steps.entries()) {
    const before = filesStamp(hg.path);
    act();
    expect(filesStamp(hg.path) !== before, `step ${number}`).toBe(changes);
  }
});

it('of a repository that shares its store the other’s files count too; with replaced changesets there is none', () => {
  const hg = new HgWorkspace(join(folder, 'shared from'));
  hg.write('a', '1');
  hg.commit('one');
  const shared = join(folder, 'shared');
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null' };
  execFileSync('hg', ['--config', 'extensions.share=', 'share', '-q', '-B', hg.path, shared], { env });
  const before = filesStamp(shared);
  expect(before).not.toBeNull();
  hg.hg('bookmark', 'here');
  expect(filesStamp(shared)).not.toBe(before);
  hg.write('a', '2');
  hg.hg('--config', 'experimental.evolution=all', 'commit', '--amend', '-q', '-m', 'again', '-u', 'ann');
  expect(filesStamp(hg.path)).toBeNull();
  expect(filesStamp(shared)).toBeNull();
});
