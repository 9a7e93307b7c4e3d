import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry repositories '));
  engine = await startTestEngine(folder);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

test('an empty repository that a crash left before its row was written gives its name free; one that holds something does not', async () => {
  for (const name of ['empty', 'full']) {
    const path = join(folder, 'repositories/acme', `${name}.git`);
    makeGitSource(join(folder, 'repositories/acme'), `${name}.git`, historyStream(name === 'full' ? 1 : 0));
    rmSync(join(path, 'hooks'), { recursive: true, force: true });
  }
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'empty' })).status).toBe(201);
  const refused = await engine.api('POST', '/orgs/acme/repos', { name: 'full' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ code: 'already_exists' }] } });
  expect(refsOf(join(folder, 'repositories/acme/full.git'))).toContain('refs/heads/main');
});

test('the start makes rows and folders agree again, and says what it did', async () => {
  for (const name of ['kept', 'lost', 'removed']) await engine.api('POST', '/orgs/acme/repos', { name });
  const { id } = (await engine.api('GET', '/repos/acme/removed')).body;
  const path = (name: string) => join(folder, 'repositories/acme', `${name}.git`);
  await engine.service.close();

  rmSync(path('lost'), { recursive: true });
  mkdirSync(join(folder, 'trash'), { recursive: true });
  renameSync(path('removed'), join(folder, 'trash', `repository-${id}`));
  mkdirSync(join(folder, 'imports/77/staging.git'), { recursive: true });
  mkdirSync(path('stranger'));
  mkdirSync(`${path('half')}.new`);

  const again = await startTestEngine(folder);
  expect((await again.api('GET', '/user/repos')).body.map((repository: { name: string }) => repository.name)).toEqual([
    'kept',
    'lost',
  ]);
  expect(existsSync(join(path('lost'), 'HEAD'))).toBe(true);
  expect(existsSync(path('stranger'))).toBe(true);
  expect(existsSync(`${path('half')}.new`)).toBe(false);
  expect(existsSync(join(folder, 'imports/77'))).toBe(false);
  expect(existsSync(join(folder, 'trash'))).toBe(false);
  const said = again.logLines.join('\n');
  for (const part of [
    'acme/lost was missing',
    'Finished removing the repository acme/removed',
    'stranger.git belongs to no known',
    'Removed the unfinished',
    'Removed the files of import 77',
  ]) {
    expect(said).toContain(part);
  }
  engine = again;
});

test('names that no folder can have on Windows are refused with a sentence, on every system', async () => {
  for (const name of ['aux', 'CON', 'nul.txt', 'com1', 'x.', 'lpt9.tar.gz']) {
    const { status, body } = await engine.api('POST', '/orgs/acme/repos', { name });
    expect([name, status, JSON.stringify(body)]).toEqual([name, 422, expect.stringContaining('Windows keeps names')]);
  }
  for (const login of ['aux', 'Con', 'nul', 'com1', 'acme.']) {
    const { status } = await engine.api('POST', '/admin/organizations', { login, admin: 'ann' });
    expect([login, status]).toEqual([login, 422]);
  }
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'fits' })).status).toBe(201);
  expect((await engine.api('PATCH', '/repos/acme/fits', { name: 'aux' })).status).toBe(422);
});

test('of those who want one name at the same time one gets it, whatever its letters’ case, and the others hear why', async () => {
  const names = ['same', 'Same', 'same', 'SAME', 'same'];
  const answers = await Promise.all(names.map((name) => engine.api('POST', '/orgs/acme/repos', { name })));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422]);
  const refusals = answers.filter(({ status }) => status === 422).map(({ body }) => body.errors[0].code);
  expect(refusals).toEqual(Array.from({ length: 4 }, () => 'already_exists'));
  const made = (await engine.api('GET', '/repos/acme/same')).body.name;
  expect(readdirSync(join(folder, 'repositories/acme'))).toEqual([`${made}.git`]);
  expect((await engine.api('DELETE', '/repos/acme/same')).status).toBe(204);
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'same' })).status).toBe(201);
});
