/** Repositories of which the user who asks may not read everything, tried by files that are opened as another user. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { Failure } from '../../failures/failure.ts';
import { NOBODY, withSecondUser } from '../../testing/second-user.ts';
import { detect } from '../detection.ts';
import { gitSource } from '../git/index.ts';
import { orUnreadable, unreadableAt } from './unreadable.ts';
import { reasonAt } from './what-lies-there.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry unreadable '));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function made(name: string, files: Record<string, number>): string {
  const path = join(folder, name);
  for (const [file, mode] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true, mode: 0o755 });
    writeFileSync(join(path, file), 'x');
    chmodSync(join(path, file), mode);
  }
  return path;
}

async function asNobody<Result>(ask: () => Promise<Result>): Promise<Result> {
  process.seteuid?.(NOBODY);
  try {
    return await ask();
  } finally {
    process.seteuid?.(0);
  }
}

const address = (url: string) => ({ url, scheme: url.startsWith('file:') ? ('file' as const) : ('path' as const) });

withSecondUser('the first file or folder that may not be read is told, not that there is no repository', async () => {
  const git = made('tool.git', { HEAD: 0o644, 'objects/ab/c': 0o600, 'refs/heads/main': 0o644 });
  const hg = made('hg', { '.hg/store/00changelog.i': 0o600, 'a.txt': 0o644 });
  const svn = made('svn', { 'db/revs/0/1': 0o644, format: 0o644 });
  chmodSync(join(svn, 'db/revs'), 0o700);
  const bundle = join(made('bundles', { 'a.bundle': 0o600 }), 'a.bundle');
  const within = join(made('closed', { 'in/HEAD': 0o644 }), 'in');
  chmodSync(join(folder, 'closed'), 0o700);
  for (const [url, path] of [
    [git, join(git, 'objects/ab/c')],
    [`file://${encodeURI(git)}`, join(git, 'objects/ab/c')],
    [hg, join(hg, '.hg/store/00changelog.i')],
    [svn, join(svn, 'db/revs')],
    [bundle, bundle],
    [within, within],
  ] as const) {
    const failure = await asNobody(() => reasonAt(address(url), []));
    expect(failure, url).toMatchObject({ key: 'address.not_readable', parameters: { url, path } });
    // Who may read all of it is told nothing.
    expect(await unreadableAt(address(url)), url).toBeNull();
  }
});

test('a folder of a share whose server has gone is not one that is not there', async (context) => {
  const [below, mounted] = ['below', 'mounted'].map((name) => join(folder, name)) as [string, string];
  made('below', { 'tool.git/HEAD': 0o644, 'tool.git/objects/ab/c': 0o644, 'tool.git/refs/heads/main': 0o644 });
  mkdirSync(mounted);
  try {
    execFileSync('bindfs', [below, mounted], { stdio: 'ignore' });
  } catch {
    return context.skip('no such disk here (Debian package bindfs; root)');
  }
  const [url, gone] = [join(mounted, 'tool.git'), { key: 'address.disk_not_reached', kind: 'unreachable' }];
  try {
    expect(await unreadableAt(address(url))).toBeNull();
    const server = execFileSync('pgrep', ['-f', `bindfs ${below} ${mounted}`], { encoding: 'utf8' }).trim();
    process.kill(Number(server), 'SIGKILL');
    await vi.waitFor(async () => expect(await reasonAt(address(url), [])).toMatchObject(gone));
    const detected = await detect(address(url), [gitSource], {
      ...{ credentials: null, signal: new AbortController().signal, privateFolder: folder },
    } as never);
    expect(detected).toMatchObject({ failure: { key: gone.key, parameters: { url } } });
  } finally {
    execFileSync('umount', ['--lazy', mounted]);
  }
});

withSecondUser('a full disk stays a full disk beside a file that may not be read', async () => {
  const at = address(made('full.git', { HEAD: 0o644, 'objects/ab/c': 0o600 }));
  const [full, damaged] = [Failure.of('disk.full', {}), Failure.of('git.not_found', { url: at.url })];
  expect(await asNobody(() => orUnreadable(at, full))).toBe(full);
  expect(await asNobody(() => orUnreadable(at, damaged))).toMatchObject({ key: 'address.not_readable' });
});

withSecondUser('what is no part of a repository may be anybody’s', async () => {
  const work = made('work', { '.git/HEAD': 0o644, secret: 0o600, 'hooks/x': 0o600 });
  const home = made('home', { 'private/key': 0o600 });
  for (const path of [work, home]) expect(await asNobody(() => unreadableAt(address(path)))).toBeNull();
});

test('what is not there, and what lies elsewhere, is no question of rights', async () => {
  expect(await unreadableAt(address(join(folder, 'nothing')))).toBeNull();
  expect(await unreadableAt({ url: 'https://host/x', scheme: 'https' })).toBeNull();
});
