import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource } from '../testing/git-sources.ts';
import { ImportLogTable } from './import-log.ts';
import { openStore } from './open.ts';

test('of a log that grows for years the oldest lines that only inform go, warnings stay', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry log '));
  try {
    const source = makeGitSource(folder, 'source.git', historyStream(1));
    const engine = await startTestEngine(join(folder, 'data'));
    await engine.api('POST', '/orgs/acme/repos', { name: 'p' });
    const { body } = await engine.api('PUT', '/repos/acme/p/import', { vcs: 'git', vcs_url: source });
    await engine.importIn('p', ['complete']);
    await engine.end();
    const store = openStore(join(folder, 'data'), () => undefined);
    const log = new ImportLogTable(store, 2_000);
    const before = log.after(body.id, 0, 10_000);
    log.append(body.id, [{ level: 'warning', text: 'look at this' }]);
    for (let n = 0; n < 1_200; n++) {
      log.append(
        body.id,
        Array.from({ length: 5 }, (_, line) => ({ level: 'info' as const, text: `${n} ${line}` })),
      );
    }
    const lines = log.after(body.id, 0, 10_000);
    expect(lines.length).toBeLessThanOrEqual(2_000 + 260);
    expect(lines.at(-1)?.text).toBe('1199 4');
    const warned = [...before, { level: 'warning' }].filter(({ level }) => level !== 'info');
    expect(lines.filter(({ level }) => level !== 'info')).toHaveLength(warned.length);
    store.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
