/** Complete imports whose repository a power cut or a disk damaged: noticed at the start, said, and mended. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { fsck, pushCommit } from '../testing/migrations.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry damaged '));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const repository = () => join(data, 'repositories/acme/r.git');

const sources = {
  subversion: () => `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 3)))}`,
  git: () => makeGitSource(folder, 'source.git', historyStream(4)),
};

const damages: Record<string, () => void> = {
  'an empty ref': () => writeFileSync(join(repository(), 'refs/heads/main'), ''),
  'an empty HEAD': () => writeFileSync(join(repository(), 'HEAD'), ''),
  'an empty pack': () => emptyPacks(repository()),
  'empty packs, also in what was fetched': () => {
    emptyPacks(repository());
    emptyPacks(join(data, 'imports/1/staging.git'));
  },
  'no index': () => {
    const packs = join(repository(), 'objects/pack');
    for (const name of readdirSync(packs).filter((name) => name.endsWith('.idx'))) rmSync(join(packs, name));
  },
};

function emptyPacks(path: string): void {
  const packs = join(path, 'objects/pack');
  for (const name of readdirSync(packs).filter((name) => name.endsWith('.pack'))) {
    // The file may be the source's own, by a link.
    rmSync(join(packs, name));
    writeFileSync(join(packs, name), '');
  }
}

async function importInto(vcs: string, url: string): Promise<void> {
  const engine = await startTestEngine(data);
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs, vcs_url: url });
  expect((await engine.importIn('r', ['complete', 'error'])).status).toBe('complete');
  await engine.end();
}

describe.each(Object.entries(sources))('%s', (vcs, make) => {
  test.each(Object.entries(damages))('%s is noticed, said and mended', async (_what, damage) => {
    await importInto(vcs, make());
    const refs = refsOf(repository());
    const head = readFileSync(join(repository(), 'HEAD'), 'utf8');
    damage();
    const engine = await startTestEngine(data);
    const seen = await engine.event('import.changed', ({ status }) => status === 'complete');
    expect(seen.status).toBe('complete');
    expect(engine.events.some((event) => event.type === 'import.changed' && event.status === 'error')).toBe(true);
    expect(engine.logLines.join('\n')).toContain('was found damaged when Gantry started');
    expect((await engine.api('GET', '/repos/acme/r/import/report')).body.verified).toBe(true);
    expect(refsOf(repository())).toBe(refs);
    expect(readFileSync(join(repository(), 'HEAD'), 'utf8')).toBe(head);
    fsck(repository());
    await engine.end();
  });
});

test('where somebody pushed it is said, and nothing is touched', async () => {
  await importInto('git', sources.git());
  pushCommit(join(folder, 'work'), repository(), ['topic'], 'mine\n');
  damages['an empty ref']?.();
  const engine = await startTestEngine(data);
  await engine.event('import.changed', ({ status }) => status === 'error');
  const { body } = await engine.api('GET', '/repos/acme/r/import');
  expect([body.status, body.message]).toEqual(['error', expect.stringContaining('was found damaged')]);
  expect(JSON.parse(readFileSync(join(data, 'repositories/acme/r.import-report.json'), 'utf8')).verified).toBe(false);
  expect(refsOf(repository())).toContain('refs/heads/topic');
  await engine.end();
});
