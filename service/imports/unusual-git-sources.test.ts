/** Git repositories that are served, kept or cut in unusual ways: each arrives right, or a sentence says why before it is fetched. */
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { serveGitHttp } from '../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let engine: TestEngine;
let sources: string;
/** A web server that knows nothing of Git. */
let web: Server;
let webUrl: string;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  engine = await startTestEngine();
  web = createServer((request, response) => {
    const file = join(sources, decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname));
    if (!existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end('<h1>Not Found</h1>');
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
});
afterAll(async () => {
  web.closeAllConnections();
  web.close();
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(name: string, vcs_url: string) {
  expect((await engine.api('POST', '/orgs/acme/repos', { name })).status).toBe(201);
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url });
  const done = await engine.importIn(name, ['complete', 'error']);
  const report =
    done.status === 'complete' ? (await engine.api('GET', `/repos/acme/${name}/import/report`)).body : null;
  return { done, report, path: join(engine.folder, 'repositories/acme', `${name}.git`) };
}

test('a web server that only hands out files (dumb HTTP): loose objects, packs, tags and all refs', async () => {
  const tag =
    'tag v1\nfrom :3\ntagger T <t@example.org> 1600000000 +0000\ndata 2\nv1\nreset refs/heads/old\nfrom :2\n\n';
  const source = makeGitSource(sources, 'dumb.git', historyStream(30, undefined, tag));
  const loose = git(source, ['commit-tree', '-p', 'main', '-m', 'loose', 'main^{tree}'], {
    env: { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' },
  });
  git(source, ['update-ref', 'refs/heads/loose', loose]);
  git(source, ['update-server-info']);
  const { done, report, path } = await imported('dumb', `${webUrl}/dumb.git`);
  expect(done).toMatchObject({ status: 'complete' });
  expect(report).toMatchObject({ verified: true, counts: { commits: 31 } });
  expect(refsOf(path)).toBe(refsOf(source));
  git(path, ['fsck', '--strict']);
  // Nobody told the web server about the newest refs: what it hands out is no repository.
  const silent = makeGitSource(sources, 'silent.git', historyStream(2));
  rmSync(join(silent, 'info/refs'), { force: true });
  const refused = await imported('silent', `${webUrl}/silent.git`);
  expect(refused.done).toMatchObject({
    status: expect.stringMatching(/error|detection_found_nothing/),
    message: expect.stringContaining('No Git repository was found'),
  });
});

test('of such a web server: objects that it does not list, those of another repository, and a push, are told', async () => {
  const source = makeGitSource(sources, 'stale.git', historyStream(3));
  git(source, ['repack', '-a', '-d', '-q']);
  const id = git(source, ['rev-parse', 'main']).trim();
  const list = join(source, 'objects/info/packs');
  const packs = readFileSync(list, 'utf8');
  writeFileSync(list, '\n');
  const stale = await imported('stale', `${webUrl}/stale.git`);
  expect(stale.done.message).toContain(
    `only hands out files, and the object ${id} of the history is not among those that it lists. Have "git update-server-info" run`,
  );
  writeFileSync(list, packs);
  git(sources, ['clone', '--quiet', '--mirror', '--shared', source, join(sources, 'fork.git')]);
  const fork = join(sources, 'fork.git');
  git(fork, ['update-server-info']);
  writeFileSync(join(fork, 'objects/info/http-alternates'), '/stale.git/objects\n');
  const borrowing = await imported('fork', `${webUrl}/fork.git`);
  expect(borrowing.done.message).toContain(`lies in another repository, ${webUrl}/stale.git/, from which Git takes`);
  expect((await imported('whole', `${webUrl}/stale.git`)).done).toMatchObject({ status: 'complete' });
  git(source, ['update-ref', 'refs/heads/main', 'main~1']);
  git(source, ['update-server-info']);
  const remote_url = `${webUrl}/stale.git`;
  const pushes = '/repos/acme/whole/remote_pushes';
  const { body } = await engine.api('POST', pushes, { remote_url, when_not_empty: 'overwrite' });
  const pushed = await engine.until(async () => {
    const now = (await engine.api('GET', `${pushes}/${body.id}`)).body;
    return now.status === 'running' ? undefined : now;
  });
  expect(pushed).toMatchObject({
    status: 'error',
    message: expect.stringContaining('hands out files of the repository'),
  });
});

test('a shallow repository behind a server: what it has arrives, and where it ends is told', async () => {
  const source = makeGitSource(sources, 'deep.git', historyStream(20));
  git(sources, [
    'clone',
    '--quiet',
    '--bare',
    '--depth=3',
    `file://${encodeURI(source)}`,
    join(sources, 'shallow.git'),
  ]);
  git(join(sources, 'shallow.git'), ['tag', 'another']);
  const server = await serveGitHttp(sources, null);
  try {
    const { report, path } = await imported('shallow', `${server.url}/shallow.git`);
    expect(report).toMatchObject({
      ...{ verified: true, counts: { commits: 3 } },
      verdict: { complete: { state: 'amber', text: expect.stringContaining('is a shallow clone') } },
    });
    const [finding] = report.findings.filter(({ kind }: { kind: string }) => kind === 'shallow_source');
    expect(finding).toMatchObject({ severity: 'warning', count: 1, examples: [git(source, ['rev-parse', 'main~2'])] });
    expect(refsOf(path)).toBe(refsOf(join(sources, 'shallow.git')));
    git(path, ['fsck']);

    // Its refs stay; what lies before the end comes with the next update, and is shown.
    const update = async (fetch: string[]) => {
      git(join(sources, 'shallow.git'), ['fetch', '--quiet', ...fetch, `file://${encodeURI(source)}`, 'main']);
      expect((await engine.api('POST', '/repos/acme/shallow/import/updates')).status).toBe(202);
      await engine.importIn('shallow', ['complete', 'error']);
      const { counts, verified, findings, verdict } = (await engine.api('GET', '/repos/acme/shallow/import/report'))
        .body;
      expect(verdict.complete.state).toBe(counts.commits === 20 ? 'green' : 'amber');
      expect([verified, git(path, ['rev-list', '--count', 'main'])]).toEqual([true, `${counts.commits}`]);
      expect(git(path, ['fsck', '--unreachable'])).toBe('');
      return [counts.commits, findings.some(({ kind }: { kind: string }) => kind === 'shallow_source')];
    };
    expect(await update(['--depth=7'])).toEqual([7, true]);
    expect(await update(['--unshallow'])).toEqual([20, false]);
    expect(existsSync(join(path, 'shallow'))).toBe(false);
  } finally {
    await server.stop();
  }
});

test('HEAD at a branch that is not there: the repository’s own leads to one that is', async () => {
  const source = makeGitSource(
    sources,
    'unborn.git',
    historyStream(3).replaceAll('refs/heads/main', 'refs/heads/work'),
  );
  git(source, ['update-ref', 'refs/heads/another', 'work~1']);
  git(source, ['symbolic-ref', 'HEAD', 'refs/heads/never']);
  for (const [name, url] of [
    ['unborn', source],
    ['unborn-served', `file://${encodeURI(source)}`],
  ] as const) {
    const { report, path } = await imported(name, url);
    expect(report).toMatchObject({ verified: true, counts: { commits: 3 } });
    expect(refsOf(path)).toBe(refsOf(source));
    expect(refsOf(path)).toContain(`${git(path, ['symbolic-ref', 'HEAD'])} `);
  }
  // Nothing but a tag.
  const tagged = makeGitSource(sources, 'tagged.git', historyStream(2));
  git(tagged, ['update-ref', 'refs/tags/only', 'main']);
  git(tagged, ['update-ref', '-d', 'refs/heads/main']);
  const { report, path } = await imported('tagged', tagged);
  expect(report).toMatchObject({ verified: true, counts: { commits: 2 }, default_branch: null });
  expect(report.verdict.complete).toMatchObject({ state: 'green', text: expect.stringContaining('has no branch') });
  expect(refsOf(path)).toBe(refsOf(tagged));
});

test('branches at a tag and at a file, as other programs than git leave them: the commit of the one comes, the other is told', async () => {
  const source = makeGitSource(sources, 'at-a-tag.git', historyStream(5));
  const env = { GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
  const commit = git(source, ['rev-parse', 'main~2']);
  git(source, ['tag', '-a', '-m', 'v1', 'v1', commit], { env });
  const [tag, file] = [git(source, ['rev-parse', 'v1']), git(source, ['hash-object', '-w', '/dev/null'])];
  git(source, ['tag', '-d', 'v1']);
  writeFileSync(join(source, 'refs/heads/at-tag'), `${tag}\n`);
  writeFileSync(join(source, 'refs/heads/at-file'), `${file}\n`);
  const { done, report, path } = await imported('at-a-tag', source);
  expect(done).toMatchObject({ status: 'complete' });
  expect(report).toMatchObject({ verified: true, counts: { commits: 5, branches: 2 } });
  expect(git(path, ['for-each-ref', '--format=%(objectname) %(refname)'])).toBe(
    `${commit} refs/heads/at-tag\n${git(source, ['rev-parse', 'main'])} refs/heads/main`,
  );
  const kinds = report.findings.map(({ kind, examples }: { kind: string; examples: string[] }) => [kind, ...examples]);
  expect(kinds).toContainEqual(['branch_at_tag', 'refs/heads/at-tag']);
  expect(kinds).toContainEqual(['branch_without_commit', 'refs/heads/at-file']);
});

test('200,000 packed refs arrive, each with its id', async () => {
  const source = makeGitSource(sources, 'many.git', historyStream(50));
  const ids = git(source, ['rev-list', 'main']).split('\n');
  const lines = Array.from({ length: 200_000 }, (_, n) => {
    const name = `${n % 2 === 0 ? 'heads' : 'tags'}/builds/${String(n).padStart(6, '0')}`;
    return `${ids[n % ids.length]} refs/${name}`;
  });
  lines.push(`${ids[0]} refs/heads/main`);
  const byName = (line: string) => line.slice(41);
  lines.sort((a, b) => (byName(a) < byName(b) ? -1 : 1));
  rmSync(join(source, 'refs/heads/main'));
  writeFileSync(join(source, 'packed-refs'), `# pack-refs with: peeled fully-peeled sorted \n${lines.join('\n')}\n`);
  const { done, report, path } = await imported('many', `file://${encodeURI(source)}`);
  expect(done).toMatchObject({ status: 'complete' });
  expect(report).toMatchObject({ verified: true, counts: { commits: 50 } });
  expect(refsOf(path) === refsOf(source)).toBe(true);
});

/** Git 2.45 and newer. */
function canReftable(): boolean {
  try {
    git(sources, ['init', '--quiet', '--bare', '--ref-format=reftable', 'tables.git']);
    return true;
  } catch {
    return false;
  }
}

test('refs in a reftable, where this machine’s Git knows them', async ({ skip }) => {
  if (!canReftable()) return skip('this Git is older than 2.45');
  const source = join(sources, 'tables.git');
  git(source, ['fast-import', '--quiet', '--done'], { input: historyStream(5) });
  const { report, path } = await imported('tables', source);
  expect(report).toMatchObject({ verified: true, counts: { commits: 5 } });
  expect(refsOf(path)).toBe(refsOf(source));
});

test('grafts of a folder: the commits arrive with the parents that they have, by path and through git, and that is said', async () => {
  const source = makeGitSource(sources, 'grafted.git', historyStream(4));
  const borrower = join(sources, 'borrower.git');
  git(sources, ['clone', '--quiet', '--bare', '--shared', source, borrower]);
  const [cut = '', unchanged = '', parent = ''] = git(source, ['rev-list', '-3', 'main']).split('\n');
  for (const folder of [source, borrower]) {
    mkdirSync(join(folder, 'info'), { recursive: true });
    writeFileSync(join(folder, 'info/grafts'), `# cut off\n${cut}\n${unchanged} ${parent}\n`);
  }
  for (const [name, address] of [
    ['grafted', source],
    ['grafted-borrower', borrower],
  ] as const) {
    const { done, report, path } = await imported(name, address);
    expect(done, name).toMatchObject({ status: 'complete' });
    expect(report).toMatchObject({ counts: { commits: 4 }, verdict: { complete: { state: 'amber' } } });
    expect(report.findings).toContainEqual(expect.objectContaining({ kind: 'grafts', count: 1, examples: [cut] }));
    expect(git(path, ['rev-list', '--count', 'main'])).toBe('4');
    git(path, ['fsck', '--strict']);
  }
});
