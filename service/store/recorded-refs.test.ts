import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { say } from '../../language/sentence.ts';
import { damageOf } from '../git/damage.ts';
import { startTestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { openStore } from './open.ts';
import { RecordedRefs } from './recorded-refs.ts';

test('lost refs are found whatever their names, also where bytes and code units are of another order', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry recorded-'));
  try {
    const source = makeGitSource(folder, 'source.git', historyStream(2));
    const names = ['a', 'a-b', 'a.b', '\u{1f600}', '\uff21', 'é', 'z'];
    for (const name of names) git(source, ['branch', name, 'main']);
    const data = join(folder, 'data');
    const engine = await startTestEngine(data);
    await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
    await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
    expect((await engine.importIn('r', ['complete', 'error'])).status).toBe('complete');
    await engine.end();

    const repository = join(data, 'repositories/acme/r.git');
    const store = openStore(data, () => undefined);
    const recorded = new RecordedRefs(store);
    const look = () => damageOf(repository, new AbortController().signal, (there) => recorded.lost(1, there));
    expect(await look()).toBeNull();
    for (const name of ['\u{1f600}', 'a-b']) git(repository, ['update-ref', '-d', `refs/heads/${name}`]);
    expect(await look()).toEqual({
      text: say('refs are missing: {refs}', { refs: 'refs/heads/a-b, refs/heads/\u{1f600}' }),
      isLossOfRefs: true,
    });
    store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
