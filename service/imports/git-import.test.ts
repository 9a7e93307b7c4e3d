/** A Git repository from its address to a verified repository, through the API. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

const ANN = 'Ann Example <ann@example.org>';
const BOB = 'Bob <script>alert(1)</script> <bob@example.org>'.replace('<script>alert(1)</script>', '&amp;');
const EXTRA = `commit refs/heads/feature/x
committer ${BOB} 1600000000 +0000
data 2
x
from :3
tag v1
from :5
tagger ${ANN} 1600000000 +0000
data 3
v1
reset refs/tags/light
from :4

reset refs/pull/7/head
from :6

`;

let engine: TestEngine;
let sources: string;
let source: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  source = makeGitSource(sources, 'project.git', historyStream(40, [ANN, BOB], EXTRA));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function newRepository(name: string): Promise<string> {
  const { status } = await engine.api('POST', '/orgs/acme/repos', { name });
  expect(status).toBe(201);
  return join(engine.folder, 'repositories/acme', `${name}.git`);
}

/** Imports the source into a new repository. */
async function imported(name: string): Promise<void> {
  await newRepository(name);
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url: source });
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
}

test('without vcs the source is found out; refs and object ids are identical; the report is green', async () => {
  const path = await newRepository('plain');
  const started = await engine.api('PUT', '/repos/acme/plain/import', { vcs_url: source });
  expect(started.status).toBe(201);
  expect(started.headers.get('location')).toBe(started.body.url);
  expect(started.body).toMatchObject({ status: 'detecting', vcs: null, vcs_url: source });
  const done = await engine.importIn('plain', ['complete', 'error']);
  expect(done).toMatchObject({
    status: 'complete',
    vcs: 'git',
    status_text: 'Done',
    authors_count: 2,
    has_large_files: false,
  });
  expect(done).not.toHaveProperty('percent');
  expect(done).not.toHaveProperty('message');

  const expected = refsOf(source)
    .split('\n')
    .filter((line) => !line.startsWith('refs/pull/'));
  expect(refsOf(path).split('\n')).toEqual(expected);
  expect(git(path, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
  git(path, ['fsck', '--strict']);

  const report = (await engine.api('GET', '/repos/acme/plain/import/report')).body;
  expect(report).toMatchObject({
    verified: true,
    default_branch: 'main',
    counts: { commits: 41, source_revisions: 41, branches: 2, tags: 2, authors: 2 },
  });
  expect(report.findings).toMatchObject([{ kind: 'hidden_ref', count: 1, examples: ['refs/pull/7/head'] }]);
  expect(report.checks.every((check: { ok: boolean }) => check.ok)).toBe(true);
  const page = readFileSync(report.files.html, 'utf8');
  for (const part of ['Complete', 'Equal', 'People']) {
    expect(page).toContain(`<th scope="row">${part}</th><td class="ok">good</td>`);
  }
  expect(page).not.toContain('<script');
  expect(JSON.parse(readFileSync(report.files.json, 'utf8')).checks).toHaveLength(report.checks_total);

  const states = engine.events.flatMap((event) =>
    event.type === 'import.changed' && event.repo === 'plain' ? [event.status] : [],
  );
  expect([...new Set(states)]).toEqual(['detecting', 'importing', 'mapping', 'pushing', 'complete']);
  const percents = engine.events.flatMap((event) =>
    event.type === 'import.progress' && event.repo === 'plain' ? [event.progress.percent] : [],
  );
  expect(percents).toEqual([...percents].sort((a, b) => a - b));
  const lines = (await engine.api('GET', '/repos/acme/plain/import/log')).body;
  expect(lines.at(-1).text).toBe('The repository equals the source.');
  expect((await engine.api('GET', '/repos/acme/plain')).body).toMatchObject({ default_branch: 'main' });
});

test('a file that git bundle wrote arrives whole; one that holds a part is said so', async () => {
  const bundle = join(sources, 'all of it.bundle');
  git(source, ['bundle', 'create', '-q', bundle, '--all']);
  const path = await newRepository('bundled');
  await engine.api('PUT', '/repos/acme/bundled/import', { vcs_url: bundle });
  expect(await engine.importIn('bundled', ['complete', 'error'])).toMatchObject({ status: 'complete', vcs: 'git' });
  const expected = refsOf(source)
    .split('\n')
    .filter((line) => !line.startsWith('refs/pull/'));
  expect(refsOf(path).split('\n')).toEqual(expected);
  // As file managers copy it.
  const copied = await engine.api('POST', '/import_detections', { vcs_url: pathToFileURL(bundle).href });
  expect(copied.body).toMatchObject({ status: 'found', vcs: 'git', vcs_url: bundle });

  const part = join(sources, 'part.bundle');
  git(source, ['bundle', 'create', '-q', part, 'main~2..main']);
  await newRepository('part');
  await engine.api('PUT', '/repos/acme/part/import', { vcs_url: part });
  expect(await engine.importIn('part', ['complete', 'error'])).toMatchObject({
    status: 'error',
    message: expect.stringContaining('holds only a part of a history'),
  });
});

test('authors are listed with counts and dates', async () => {
  await imported('listed');
  const { body, headers } = await engine.api(
    'GET',
    '/repos/acme/listed/import/authors?sort=commit_count&direction=desc&limit=10',
  );
  expect(headers.get('x-total-count')).toBe('2');
  // Both have as many commits: which comes first is open.
  const bobFirst = body.toSorted((a: { remote_id: string }) => (a.remote_id === ANN ? 1 : -1));
  expect(bobFirst).toMatchObject([
    {
      remote_id: 'Bob &amp; <bob@example.org>',
      commit_count: 21,
      first_commit_at: '2017-07-14T02:41:00Z',
      mapped: false,
      suggestion: null,
    },
    {
      remote_id: ANN,
      name: 'Ann Example',
      email: 'ann@example.org',
      commit_count: 21,
      last_commit_at: '2020-09-13T12:26:40Z',
    },
  ]);
});

test('hold_before_push keeps it in mapping until it is released', async () => {
  const path = await newRepository('held');
  await engine.api('PUT', '/repos/acme/held/import', {
    vcs: 'git',
    vcs_url: `file://${encodeURI(source)}`,
    hold_before_push: true,
  });
  const held = await engine.importIn('held', ['mapping', 'error'], (body) => body.waiting_for_release);
  expect(held).toMatchObject({ status: 'mapping', waiting_for_release: true });
  const { outcome } = (await engine.api('GET', '/repos/acme/held/import')).body;
  expect(outcome).toEqual({ revisions: 41, commits: 41, branches: 2, tags: 2 });
  expect(refsOf(path)).toBe('');
  const list = await engine.api('GET', '/user/imports?state=running');
  expect(list.body).toMatchObject([{ owner: 'acme', repo: 'held' }]);
  expect((await engine.api('DELETE', '/repos/acme/held')).status).toBe(403);

  await engine.restart();
  expect((await engine.api('GET', '/repos/acme/held/import')).body).toMatchObject({
    waiting_for_release: true,
    outcome,
  });
  const released = await engine.api('PATCH', '/repos/acme/held/import', { hold_before_push: false });
  expect(released.body).toMatchObject({ status: 'mapping', waiting_for_release: false });
  expect((await engine.importIn('held', ['complete', 'error'])).status).toBe('complete');
  expect(refsOf(path)).not.toBe('');
});

test('hidden refs come when asked for', async () => {
  const path = await newRepository('hidden');
  await engine.api('PUT', '/repos/acme/hidden/import', { vcs: 'git', vcs_url: source, include_hidden_refs: true });
  await engine.importIn('hidden', ['complete', 'error']);
  expect(refsOf(path)).toBe(refsOf(source));
  const report = (await engine.api('GET', '/repos/acme/hidden/import/report')).body;
  expect(report).toMatchObject({ verified: true, counts: { commits: 41 } });
  expect((await engine.api('GET', '/repos/acme/hidden/import/report')).body.findings).toEqual([]);
});

test('an import restarts with an empty text body, and fetches again', async () => {
  await imported('restarted');
  const seen = engine.events.length;
  const restarted = await engine.api('PATCH', '/repos/acme/restarted/import', '', {
    'content-type': 'text/plain;charset=UTF-8',
  });
  expect(restarted).toMatchObject({ status: 200, body: { status: 'importing' } });
  await engine.event(
    'import.changed',
    (event) => event.repo === 'restarted' && event.status === 'complete' && engine.events.indexOf(event) >= seen,
  );
  expect((await engine.importIn('restarted', ['complete', 'error'])).status).toBe('complete');
});

test('mapped authors: commits and annotated tags are rewritten, trees stay, the mapping is offered again', async () => {
  const path = await newRepository('mapped');
  const signed = `commit refs/heads/main
author ${ANN} 1500000000 +0000
committer Zoë <zoe@example.org> 1500000000 +0000
data 2
s
M 100644 inline f
data 1
x
tag v1
from refs/heads/main
tagger ${ANN} 1500000000 +0000
data 3
v1

`;
  const from = makeGitSource(sources, 'mapped.git', `${signed}done\n`);
  // A commit of another encoding, made by hand: fast-import writes UTF-8 only.
  const tree = git(from, ['rev-parse', 'main^{tree}']);
  const text = `tree ${tree}\nauthor J\xf6rg <j@x> 1500000100 +0000\ncommitter ${ANN} 1500000100 +0000\nencoding ISO-8859-1\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nGr\xfc\xdfe\n`;
  const odd = git(from, ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], {
    input: Buffer.from(text, 'latin1'),
  });
  git(from, ['update-ref', 'refs/heads/latin', odd]);

  await engine.api('PUT', '/repos/acme/mapped/import', { vcs: 'git', vcs_url: from, hold_before_push: true });
  await engine.importIn('mapped', ['mapping', 'error'], (body) => body.waiting_for_release);
  const authors = (await engine.api('GET', '/repos/acme/mapped/import/authors')).body;
  const names = authors.map((author: { remote_id: string }) => author.remote_id).sort();
  expect(names).toEqual([ANN, 'Jörg <j@x>', 'Zoë <zoe@example.org>']);
  const id = (name: string) => authors.find((author: { remote_id: string }) => author.remote_id === name).id;

  const refused = await engine.api('PATCH', `/repos/acme/mapped/import/authors/${id(ANN)}`, { name: '', email: 'a<b' });
  expect(refused).toMatchObject({ status: 422, body: { errors: [{ field: 'name' }, { field: 'email' }] } });
  const mapped = await engine.api('PATCH', `/repos/acme/mapped/import/authors/${id(ANN)}`, {
    name: 'Anna Neu',
    email: 'anna@new',
  });
  expect(mapped).toMatchObject({
    status: 200,
    body: { name: 'Anna Neu', email: 'anna@new', mapped: true, remote_name: ANN },
  });
  const many = await engine.api('PATCH', '/repos/acme/mapped/import/authors', {
    authors: [
      { id: id('Jörg <j@x>'), name: 'Jürgen', email: 'j@y' },
      { id: 999999, name: 'x', email: 'x@y' },
    ],
  });
  expect(many.body).toEqual({ updated: 1 });

  await engine.api('PATCH', '/repos/acme/mapped/import', { hold_before_push: false });
  expect(await engine.importIn('mapped', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  expect(git(path, ['log', '-1', '--format=%an <%ae>|%cn', 'main'])).toBe('Anna Neu <anna@new>|Zoë');
  expect(git(path, ['for-each-ref', '--format=%(taggername)', 'refs/tags/v1'])).toBe('Anna Neu');
  expect(git(path, ['rev-parse', 'main^{tree}'])).toBe(tree);
  expect(git(path, ['log', '-1', '--format=%an|%cn|%s|%e', 'latin'])).toBe('Jürgen|Anna Neu|Grüße|ISO-8859-1');
  git(path, ['fsck', '--no-dangling']);
  const report = (await engine.api('GET', '/repos/acme/mapped/import/report')).body;
  expect(report).toMatchObject({ verified: true, counts: { authors_mapped: 2 } });
  expect(report.findings).toMatchObject([{ kind: 'signature_dropped', count: 1 }]);

  // Mapped again after complete: only what changed is mapped and pushed.
  const text2 = `Zoë <zoe@example.org> = Zoé <z@new>\nnobody = X <x@y>\nbroken`;
  const loaded = await engine.api('PUT', '/repos/acme/mapped/import/authors/map', text2, {
    'content-type': 'text/plain',
  });
  expect(loaded.body).toEqual({ matched: 1, unmatched: 1, problems: [expect.stringContaining('Line 3')] });
  expect((await engine.api('PATCH', '/repos/acme/mapped/import', {})).body.status).toBe('importing');
  await engine.importIn('mapped', ['complete', 'error']);
  expect(git(path, ['log', '-1', '--format=%an|%cn', 'main'])).toBe('Anna Neu|Zoé');
  const csv = await engine.api('GET', '/repos/acme/mapped/import/authors/map?format=csv');
  expect(csv.body).toContain('Jörg <j@x>,Jürgen,j@y');
  const again = await engine.api('PUT', '/repos/acme/mapped/import/authors/map', csv.body, {
    'content-type': 'text/csv',
  });
  expect(again.body).toMatchObject({ matched: 3, problems: [] });

  await newRepository('offered');
  await engine.api('PUT', '/repos/acme/offered/import', { vcs: 'git', vcs_url: from });
  await engine.importIn('offered', ['complete', 'error']);
  const offered = (await engine.api('GET', '/repos/acme/offered/import/authors?q=ann')).body;
  expect(offered).toMatchObject([
    { mapped: false, name: 'Ann Example', suggestion: { name: 'Anna Neu', email: 'anna@new' } },
  ]);
});

test('a file over 100 MB is listed; a shallow source is told and stays shallow; a pack of loose objects is made', async () => {
  const work = join(sources, 'work');
  git(sources, ['init', '--quiet', '--initial-branch=main', work]);
  writeFileSync(join(work, 'big.bin'), Buffer.alloc(104_857_601));
  writeFileSync(join(work, 'edge.bin'), Buffer.alloc(104_857_600, 1));
  const identity = ['-c', 'user.name=L', '-c', 'user.email=l@x'];
  git(work, ['add', '.']);
  git(work, [...identity, 'commit', '--quiet', '-m', 'big']);
  git(work, [...identity, 'commit', '--quiet', '--allow-empty', '-m', 'second']);
  const shallow = join(sources, 'shallow.git');
  git(sources, ['clone', '--quiet', '--bare', '--depth=1', `file://${encodeURI(work)}`, shallow]);

  const path = await newRepository('large');
  await engine.api('PUT', '/repos/acme/large/import', { vcs: 'git', vcs_url: work });
  const done = await engine.importIn('large', ['complete', 'error']);
  expect(done).toMatchObject({
    status: 'complete',
    has_large_files: true,
    large_files_count: 1,
    large_files_size: 104_857_601,
  });
  expect(git(path, ['count-objects', '-v'])).toMatch(/^count: 0$/m);
  git(path, ['fsck']);

  const shallowPath = await newRepository('shallow');
  await engine.api('PUT', '/repos/acme/shallow/import', { vcs: 'git', vcs_url: shallow });
  expect(await engine.importIn('shallow', ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const report = (await engine.api('GET', '/repos/acme/shallow/import/report')).body;
  expect(report).toMatchObject({
    verified: true,
    counts: { commits: 1 },
    findings: [
      { kind: 'shallow_source', severity: 'warning' },
      { kind: 'large_files_kept', severity: 'warning', count: 1 },
    ],
  });
  git(shallowPath, ['fsck']);
});
