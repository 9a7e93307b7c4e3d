/** Repositories whose folder is not where their row says. */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';

const READS = ['tarball', 'zipball/main', 'branches', 'branches/main'];
let engine: TestEngine;
const folderOf = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);

beforeAll(async () => {
  engine = await startTestEngine();
  await engine.api('POST', '/orgs/acme/repos', { name: 'tool' });
  git(folderOf('tool'), ['fast-import', '--quiet', '--done'], { input: historyStream(2) });
});
afterAll(() => engine.end());

test('who asks while a repository is renamed is told to ask again', async () => {
  const told = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const [from, to] = round % 2 === 0 ? ['tool', 'gear'] : ['gear', 'tool'];
    const renamed = engine.api('PATCH', `/repos/acme/${from}`, { name: to });
    const answers = await Promise.all(READS.map((what) => engine.api('GET', `/repos/acme/${from}/${what}`)));
    expect((await renamed).status).toBe(200);
    for (const { status, body } of answers) if (status > 404) told.add(`${status} ${body.message}`);
  }
  for (const said of told) expect(said).toMatch(/^503 acme\/(?:tool|gear) is being renamed, .* Try again/);
});

test('where the data folder lies is not told to who asks for a repository that cannot be read', async () => {
  renameSync(folderOf('tool'), `${folderOf('tool')}.away`);
  for (const what of READS) {
    const { status, body } = await engine.api('GET', `/repos/acme/tool/${what}`);
    expect(status).toBe(500);
    expect(body.message).toMatch(/^The refs of repositories\/acme\/tool\.git could not be read\. /);
  }
  expect(engine.logLines.join('\n')).toContain(folderOf('tool'));
});
