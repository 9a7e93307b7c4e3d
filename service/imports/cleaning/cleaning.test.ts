/** Repositories as the version before published them, with whole packs of staging, opened by this one. */
import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { objectsToCheck } from '../../store/migrations/010-objects-to-check.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import { fsck, migrationIn, pushCommit } from '../../testing/migrations.ts';
import { holdsText, storedIds, unreachableIds } from '../../testing/reachable-objects.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';

let folder: string;
let engine: TestEngine;
const repository = (name: string) => join(engine.folder, 'repositories/acme', `${name}.git`);

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry cleaning '));
  engine = await startTestEngine(join(folder, 'data'));
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function importInto(name: string, start: object): Promise<number> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  await engine.api('PUT', `/repos/acme/${name}/import`, start);
  return (await engine.importIn(name, ['complete', 'error'])).id;
}

/** Links all packs of staging in place of those that were published, and lets the schema's migration queue them. */
function asBefore(imports: Record<string, number>): void {
  for (const [name, id] of Object.entries(imports)) {
    const packs = join(repository(name), 'objects/pack');
    const staged = join(engine.folder, 'imports', String(id), 'staging.git/objects/pack');
    for (const file of readdirSync(packs)) rmSync(join(packs, file));
    for (const file of readdirSync(staged)) linkSync(join(staged, file), join(packs, basename(file)));
  }
  const database = new Database(join(engine.folder, 'gantry.sqlite'));
  database.exec(objectsToCheck.sql.replace(/CREATE TABLE.*?STRICT;/s, ''));
  database.close();
}

const cleanings = () => engine.logLines.filter((line) => line.includes('published more than'));
/** Resolves when the import's log says that its repository was cleaned. */
const cleaned = (name: string) =>
  engine.until(async () => {
    const { body } = await engine.api('GET', `/repos/acme/${name}/import/log`);
    return body.some(({ text }: { text: string }) => text.includes('All refs and ids are the same.')) || undefined;
  });

test('foreign objects go at the first start, ids stay, and log, import and report say so; once', async () => {
  const several = makeSvnSource(folder, 'several', [
    ...projectHistory('alpha/', 3, ['ann']),
    ...projectHistory('beta/', 4, ['olga']),
  ]);
  const pulls = makeGitSource(folder, 'pulls.git', historyStream(5));
  git(pulls, [
    'update-ref',
    'refs/pull/1/head',
    pushCommit(join(folder, 'work'), pulls, ['topic'], 'a pull request\n'),
  ]);
  git(pulls, ['update-ref', '-d', 'refs/heads/topic']);
  const imports = {
    beta: await importInto('beta', { vcs: 'subversion', vcs_url: `file://${encodeURI(several)}/beta` }),
    pulls: await importInto('pulls', { vcs: 'git', vcs_url: pulls }),
  };
  await engine.api('POST', '/orgs/acme/repos', { name: 'own' });
  pushCommit(join(folder, 'own'), repository('own'), ['main'], 'mine\n');
  const lost = git(repository('own'), ['hash-object', '-w', '--stdin'], { input: 'not mine to remove\n' });
  git(repository('own'), ['repack', '-adkq']);
  // A locked repository is cleaned as well.
  const locked = await engine.api('POST', '/orgs/acme/migrations', {
    repositories: ['pulls'],
    lock_repositories: true,
  });
  await migrationIn(engine, `/orgs/acme/migrations/${locked.body.id}`, ['exported']);
  const pushedAt = (await engine.api('GET', '/repos/acme/beta')).body.pushed_at;
  await engine.service.close();
  asBefore(imports);
  const refs = { beta: refsOf(repository('beta')), pulls: refsOf(repository('pulls')) };
  expect(unreachableIds(repository('beta')).length).toBeGreaterThan(10);
  expect(holdsText(repository('pulls'), 'a pull request')).toBe(true);

  engine = await startTestEngine(engine.folder);
  await Promise.all([cleaned('beta'), cleaned('pulls')]);
  for (const name of ['beta', 'pulls'] as const) {
    expect(unreachableIds(repository(name))).toEqual([]);
    expect(refsOf(repository(name))).toBe(refs[name]);
    fsck(repository(name));
    const { body: report } = await engine.api('GET', `/repos/acme/${name}/import/report`);
    const count = String(storedIds(repository(name)).length);
    expect(report.verified).toBe(true);
    expect(report.checks.at(-1)).toMatchObject({ subject: 'No unreachable object', found: count, ok: true });
    expect(report.findings[0]).toMatchObject({ kind: 'foreign_objects_removed', severity: 'warning' });
    expect(readFileSync(report.files.html, 'utf8')).toContain('An earlier version of Gantry published more');
    const { body: lines } = await engine.api('GET', `/repos/acme/${name}/import/log`);
    expect(lines.at(-1).text).toContain('All refs and ids are the same.');
  }
  expect(cleanings()).toHaveLength(2);
  expect((await engine.api('GET', '/repos/acme/beta')).body.pushed_at).toBe(pushedAt);
  expect(git(repository('own'), ['cat-file', '-t', lost])).toBe('blob');

  await engine.restart();
  expect(cleanings()).toHaveLength(2);
});

test('what a kill left half-removed is finished', async () => {
  const pulls = makeGitSource(folder, 'pulls.git', historyStream(5));
  git(pulls, [
    'update-ref',
    'refs/pull/1/head',
    pushCommit(join(folder, 'work'), pulls, ['topic'], 'a pull request\n'),
  ]);
  git(pulls, ['update-ref', '-d', 'refs/heads/topic']);
  const imports = { pulls: await importInto('pulls', { vcs: 'git', vcs_url: pulls }) };
  await engine.service.close();
  const packs = join(repository('pulls'), 'objects/pack');
  const clean = readdirSync(packs).map((file) => [file, readFileSync(join(packs, file))] as const);
  asBefore(imports);
  // The new pack lies there, of the old one the index is gone already.
  const old = readdirSync(packs);
  for (const [file, bytes] of clean) writeFileSync(join(packs, file), bytes);
  for (const file of old) if (file.endsWith('.idx')) rmSync(join(packs, file));
  engine = await startTestEngine(engine.folder);
  await engine.until(async () => {
    const { body } = await engine.api('GET', '/repos/acme/pulls/import/report');
    return body.checks.length > 0 && !readdirSync(packs).some((file) => old.includes(file)) ? true : undefined;
  });
  expect(readdirSync(packs).sort()).toEqual(clean.map(([file]) => file).sort());
  expect(existsSync(join(packs, old.find((file) => file.endsWith('.pack')) ?? ''))).toBe(false);
  fsck(repository('pulls'));
});
