/** Pushes of histories whose large files are lost: the refs arrive, and what clones will lack is said. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, historyStream, makeGitSource } from '../../testing/git-sources.ts';
import { type LfsServer, startLfsServer } from '../../testing/lfs-server.ts';
import { objectPath, pointerText } from '../convert/lfs-objects.ts';
import { absentContents } from './absent-contents.ts';

const CONTENT = Buffer.alloc(3000, 'large');
const OTHER = Buffer.alloc(5000, 'other');
const objectOf = (content: Buffer) => ({
  oid: createHash('sha256').update(content).digest('hex'),
  size: content.length,
});

let folder: string;
let gitHttp: GitHttp;
let lfs: LfsServer;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry absent '));
  gitHttp = await serveGitHttp(folder, null);
  lfs = await startLfsServer(gitHttp.url);
});
afterAll(async () => {
  await lfs.stop();
  await gitHttp.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** A repository with two pointers, one of them under two names, and one that only `refs/deleted/x` reaches. */
function repository(name: string, attributes = '*.bin filter=lfs\n') {
  const file = (path: string, text: string) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`;
  const commit = (ref: string, files: string) =>
    `commit ${ref}\ncommitter A <a@x> 1500000000 +0000\ndata 1\nc\n${files}\n`;
  const [one, other, gone] = [CONTENT, OTHER, Buffer.from('gone')].map((content) => pointerText(objectOf(content)));
  const stream = [
    historyStream(1).replace(/done\n$/, ''),
    commit(
      'refs/heads/files',
      `${file('sub/.gitattributes', attributes)}${file('sub/a b.bin', one ?? '')}${file('c.bin', one ?? '')}`,
    ),
    commit('refs/heads/side', file('größe.bin', other ?? '')),
    commit('refs/deleted/x', file('gone.bin', gone ?? '')),
    'done\n',
  ];
  const path = makeGitSource(folder, `${name}.git`, stream.join(''));
  const tips = git(path, ['for-each-ref', '--format=%(objectname)', 'refs/heads']).split('\n');
  return { path, tips };
}

function keep(path: string, content: Buffer): void {
  const at = objectPath(join(path, 'lfs/objects'), objectOf(content).oid);
  mkdirSync(dirname(at), { recursive: true });
  writeFileSync(at, content);
}

function look({ path, tips }: { path: string; tips: string[] }, remoteUrl: string) {
  const signal = new AbortController().signal;
  return absentContents(tips, { repositoryPath: path, remoteUrl, credentials: null, signal });
}

function newRemote(name: string): string {
  const remote = join(folder, name);
  git(folder, ['init', '--quiet', '--bare', remote]);
  return remote;
}

test('a folder: what lies neither here nor there, counted once, by a path that has it', async () => {
  const ours = repository('folder');
  const remote = newRemote('folder-remote.git');
  const both = await look(ours, remote);
  expect(both.count).toBe(2);
  expect([...both.paths].sort()).toEqual([expect.stringMatching(/^(c|sub\/a b)\.bin$/), 'größe.bin']);
  keep(ours.path, CONTENT);
  expect(await look(ours, remote)).toEqual({ count: 1, paths: ['größe.bin'] });
  keep(remote, OTHER);
  expect(await look(ours, remote)).toEqual({ count: 0, paths: [] });
  keep(remote, OTHER.subarray(0, 10));
  writeFileSync(objectPath(join(remote, 'lfs/objects'), objectOf(OTHER).oid), 'cut off');
  expect(await look(ours, remote)).toEqual({ count: 1, paths: ['größe.bin'] });
});

test('a server is asked, and one that keeps no large files has none', async () => {
  const ours = repository('server');
  newRemote('server-remote.git');
  lfs.objects.set(objectOf(OTHER).oid, OTHER);
  expect(await look(ours, `${lfs.url}/server-remote.git`)).toMatchObject({ count: 1 });
  expect(await look(ours, `${gitHttp.url}/server-remote.git`)).toMatchObject({ count: 2 });
});

test('a history that hands nothing to Git LFS is not searched', async () => {
  const ours = repository('plain', '*.bin -text\n');
  expect(await look(ours, newRemote('plain-remote.git'))).toEqual({ count: 0, paths: [] });
});
