/** Looking into archives: lists, search, threads, files and problems; opening twice, changed files, restarts. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { listing } from '../testing/listing.ts';
import { makeSample, type Sample } from '../testing/sample.ts';
import { ATTACHED, ATTACHED_TO_COMMENT } from '../testing/sample-names.ts';

const ISSUES = 3000;
const folder = mkdtempSync(join(tmpdir(), 'gantry inspect '));
let engine: TestEngine;
let sample: Sample;
let id: number;

beforeAll(async () => {
  engine = await startTestEngine(undefined, {}, null);
  sample = makeSample(folder, 'sample', { issues: ISSUES });
  const inspection = await openArchive(engine, sample.archive);
  expect(inspection).toMatchObject({ state: 'ready', error_message: null, progress: null, problems_count: 0 });
  id = inspection.id;
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => engine.api('GET', `/inspections/${id}${path}`);

describe('a sound archive', () => {
  it('says what is in it', async () => {
    const { body } = await get('');
    expect(body).toMatchObject({
      path: sample.archive,
      schema_version: '1.0.1',
      repositories_count: 2,
      url: `http://gantry.test/api/v3/inspections/${id}`,
    });
    const names = body.counts.map(({ model }: { model: string }) => model);
    expect(names.slice(0, 6)).toEqual([
      'users',
      'bots',
      'organizations',
      'teams',
      'repositories',
      'protected_branches',
    ]);
    expect(body.counts).toContainEqual({ model: 'issues', count: ISSUES + 1 });
    expect(names).not.toContain('labels');
    const bytes = execFileSync('tar', ['tvzf', sample.archive], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0);
    expect(body.unpacked_size).toBe(bytes);
    expect(engine.events.some(({ type }) => type === 'inspection.progress')).toBe(true);
  });

  it('lists repositories with branches, tags and sizes', async () => {
    const { body, headers } = await get('/repositories');
    expect(headers.get('x-total-count')).toBe('2');
    expect(body[1]).toMatchObject({
      ...{ full_name: 'acme/widgets', private: false, wiki: true, default_branch: 'main' },
      ...{ issues_count: ISSUES, pull_requests_count: 1, releases_count: 1 },
    });
    const sha = (ref: string) =>
      execFileSync('git', ['--git-dir', join(sample.folder, 'repositories/acme/widgets.git'), 'rev-parse', ref], {
        encoding: 'utf8',
      }).trim();
    expect(body[1].branches).toEqual([
      { name: 'main', sha: sha('main') },
      { name: 'topic', sha: sha('topic') },
    ]);
    expect(body[1].tags).toEqual([{ name: 'v1', sha: sha('v1') }]);
    expect(body[0].branches.map(({ name }: { name: string }) => name)).toEqual(['main', 'topic']);
    expect((await get('/repositories?q=GADG')).body).toMatchObject([{ full_name: 'acme/gadgets', private: true }]);
    expect((await get('/repositories?q=%25')).body).toEqual([]);
  });

  it('lists and filters issues and pull requests, newest first', async () => {
    const all = await get('/issues?per_page=100&page=2');
    expect(all.headers.get('x-total-count')).toBe(String(ISSUES + 2));
    expect(all.body).toHaveLength(100);
    expect(all.headers.get('link')).toContain('rel="next"');
    const older = (await get('/issues?per_page=100&page=25')).body;
    for (const page of [all.body, older]) {
      const times = page.map(({ created_at }: { created_at: string }) => Date.parse(created_at));
      expect(times).toEqual([...times].sort((a, b) => b - a));
    }
    expect(older.some(({ created_at }: { created_at: string }) => created_at.endsWith('+02:00'))).toBe(true);
    // Some came at once: by number, and not as text.
    const pages = await Promise.all([20, 21].map((page) => get(`/issues?per_page=100&page=${page}`)));
    const numbers = pages.flatMap(({ body }) => body.map(({ number }: { number: number }) => number));
    expect(numbers.slice(numbers.indexOf(1009), numbers.indexOf(989))).toEqual(
      Array.from({ length: 20 }, (_, n) => 1009 - n),
    );
    expect((await get('/issues?kind=pull_request')).body).toMatchObject([
      { kind: 'pull_request', number: 3, state: 'merged', user: 'bob', comments_count: 2 },
    ]);
    const closed = await get('/issues?state=closed&repository=ACME/Widgets');
    expect(Number(closed.headers.get('x-total-count'))).toBe(ISSUES / 4);
    expect((await get('/issues?state=closed&repository=acme/gadgets')).body).toEqual([]);
    expect((await get('/issues?state=torn')).status).toBe(422);
  });

  it('searches titles, bodies and comments by the beginnings of words', async () => {
    const numbers = async (q: string) =>
      (await get(`/issues?q=${encodeURIComponent(q)}`)).body.map(({ number }: { number: number }) => number);
    expect(await numbers('zebra')).toEqual([1]);
    expect(await numbers('ZEB paint')).toEqual([1]);
    expect(await numbers('needed')).toEqual([3]);
    expect(await numbers('“quotes”')).toEqual([1]);
    expect(await numbers('number 2777')).toEqual([2777]);
    expect(await numbers('nothing-of-the-kind')).toEqual([]);
    for (const odd of ['"', '*', 'NEAR(', 'a AND', "'; DROP TABLE issues; --", '^x:y', '-']) {
      expect((await get(`/issues?q=${encodeURIComponent(odd)}`)).status).toBe(200);
    }
  });

  it('reads an issue and a pull request with all that was said', async () => {
    const { body: issue } = await get('/issues/acme/widgets/1');
    expect(issue).toMatchObject({
      ...{ kind: 'issue', title: 'It breaks: 🙂 “quotes” and \\backslashes\\', state: 'open', milestone: 'First' },
      labels: [
        { name: 'bug', color: 'd73a4a' },
        { name: 'help wanted', color: '008672' },
      ],
      assignees: ['bob'],
      attachments: [{ name: 'shot 1.png', path: ATTACHED, size: 8 }],
    });
    expect(issue.entries).toMatchObject([
      { kind: 'comment', user: 'bob', attachments: [{ path: ATTACHED_TO_COMMENT, size: 6000 }] },
      { kind: 'event', user: 'dependabot[bot]', summary: 'labeled "bug"' },
      { kind: 'event', summary: 'renamed from "Old" to "It breaks"' },
    ]);
    const { body: pull } = await get('/issues/ACME/widgets/3');
    expect(pull).toMatchObject({ kind: 'pull_request', base: 'main', head: 'topic', state: 'merged' });
    expect(pull.entries.map(({ kind, summary, path }: Record<string, string>) => [kind, summary, path])).toEqual([
      ['review', 'approved', null],
      ['review_comment', null, 'src/file.txt'],
      ['comment', null, null],
      ['event', expect.stringMatching(/^merged by [\da-f]{10}$/), null],
    ]);
    const german = await engine.service.fetch(
      new Request(`http://gantry.test/api/v3/inspections/${id}/issues/acme/widgets/1`, {
        headers: { 'Accept-Language': 'de' },
      }),
      { login: 'ann' },
    );
    expect(await german.json()).toMatchObject({ entries: [{}, { summary: 'hat das Label „bug“ vergeben' }, {}] });
    expect((await get('/issues/acme/widgets/99999')).status).toBe(404);
    expect((await get('/issues/acme/none/1')).status).toBe(404);
  });

  it('hands out attachments', async () => {
    const path = (name: string) => `/files/${name.split('/').map(encodeURIComponent).join('/')}`;
    const response = await engine.service.fetch(
      new Request(`http://gantry.test/api/v3/inspections/${id}${path(ATTACHED)}`),
      { login: 'ann' },
    );
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(readFileSync(join(sample.folder, ATTACHED)))).toBe(true);
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''shot%201.png");
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect((await get(path(ATTACHED_TO_COMMENT))).body).toBe('notes\n'.repeat(1000));
    for (const none of [
      'attachments/none',
      'schema.json',
      '../../gantry.sqlite',
      'attachments/../schema.json',
      '%00',
    ]) {
      expect((await get(`/files/${encodeURIComponent(none)}`)).status, none).toBe(404);
    }
  });

  it('hands out a file whose name is as long as names may be', async () => {
    const name = `attachments/22222222-2222-4333-8444-555555555555/${'n'.repeat(251)}.txt`;
    const long = makeSample(folder, 'long names', {
      issues: 2,
      before: (root) => {
        mkdirSync(dirname(join(root, name)), { recursive: true });
        writeFileSync(join(root, name), 'long');
      },
    });
    const { id: other } = await openArchive(engine, long.archive);
    const { status, body } = await engine.api('GET', `/inspections/${other}/files/${name}`);
    expect([status, body]).toEqual([200, 'long']);
    await engine.api('DELETE', `/inspections/${other}`);
  });

  it('answers each question while another archive is read', async () => {
    const other = makeSample(folder, 'read meanwhile', { issues: 2000 });
    const begun = await engine.api('POST', '/inspections', { path: other.archive });
    expect(begun.body.state).not.toBe('ready');
    const questions = ['/issues?q=number', '/issues?page=50', '/issues/acme/widgets/1', '/problems', '/repositories'];
    const answers = await Promise.all(questions.map((path) => get(path)));
    expect(answers.map(({ status }) => status)).toEqual(questions.map(() => 200));
    await openArchive(engine, other.archive);
    await engine.api('DELETE', `/inspections/${begun.body.id}`);
  });
});

describe('opening', () => {
  it('the same file again is the same inspection; a changed one is another', async () => {
    const again = await engine.api('POST', '/inspections', { path: sample.archive });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({ id, state: 'ready' });

    const copy = join(folder, 'copy.tar.gz');
    writeFileSync(copy, readFileSync(sample.archive));
    const first = await openArchive(engine, copy);
    utimesSync(copy, 1, 1);
    const second = await openArchive(engine, copy);
    expect(second.id).not.toBe(first.id);
    expect((await engine.api('GET', `/inspections/${first.id}`)).status).toBe(404);
    const listed = (await engine.api('GET', '/inspections')).body.map((each: { id: number }) => each.id);
    expect(listed).toEqual([second.id, id]);

    // Several who see at once that it has changed open it once.
    utimesSync(copy, 2, 2);
    const opened = await Promise.all([1, 2, 3].map(() => engine.api('POST', '/inspections', { path: copy })));
    expect(opened.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(1);
    const third = await openArchive(engine, copy);

    expect((await engine.api('DELETE', `/inspections/${third.id}`)).status).toBe(204);
    expect(existsSync(copy)).toBe(true);
    expect(existsSync(join(engine.folder, 'inspections', String(third.id)))).toBe(false);
    expect(engine.events).toContainEqual({ type: 'inspection.removed', inspection_id: third.id });
  });

  it('a file that is not an archive may be put right and opened again', async () => {
    const path = join(folder, 'mended.tar.gz');
    writeFileSync(path, readFileSync(sample.archive).subarray(0, 5000));
    expect((await openArchive(engine, path)).error_message).toMatch(/is cut off/);
    writeFileSync(path, readFileSync(sample.archive));
    const mended = await openArchive(engine, path);
    expect(mended.state).toBe('ready');
    await engine.api('DELETE', `/inspections/${mended.id}`);
  });

  it('removing one that is being read ends its reading', async () => {
    const copy = join(folder, 'removed.tar.gz');
    writeFileSync(copy, readFileSync(sample.archive));
    const before = listing(engine.folder);
    const { body } = await engine.api('POST', '/inspections', { path: copy });
    expect((await engine.api('DELETE', `/inspections/${body.id}`)).status).toBe(204);
    expect((await engine.api('GET', `/inspections/${body.id}`)).status).toBe(404);
    expect(listing(engine.folder)).toEqual(before);
  });

  it('what was being read at the end is read at the next start', async () => {
    const copy = join(folder, 'interrupted.tar.gz');
    writeFileSync(copy, readFileSync(sample.archive));
    const { body } = await engine.api('POST', '/inspections', { path: copy });
    await engine.restart();
    const inspection = await openArchive(engine, copy);
    expect(inspection).toMatchObject({ id: body.id, state: 'ready', repositories_count: 2 });
    expect(engine.logLines.join('\n')).toMatch(/interrupted\.tar\.gz was cut off; it is read again/);
    await engine.api('DELETE', `/inspections/${body.id}`);
  });

  it('lists show what was read so far', async () => {
    // Records first, as our own archives have them; then so much else that reading it takes a while.
    const unpacked = join(folder, 'long');
    execFileSync('cp', ['-r', sample.folder, unpacked]);
    const pack = join(unpacked, 'repositories/acme/gadgets.git/objects/pack/pack-0.pack');
    writeFileSync(pack, '');
    for (let n = 0; n < 8; n++) appendFileSync(pack, Buffer.alloc(32 << 20, `${n} some text to be packed `));
    const names = readdirSync(unpacked).sort((a, b) => Number(b.endsWith('.json')) - Number(a.endsWith('.json')));
    const archive = join(folder, 'long.tar.gz');
    execFileSync('sh', ['-c', 'tar -cf - -C "$0" "$@" | gzip -1 > "$OUT"', unpacked, ...names], {
      env: { ...process.env, OUT: archive },
    });
    const { body } = await engine.api('POST', '/inspections', { path: archive });
    const early = await engine.until(async () => {
      const { headers } = await engine.api('GET', `/inspections/${body.id}/issues`);
      const now = (await engine.api('GET', `/inspections/${body.id}`)).body;
      if (now.state !== 'reading') throw new Error('It was read before anybody could look.');
      return headers.get('x-total-count') === String(ISSUES + 2) ? { now } : undefined;
    });
    expect(early.now).toMatchObject({ schema_version: '1.0.1', state: 'reading' });
    await engine.api('DELETE', `/inspections/${body.id}`);
  });
});
