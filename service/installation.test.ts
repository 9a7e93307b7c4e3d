/** Starts in a folder whose database, or whose files, are not what they were: nothing is removed unasked. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeSample } from './migrations/testing/sample.ts';
import { openArchive, restoreOpened } from './testing/archives.ts';
import { startTestEngine } from './testing/engine.ts';
import { git, historyStream, makeGitSource } from './testing/git-sources.ts';
import { fsck } from './testing/migrations.ts';

let folder: string;
/** A folder with an import and a restored archive with attachments, closed. */
let prepared: string;
let data: string;
/** The database before the second import. */
let older: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry installation '));
  prepared = join(folder, 'prepared');
  older = join(folder, 'older.sqlite');
  const source = makeGitSource(folder, 'source.git', historyStream(5));
  let engine = await startTestEngine(prepared);
  const importInto = async (name: string) => {
    await engine.api('POST', '/orgs/acme/repos', { name });
    await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
    await engine.importIn(name, ['complete']);
  };
  await importInto('first');
  await engine.end();
  copyFileSync(join(prepared, 'gantry.sqlite'), older);
  engine = await startTestEngine(prepared);
  await importInto('second');
  const sample = makeSample(folder, 'sample', { issues: 5 });
  const { id } = await openArchive(engine, sample.archive);
  expect((await restoreOpened(engine, { id })).state).toBe('restored');
  await engine.end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let copies = 0;
beforeEach(() => {
  data = join(folder, `copy ${copies++}`);
  cpSync(prepared, data, { recursive: true });
});

/** Every file but the database's own and the logs. */
function files(): string[] {
  return readdirSync(data, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^(gantry\.|records\.sqlite|installation|reserve)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(data.length))
    .sort();
}

const broken: [string, () => void, RegExp][] = [
  ['missing', () => rmSync(join(data, 'gantry.sqlite')), /gantry\.sqlite is missing, but repositories and what else/],
  ['empty', () => truncateSync(join(data, 'gantry.sqlite')), /gantry\.sqlite is empty, but repositories/],
  ['older', () => copyFileSync(older, join(data, 'gantry.sqlite')), /is older than the files beside it/],
];

for (const [name, change, sentence] of broken) {
  test(`a database that is ${name}: the start stops, changes nothing, and says what to do; adopting removes nothing`, async () => {
    change();
    const before = files();
    for (let tries = 0; tries < 2; tries++) {
      await expect(startTestEngine(data)).rejects.toThrow(sentence);
      await expect(startTestEngine(data)).rejects.toThrow(/Nothing was changed\..*adopt/);
      expect(files()).toEqual(before);
    }
    const engine = await startTestEngine(data, { adopt: true });
    await engine.until(async () => engine.logLines.find((line) => /was adopted/.test(line)));
    await engine.end();
    const after = files();
    expect(before.filter((file) => !after.includes(file))).toEqual([]);
    expect(engine.logLines.join('\n')).toMatch(/import 2 in .* belong to no known import\. They were left alone/);
    expect(engine.logLines.join('\n')).toMatch(/second\.git belongs to no known repository\. It was left alone/);
    fsck(join(data, 'repositories/acme/second.git'));
    // Adopted once: from then on they belong together, and what is not known stays at every start.
    await (await startTestEngine(data)).end();
    const later = files();
    expect(before.filter((file) => !later.includes(file))).toEqual([]);
    const db = new Database(join(data, 'gantry.sqlite'), { readonly: true });
    expect(db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'imports'").pluck().get()).toBeGreaterThanOrEqual(
      2,
    );
    db.close();
  });
}

test('the database of another installation is not taken for this one', async () => {
  const other = join(folder, `other ${copies}`);
  await (await startTestEngine(other)).end();
  copyFileSync(join(other, 'gantry.sqlite'), join(data, 'gantry.sqlite'));
  await expect(startTestEngine(data)).rejects.toThrow(/is another one than the files beside it belong to/);
});

test('a damaged or missing note is no reason to stop; a new folder, and one that holds nothing, start as ever', async () => {
  writeFileSync(join(data, 'installation.json'), '');
  await (await startTestEngine(data)).end();
  rmSync(join(data, 'installation.json'));
  await (await startTestEngine(data)).end();
  expect(existsSync(join(data, 'installation.json'))).toBe(true);
  await (await startTestEngine(join(folder, 'new'))).end();
});

test('repositories/ on a disk that is not mounted: the start stops, and goes on when it is there again', async () => {
  renameSync(join(data, 'repositories'), join(folder, 'elsewhere'));
  await expect(startTestEngine(data)).rejects.toThrow(
    /repositories is missing, and \d+ repositories lie in it.*Mount its disk/s,
  );
  expect(existsSync(join(data, 'repositories'))).toBe(false);
  renameSync(join(folder, 'elsewhere'), join(data, 'repositories'));
  const engine = await startTestEngine(data);
  expect((await engine.api('GET', '/repos/acme/first/import')).body.status).toBe('complete');
  await engine.end();
});

test('a repository whose folder was lost: its import no longer says complete, and starts again', async () => {
  rmSync(join(data, 'repositories/acme/first.git'), { recursive: true });
  const engine = await startTestEngine(data);
  expect((await engine.api('GET', '/repos/acme/first/import')).body).toMatchObject({
    status: 'error',
    failed_step: 'push',
    message: expect.stringMatching(/folder of the repository was missing.*Start the import again/s),
  });
  expect((await engine.api('GET', '/repos/acme/first/import/report')).status).toBe(404);
  expect((await engine.api('GET', '/repos/acme/second/import')).body.status).toBe('complete');
  await engine.api('PATCH', '/repos/acme/first/import', {});
  await engine.importIn('first', ['complete']);
  expect((await engine.api('GET', '/repos/acme/first/import/report')).body.verified).toBe(true);
  const tips = (name: string) => git(join(data, `repositories/acme/${name}.git`), ['rev-parse', 'main']);
  expect(tips('first')).toBe(tips('second'));
  await engine.end();
});
