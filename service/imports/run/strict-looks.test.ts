/** What was too much to be looked at strictly during an import is looked at behind it, or the report says that it was not. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPacked, writePacked } from '../../files/packed-file.ts';
import { walkReachable } from '../../git/reachable/walk.ts';
import { NOT_LOOKED_AT, notLookedAt, REFUSED } from '../../git/strict-look.ts';
import { refusedFindings } from '../../sources/git/strict-findings.ts';
import { startTestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';

test('a large repository is said not to be looked at, and is looked at when the import is complete', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry strict '));
  const engine = await startTestEngine();
  try {
    const source = join(folder, 'source');
    git(folder, ['init', '-q', '-b', 'main', source]);
    writeFileSync(join(source, 'file'), 'x');
    git(source, ['add', '.']);
    const blob = git(source, ['rev-parse', ':file']);
    const tree = git(source, ['hash-object', '-t', 'tree', '--literally', '-w', '--stdin'], {
      input: Buffer.concat([Buffer.from('0100644 padded\0'), Buffer.from(blob, 'hex')]),
    });
    const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
    git(source, ['update-ref', 'refs/heads/main', git(source, [...who, 'commit-tree', '-m', 'padded', tree])]);
    await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
    await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
    expect(await engine.importIn('r', ['complete', 'error'])).toMatchObject({ status: 'complete' });
    const published = join(engine.folder, 'repositories/acme/r.git');
    const { signal } = new AbortController();
    const tip = git(published, ['rev-parse', 'main']);
    const reached = await walkReachable(published, [tip], { signal, split: false });
    expect(await refusedFindings(published, reached, signal, { bytes: 0, objects: 0 })).toEqual([notLookedAt(3)]);
    expect(await refusedFindings(published, reached, signal)).toMatchObject([{ kind: REFUSED, count: 1 }]);

    // As the report of a large one would say it, and the engine ended before it was looked at.
    const { body: report } = await engine.api('GET', '/repos/acme/r/import/report');
    const own = join(engine.folder, `imports/${report.import_id}`);
    const again = (text: string) => JSON.stringify({ ...JSON.parse(text), findings: [notLookedAt(3)] });
    for (const path of [report.files.json, join(own, 'report.json')])
      writeFileSync(path, again(readFileSync(path, 'utf8')));
    const whole = join(own, 'whole-report.json');
    await writePacked(whole, again((await readPacked(whole)) ?? ''));
    await engine.restart();
    const findings = await engine.until(async () => {
      const { body } = await engine.api('GET', '/repos/acme/r/import/report');
      return body.findings.some(({ kind }: { kind: string }) => kind === NOT_LOOKED_AT) ? undefined : body.findings;
    });
    expect(findings).toMatchObject([
      { kind: REFUSED, count: 1, examples: [expect.stringContaining('zeroPaddedFilemode')] },
    ]);
    expect(readFileSync(report.files.json, 'utf8')).toContain('zeroPaddedFilemode');

    // A host that looks refuses it, and says so.
    const strict = join(folder, 'strict.git');
    git(folder, ['init', '-q', '--bare', strict]);
    git(strict, ['config', 'receive.fsckObjects', 'true']);
    const pushes = '/repos/acme/r/remote_pushes';
    const { body: push } = await engine.api('POST', pushes, { remote_url: strict });
    const pushed = await engine.until(async () => {
      const { body } = await engine.api('GET', `${pushes}/${push.id}`);
      return body.status === 'running' ? undefined : body;
    });
    expect(pushed.message).toMatch(
      /It says: object \S+ zeroPaddedFilemode: .* Its check of objects finds fault with old ones/,
    );
  } finally {
    await engine.end();
    rmSync(folder, { recursive: true, force: true });
  }
});
