import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';
import { migrationIn, pushCommit } from '../testing/migrations.ts';

let folder: string;
let engine: TestEngine;
const path = (name: string) => join(folder, 'repositories/acme', name);
const change = (name: string, body: object) => engine.api('PATCH', `/repos/acme/${name}`, body);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry rename '));
  engine = await startTestEngine(folder);
  await engine.api('POST', '/orgs/acme/repos', { name: 'old', description: 'before' });
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function withWiki(name: string): void {
  mkdirSync(path(`${name}.wiki.git`));
  git(path(`${name}.wiki.git`), ['init', '--quiet', '--bare']);
}

test('a new name moves the folder, the wiki and the report; the old name is free again', async () => {
  const tip = pushCommit(join(folder, 'work'), path('old.git'), ['main'], 'x\n');
  withWiki('old');
  for (const kind of ['html', 'json']) writeFileSync(path(`old.import-report.${kind}`), kind);
  const { status, body } = await change('old', { name: 'new', description: null, private: true });
  expect([status, body.name, body.full_name, body.description, body.private]).toEqual([
    200,
    'new',
    'acme/new',
    null,
    true,
  ]);
  expect(git(path('new.git'), ['rev-parse', 'main'])).toBe(tip);
  for (const file of ['new.wiki.git', 'new.import-report.html', 'new.import-report.json']) {
    expect(existsSync(path(file)), file).toBe(true);
    expect(existsSync(path(file.replace('new', 'old'))), file).toBe(false);
  }
  expect((await engine.api('GET', '/repos/acme/old')).status).toBe(404);
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'old' })).status).toBe(201);
  expect(existsSync(join(folder, 'renames/1.json'))).toBe(false);
  const types = engine.events.filter((event) => 'repo' in event).map((event) => event.type);
  expect(types.slice(-3)).toEqual(['repository.removed', 'repository.changed', 'repository.changed']);
  expect((await change('new', { name: 'NEW' })).body.name).toBe('NEW');
  expect(existsSync(path('NEW.git'))).toBe(true);
});

test('a migration that starts during a renaming is refused, or starts and locks all of it', async () => {
  for (const delay of [0, 0, 1, 1, 2, 3]) {
    const [source, target] = existsSync(path('old.git')) ? ['old', 'new'] : ['new', 'old'];
    const renaming = change(source, { name: target });
    await new Promise((resolve) => setTimeout(resolve, delay));
    const body = { repositories: [source], lock_repositories: true };
    const started = await engine.api('POST', '/orgs/acme/migrations', body);
    const name = (await renaming).status === 200 ? target : source;
    expect([201, 422]).toContain(started.status);
    const { body: repository } = await engine.api('GET', `/repos/acme/${name}`);
    expect(repository.locked_by !== null).toBe(started.status === 201);
    expect(existsSync(path(`${name}.git/hooks/reference-transaction`))).toBe(started.status === 201);
    expect(existsSync(path(`${name === source ? target : source}.git`))).toBe(false);
    if (started.status !== 201) continue;
    const migration = `/orgs/acme/migrations/${started.body.id}`;
    await migrationIn(engine, migration, ['exported']);
    await engine.api('DELETE', `${migration}/locks`);
  }
});

test('names that are taken or unfit are refused, and nothing moves', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'taken' });
  mkdirSync(path('stranger.git'));
  for (const [name, code] of [
    ['taken', 'already_exists'],
    ['TAKEN', 'already_exists'],
    ['stranger', 'already_exists'],
    ['a b', 'invalid'],
    ['x.wiki', 'invalid'],
    ['x.git', 'invalid'],
    ['..', 'invalid'],
  ]) {
    const { status, body } = await change('old', { name, description: 'changed' });
    expect([status, body.errors[0].code], name).toEqual([422, code]);
  }
  expect((await engine.api('POST', '/orgs/acme/repos', { name: 'my.wiki' })).status).toBe(422);
  expect((await engine.api('GET', '/repos/acme/old')).body.description).toBe('before');
  await engine.api('POST', '/admin/users', { login: 'cid', password: 'cid password' });
  await engine.api('PUT', '/orgs/acme/memberships/cid', { role: 'member' });
  const basic = Buffer.from('cid:cid password').toString('base64');
  const member = await engine.api('PATCH', '/repos/acme/old', { name: 'x' }, { authorization: `Basic ${basic}` });
  expect(member.status).toBe(403);
});

