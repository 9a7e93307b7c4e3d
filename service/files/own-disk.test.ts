import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';

test('with its disk taken away nothing is begun, and nothing made in the folder that is found there', async (context) => {
  const around = mkdtempSync(join(tmpdir(), 'gantry pulled '));
  const disk = mkdtempSync(join(around, 'disk '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', disk], { stdio: 'ignore' });
  } catch {
    rmSync(around, { recursive: true });
    return context.skip('mounting a small file system needs root');
  }
  const source = makeGitSource(around, 'source.git', historyStream(3));
  const data = join(disk, 'data');
  const engine = await startTestEngine(data);
  try {
    await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
    execFileSync('umount', ['--lazy', disk]);
    for (const [method, path, body] of [
      ['POST', '/orgs/acme/repos', { name: 'another' }],
      ['PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source }],
    ] as const) {
      const { status, body: answer } = await engine.api(method, path, body);
      expect([status, answer.failure, answer.message]).toEqual([
        ...[503, 'disk.taken_away'],
        expect.stringContaining(`The data folder ${data} is no longer there`),
      ]);
    }
    expect(readdirSync(disk)).toEqual([]);
    expect((await engine.api('GET', '/repos/acme/r')).status).toBe(200);
  } finally {
    await engine.end();
    rmSync(around, { recursive: true });
  }
});
