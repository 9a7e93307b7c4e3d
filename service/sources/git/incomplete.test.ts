/** Sources that lack objects: partial clones and damaged repositories, by path and through upload-pack. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveGitHttp } from '../../testing/git-http.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import type { SourceContext } from '../source.ts';
import { gitSource } from './index.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry incomplete '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function context(): SourceContext {
  const home = mkdtempSync(join(folder, 'import '));
  return {
    ...{ credentials: null, signal: new AbortController().signal, folder: home, privateFolder: home },
    ...{ onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined },
  };
}

const addresses = (path: string) => [path, `file://${path.replaceAll(' ', '%20')}`];

test('a partial clone is said to be one', async () => {
  const source = makeGitSource(folder, 'whole.git', historyStream(4));
  git(source, ['config', 'uploadpack.allowFilter', 'true']);
  const partial = join(folder, 'partial.git');
  git(folder, ['clone', '--quiet', '--bare', '--filter=blob:none', addresses(source)[1] ?? '', partial]);
  for (const url of addresses(partial)) {
    const place = context();
    await expect(gitSource.fetch(url, place), url).rejects.toMatchObject({ key: 'git.partial_clone' });
    // Before anything was copied.
    expect(existsSync(join(place.folder, 'staging.git'))).toBe(false);
  }
  // One that lacks nothing any more is as good as any.
  git(partial, ['-c', 'safe.directory=*', 'rev-list', '--objects', '--all']);
  git(partial, ['fetch', '--quiet', '--refetch', '--no-filter', 'origin', '+refs/*:refs/*']);
  for (const url of addresses(partial)) expect((await gitSource.fetch(url, context())).commit_count).toBe(4);
});

test('a partial clone behind a server is said to be one, and nothing of it stays', async () => {
  const source = makeGitSource(folder, 'served whole.git', historyStream(4));
  git(source, ['config', 'uploadpack.allowFilter', 'true']);
  mkdirSync(join(folder, 'served'));
  const partial = join(folder, 'served/partial.git');
  git(folder, ['clone', '--quiet', '--bare', '--filter=blob:none', addresses(source)[1] ?? '', partial]);
  rmSync(source, { recursive: true });
  const server = await serveGitHttp(join(folder, 'served'), null);
  const place = context();
  try {
    await expect(gitSource.fetch(`${server.url}/partial.git`, place)).rejects.toMatchObject({
      key: 'git.partial_clone',
    });
    expect(existsSync(join(place.folder, 'staging.git'))).toBe(false);
  } finally {
    await server.stop();
  }
});

test.each(['HEAD~1:file', 'HEAD~1^{tree}', 'HEAD~1'])('what is missing is named: %s', async (name) => {
  const source = mkdtempSync(join(folder, 'broken '));
  git(source, ['init', '--quiet', '--initial-branch=main']);
  for (const text of ['one', 'two', 'three']) {
    writeFileSync(join(source, 'file'), text);
    git(source, ['add', '.']);
    git(source, ['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', text]);
  }
  const oid = git(source, ['rev-parse', name]);
  rmSync(join(source, '.git/objects', oid.slice(0, 2), oid.slice(2)));
  for (const url of addresses(source)) {
    await expect(gitSource.fetch(url, context()), url).rejects.toMatchObject({ key: 'git.objects_missing' });
  }
});

const NOWHERE = '1234567890123456789012345678901234567890';

// What a file system leaves of a ref that was being written when the power went, and what a damaged repository holds.
test.each([
  ['empty', '', 'git.refs_empty', 'broken'],
  ['zeros', '\0'.repeat(41), 'git.refs_empty', 'broken'],
  ['text', 'hello\n', 'git.refs_empty', 'broken'],
  ['an id of nothing', `${NOWHERE}\n`, 'git.refs_name_nothing', 'broken'],
  ['of Windows', '[.ShellClassInfo]\r\n', 'git.refs_of_systems', 'desktop.ini'],
])('a ref that names nothing is named: %s', async (name, text, key, file) => {
  mkdirSync(join(folder, name));
  const source = makeGitSource(join(folder, name), 'refs.git', historyStream(2));
  writeFileSync(join(source, 'refs/heads', file), text);
  const server = await serveGitHttp(join(folder, name), null);
  try {
    for (const url of [...addresses(source), `${server.url}/refs.git`]) {
      const place = context();
      await expect(gitSource.fetch(url, place), url).rejects.toMatchObject({
        ...{ kind: 'broken_source', key, parameters: { refs: [`refs/heads/${file}`], more: 0 } },
      });
      expect(existsSync(join(place.folder, 'staging.git'))).toBe(false);
    }
    rmSync(join(source, 'refs/heads', file));
    for (const url of addresses(source)) expect((await gitSource.fetch(url, context())).commit_count).toBe(2);
  } finally {
    await server.stop();
  }
});

// Programs that keep folders alike put a second file beside that of a branch.
test('a copy beside a ref, with a name that Git does not take, is told as that, not as objects that are missing', async () => {
  mkdirSync(join(folder, 'synced'));
  const source = makeGitSource(join(folder, 'synced'), 'refs.git', historyStream(2));
  const copy = join(source, "refs/heads/main (Ann's conflicted copy)");
  writeFileSync(copy, `${git(source, ['rev-parse', 'main~1'])}\n`);
  const server = await serveGitHttp(join(folder, 'synced'), null);
  try {
    for (const url of [...addresses(source), `${server.url}/refs.git`]) {
      await expect(gitSource.fetch(url, context()), url).rejects.toMatchObject({
        ...{ kind: 'broken_source', key: 'git.refs_misnamed', parameters: { refs: ['refs/heads/main'], more: 0 } },
      });
    }
    renameSync(copy, join(source, 'refs/heads/of-ann'));
    for (const url of addresses(source)) expect((await gitSource.fetch(url, context())).commit_count).toBe(2);
  } finally {
    await server.stop();
  }
});

test('a ref whose name Git passes over is listed, and is no change of the source', async () => {
  const source = makeGitSource(folder, 'passed over.git', historyStream(2));
  writeFileSync(join(source, 'refs/heads/v1..v2'), `${git(source, ['rev-parse', 'main'])}\n`);
  for (const url of addresses(source)) {
    const place = context();
    const { findings } = await gitSource.fetch(url, place);
    expect(findings).toMatchObject([
      { kind: 'refused_ref_name', severity: 'warning', count: 1, examples: ['refs/heads/v1..v2'] },
    ]);
    expect(await gitSource.isUnchanged(url, place)).toBe(true);
  }
});

test('a commit of HEAD that is missing is told', async () => {
  const source = makeGitSource(folder, 'no head.git', historyStream(2));
  writeFileSync(join(source, 'HEAD'), `${NOWHERE}\n`);
  for (const url of addresses(source)) {
    await expect(gitSource.fetch(url, context()), url).rejects.toMatchObject({
      ...{ key: 'git.refs_moved', parameters: { object: NOWHERE } },
    });
  }
});

test.each(['HEAD', 'refs'])('a folder of Git whose %s is gone is told from one that is none', async (name) => {
  const source = makeGitSource(folder, `without ${name}.git`, historyStream(2));
  rmSync(join(source, name), { recursive: true });
  if (name === 'HEAD') writeFileSync(join(source, 'HEAD'), '');
  const seen = { key: 'git.folder_damaged', parameters: { folder: source } };
  for (const url of addresses(source)) await expect(gitSource.probe(url, context()), url).rejects.toMatchObject(seen);
  mkdirSync(join(folder, `none ${name}`));
  await expect(gitSource.probe(join(folder, `none ${name}`), context())).rejects.toMatchObject({
    key: 'git.not_found',
  });
});

test.each(['', `${NOWHERE}\n`])('a folder whose file of ends names none of its commits is whole: %j', async (ends) => {
  const source = makeGitSource(folder, `ends ${ends.length}.git`, historyStream(3));
  writeFileSync(join(source, 'shallow'), ends);
  for (const url of addresses(source)) {
    const place = context();
    for (const _ of ['first', 'again']) {
      const { findings, commit_count } = await gitSource.fetch(url, place);
      expect([commit_count, findings]).toEqual([3, []]);
      expect(await gitSource.isUnchanged(url, place)).toBe(true);
    }
  }
});

test('damage in a folder of Git is told as that of a repository, not as if none were there', async () => {
  const source = makeGitSource(folder, 'with damage.git', historyStream(2));
  const body = deflateSync('blob 99999999999999\0hello');
  const blob = createHash('sha1').update('blob 99999999999999\0hello').digest('hex');
  mkdirSync(join(source, 'objects', blob.slice(0, 2)), { recursive: true });
  writeFileSync(join(source, 'objects', blob.slice(0, 2), blob.slice(2)), body);
  const tree = git(source, ['mktree', '--missing'], { input: `100644 blob ${blob}\tx\n` });
  writeFileSync(
    join(source, 'refs/heads/lie'),
    `${git(source, ['-c', 'user.name=A', '-c', 'user.email=a@x', 'commit-tree', '-m', 'x', tree])}\n`,
  );
  const fetching = () => expect(gitSource.fetch(source, context())).rejects;
  await fetching().toMatchObject({ kind: 'broken_source', key: 'git.unreadable' });
  rmSync(join(source, 'refs/heads/lie'));
  writeFileSync(join(source, 'shallow'), 'nonsense\n');
  await fetching().toMatchObject({ key: 'git.unreadable', detail: expect.stringContaining('bad shallow line') });
  rmSync(join(source, 'shallow'));
  writeFileSync(join(source, 'config'), `[core]\n\tbare = true\n[include]\n\tpath = config\n`);
  await fetching().toMatchObject({ key: 'git.config_damaged' });
});

test('a server that hangs up without a word is told, and not the source blamed', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).once('data', () => socket.end()));
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const url = `git://127.0.0.1:${(server.address() as AddressInfo).port}/tool`;
  try {
    await expect(gitSource.probe(url, context())).rejects.toMatchObject({ key: 'git.no_answer', parameters: { url } });
  } finally {
    server.close();
  }
});

test('commits of a detached HEAD and objects that hosts refuse are told', async () => {
  const source = join(folder, 'detached');
  git(folder, ['clone', '--quiet', makeGitSource(folder, 'origin.git', historyStream(2)), source]);
  const who = ['-c', 'user.name=a', '-c', 'user.email=a@b'];
  const blob = git(source, ['rev-parse', 'main:dir1/file1.txt']);
  const tree = git(source, ['hash-object', '-t', 'tree', '--literally', '-w', '--stdin'], {
    input: Buffer.concat([Buffer.from('0100644 padded\0'), Buffer.from(blob, 'hex')]),
  });
  const lenient = git(source, [...who, 'commit-tree', '-m', 'padded', tree]);
  git(source, ['update-ref', 'refs/heads/padded', lenient]);
  git(source, ['checkout', '--quiet', '--detach', 'main']);
  git(source, [...who, 'commit', '--quiet', '--allow-empty', '-m', 'on no branch']);
  const { findings } = await gitSource.fetch(source, context());
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'detached_head', count: 1, examples: [expect.stringMatching(/ on no branch$/)] }),
  );
  expect(findings).toContainEqual(
    expect.objectContaining({
      kind: 'refused_by_hosts',
      count: 1,
      examples: [expect.stringContaining(`tree ${tree.slice(0, 12)}: zeroPaddedFilemode`)],
    }),
  );
});

test('a configuration that Git cannot read is told with where that is', async () => {
  const source = makeGitSource(folder, 'configured.git', historyStream(2));
  const configuration = readFileSync(join(source, 'config'));
  for (const [text, said] of [
    // As a file is after the power was gone.
    ['\0'.repeat(configuration.length), 'bad config line 1 in file ./config'],
    [`${configuration}<<<<<<< HEAD\n`, /^bad config line \d+ in file .\/config$/],
    [`${configuration}\n[core]\n\tbare = maybe\n`, "bad boolean config value 'maybe' for 'core.bare'"],
  ] as const) {
    writeFileSync(join(source, 'config'), text);
    for (const url of addresses(source)) {
      await expect(gitSource.probe(url, context()), url).rejects.toMatchObject({
        ...{ kind: 'broken_source', key: 'git.config_damaged' },
        parameters: { said: typeof said === 'string' ? said : expect.stringMatching(said) },
      });
    }
  }
});