test('a crash in the middle of a renaming is taken back or finished at the next start, by what the row says', async () => {
  const { id } = (await engine.api('GET', '/repos/acme/old')).body;
  const tip = pushCommit(join(folder, 'work'), path('old.git'), ['main'], 'x\n');
  withWiki('old');
  await engine.service.close();
  const note = (from: string, to: string) => {
    mkdirSync(join(folder, 'renames'), { recursive: true });
    const rename = { repository_id: id, owner: 'acme', from, to };
    writeFileSync(join(folder, 'renames', `${id}.json`), JSON.stringify(rename));
  };
  // The folder has moved, the wiki and the row have not.
  note('old', 'new');
  writeFileSync(join(folder, 'renames', '7.json.new'), '{');
  renameSync(path('old.git'), path('new.git'));
  engine = await startTestEngine(folder);
  expect(git(path('old.git'), ['rev-parse', 'main'])).toBe(tip);
  expect(existsSync(path('old.wiki.git'))).toBe(true);
  expect(engine.logLines.join('\n')).toContain('The renaming of acme/old to new was cut off; it has its old name.');

  // The row has the new name: what is left behind follows.
  expect((await change('old', { name: 'new' })).status).toBe(200);
  await engine.service.close();
  note('old', 'new');
  renameSync(path('new.wiki.git'), path('old.wiki.git'));
  engine = await startTestEngine(folder);
  expect(existsSync(path('new.wiki.git'))).toBe(true);
  expect(engine.logLines.join('\n')).toContain('Finished renaming the repository acme/old to new.');
  expect(existsSync(join(folder, 'renames', `${id}.json`))).toBe(false);
});

test('a note of a renaming that was finished, which a power cut brings back, takes nothing from who has the name now', async () => {
  const { id } = (await engine.api('GET', '/repos/acme/old')).body;
  expect((await change('old', { name: 'new' })).status).toBe(200);
  await engine.api('POST', '/orgs/acme/repos', { name: 'old' });
  const tip = pushCommit(join(folder, 'work'), path('old.git'), ['main'], 'x\n');
  withWiki('old');
  writeFileSync(path('old.import-report.json'), 'of the other');
  await engine.service.close();
  mkdirSync(join(folder, 'renames'), { recursive: true });
  const note = { repository_id: id, owner: 'acme', from: 'old', to: 'new' };
  writeFileSync(join(folder, 'renames', `${id}.json`), JSON.stringify(note));
  engine = await startTestEngine(folder);
  expect(git(path('old.git'), ['rev-parse', 'main'])).toBe(tip);
  for (const kept of ['old.wiki.git', 'old.import-report.json'])
    expect([kept, existsSync(path(kept))]).toEqual([kept, true]);
});

test('removing a repository removes its wiki, also when that was cut off; a wiki of nobody is left alone', async () => {
  withWiki('old');
  withWiki('nobody');
  const { id } = (await engine.api('GET', '/repos/acme/old')).body;
  await engine.service.close();
  mkdirSync(join(folder, 'trash'), { recursive: true });
  renameSync(path('old.git'), join(folder, 'trash', `repository-${id}`));
  engine = await startTestEngine(folder);
  expect(existsSync(path('old.wiki.git'))).toBe(false);
  expect(existsSync(path('nobody.wiki.git'))).toBe(true);
  expect(engine.logLines.join('\n')).toContain('nobody.wiki.git belongs to no known repository');
  await engine.api('POST', '/orgs/acme/repos', { name: 'next' });
  withWiki('next');
  expect((await engine.api('DELETE', '/repos/acme/next')).status).toBe(204);
  expect(existsSync(path('next.wiki.git'))).toBe(false);
  expect(engine.logLines.join('\n')).not.toContain('next.wiki');
});

test('of two that want one name at the same time one gets it; what belongs to it stays its own, after a start too', async () => {
  await engine.api('POST', '/orgs/acme/repos', { name: 'other' });
  for (const name of ['old', 'other']) writeFileSync(path(`${name}.import-report.json`), name);
  withWiki('old');
  const answers = await Promise.all([
    change('old', { name: 'wanted' }),
    change('other', { name: 'wanted' }),
    change('other', { name: 'Wanted' }),
    engine.api('POST', '/orgs/acme/repos', { name: 'wanted' }),
  ]);
  // Who comes first is nobody's business.
  expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(3);
  expect(existsSync(join(folder, 'renames')) ? readdirSync(join(folder, 'renames')) : []).toEqual([]);
  const named = new Map<string, string>();
  const { body } = await engine.api('GET', '/orgs/acme/repos');
  for (const [id, name] of [
    [1, 'old'],
    [2, 'other'],
  ] as const) {
    named.set(name, body.find((row: { id: number }) => row.id === id).name);
  }
  await engine.restart();
  for (const [name, now] of named) {
    expect(readFileSync(path(`${now}.import-report.json`), 'utf8')).toBe(name);
    expect(existsSync(path(`${now}.wiki.git`))).toBe(name === 'old');
    expect((await engine.api('GET', `/repos/acme/${now}`)).body.name).toBe(now);
  }
});
