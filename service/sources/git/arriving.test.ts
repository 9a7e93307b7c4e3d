/** Git sources whose connection breaks off again and again: what came stays, and in the end all of it is there. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createWebServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sentence } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { inEnglish } from '../../failures/sentences.ts';
import { againAndAgain, startBreakingLine } from '../../testing/breaking-line.ts';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import type { SourceContext } from '../source.ts';
import { gitSource } from './index.ts';

let folder: string;
let server: GitHttp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry arriving '));
  mkdirSync(join(folder, 'served'));
  server = await serveGitHttp(join(folder, 'served'), null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function numbers(seed: number): (limit: number) => number {
  let count = 0;
  return (limit) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() % limit;
}

/** Lines that begin and are merged anywhere, tags, refs of other kinds, and contents that do not shrink. */
function history(seed: number, commits: number): string {
  const below = numbers(seed);
  const parts: string[] = [];
  const tips = new Map<string, number>();
  for (let n = 1; n <= commits; n++) {
    const others = [...tips.keys()];
    const isNew = others.length === 0 || (others.length < 5 && below(15) === 0);
    const branch = isNew
      ? tips.size === 0
        ? 'main'
        : `b${tips.size}`
      : (others[below(2) === 0 ? 0 : below(others.length)] ?? '');
    const tip = tips.get(branch);
    const from = tip ?? (n > 1 && below(4) > 0 ? 1 + below(n - 1) : undefined);
    const merge = below(6) === 0 ? tips.get(others[below(others.length || 1)] ?? '') : undefined;
    const content = createHash('shake256', { outputLength: 2000 + below(20_000) })
      .update(`${seed} ${n}`)
      .digest('base64');
    parts.push(
      `${from === undefined ? `reset refs/heads/${branch}\n` : ''}commit refs/heads/${branch}\nmark :${n}\ncommitter A <a@x> ${1_500_000_000 + n} +0000\ndata 2\nc\n`,
      `${from === undefined ? '' : `from :${from}\n`}${merge === undefined || merge === from || from === undefined ? '' : `merge :${merge}\n`}M 100644 inline f${below(10)}.bin\ndata ${content.length}\n${content}\n`,
    );
    tips.set(branch, n);
    if (below(8) === 0) parts.push(`tag v${n}\nfrom :${n}\ntagger A <a@x> 1500000000 +0000\ndata 1\nt\n`);
    if (below(8) === 0) parts.push(`reset refs/pull/${n}/head\nfrom :${n}\n\n`);
  }
  return `${parts.join('')}done\n`;
}

function context(home = mkdtempSync(join(folder, 'import '))): SourceContext & { arrivals: number } {
  const place = {
    ...{ credentials: null, signal: new AbortController().signal, folder: home, privateFolder: join(home, 'private') },
    ...{ onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined },
    arrivals: 0,
    onArrived: () => {
      place.arrivals += 1;
    },
  };
  return place;
}

/** Each try as if the one before had been killed in the middle. @returns how often it broke off */
function fetchAgainAndAgain(url: string, place: SourceContext): Promise<number> {
  const mirror = join(place.folder, 'arriving/mirror.git');
  return againAndAgain(
    () => gitSource.fetch(url, place),
    () => existsSync(mirror) && writeFileSync(join(mirror, 'shallow.lock'), ''),
  );
}

function everything(path: string): string {
  git(path, ['fsck', '--full', '--strict', '--no-dangling']);
  return git(path, ['rev-list', '--all', '--objects', '--no-object-names']).split('\n').sort().join('\n');
}

test.each([1, 2, 3])('a source that is never sent whole arrives whole (seed %i)', async (seed) => {
  const name = `source-${seed}.git`;
  const source = makeGitSource(join(folder, 'served'), name, history(seed, 60));
  const line = await startBreakingLine(server.url, 260_000);
  const place = context();
  const broke = await fetchAgainAndAgain(`${line.url}/${name}`, place);
  await line.stop();
  expect(broke).toBeGreaterThan(0);
  expect(place.arrivals).toBeGreaterThan(3);
  const staging = join(place.folder, 'staging.git');
  expect(refsOf(staging)).toBe(refsOf(source));
  expect(everything(staging)).toBe(everything(source));
  expect(git(staging, ['symbolic-ref', 'HEAD'])).toBe('refs/heads/main');
  expect(existsSync(join(staging, 'shallow'))).toBe(false);
  expect(existsSync(join(place.folder, 'arriving'))).toBe(false);
});

test('a login that is refused in the middle costs nothing of what came', async () => {
  const user = { name: 'ann', password: 'of before' };
  const guarded = await serveGitHttp(join(folder, 'served'), user);
  const source = makeGitSource(join(folder, 'served'), 'guarded.git', history(9, 60));
  const line = await startBreakingLine(guarded.url, 260_000);
  const place = context();
  place.credentials = { username: 'ann', password: 'of before' };
  place.onArrived = () => {
    place.arrivals += 1;
    if (place.arrivals === 4) user.password = 'of since';
  };
  const refused = await againAndAgain(() => gitSource.fetch(`${line.url}/guarded.git`, place)).catch(asFailure);
  expect(refused).toMatchObject({ kind: 'auth' });
  const came = git(join(place.folder, 'arriving/mirror.git'), ['count-objects', '-v']);
  expect(came).toMatch(/^in-pack: [1-9]/m);

  place.credentials = { username: 'ann', password: 'of since' };
  await againAndAgain(() => gitSource.fetch(`${line.url}/guarded.git`, place));
  await line.stop();
  await guarded.stop();
  expect(everything(join(place.folder, 'staging.git'))).toBe(everything(source));
});

test('what the source changes between two pieces arrives as it is in the end', async () => {
  const source = makeGitSource(join(folder, 'served'), 'moving.git', history(7, 40));
  git(source, ['update-ref', '--no-deref', 'HEAD', 'refs/heads/main']);
  const line = await startBreakingLine(server.url, 260_000);
  const place = context();
  git(source, ['update-ref', 'refs/heads/as-main-was', 'refs/heads/main']);
  let moved = false;
  place.onArrived = () => {
    place.arrivals += 1;
    if (moved) return;
    moved = true;
    const tree = git(source, ['rev-parse', 'main^{tree}']);
    const who = ['-c', 'user.name=A', '-c', 'user.email=a@x'];
    git(source, ['update-ref', 'refs/heads/main', git(source, [...who, 'commit-tree', tree, '-m', 'begun anew'])]);
    git(source, [
      'update-ref',
      '-d',
      git(source, ['for-each-ref', '--format=%(refname)', 'refs/tags']).split('\n')[0] ?? '',
    ]);
  };
  await fetchAgainAndAgain(`${line.url}/moving.git`, place);
  await line.stop();
  expect(moved).toBe(true);
  const staging = join(place.folder, 'staging.git');
  expect(refsOf(staging)).toBe(refsOf(source));
  expect(everything(staging)).toBe(everything(source));
  expect(existsSync(join(staging, 'shallow'))).toBe(false);
  // Detached, as a clone leaves it.
  expect(git(staging, ['rev-parse', 'HEAD'])).toBe(git(source, ['rev-parse', 'HEAD']));
});

test('a shallow source that breaks off is as shallow here', async () => {
  const whole = makeGitSource(folder, 'deep.git', history(11, 60));
  const shallow = join(folder, 'served/shallow.git');
  git(folder, [
    'clone',
    '--quiet',
    '--bare',
    '--depth=20',
    '--no-single-branch',
    `file://${whole.replaceAll(' ', '%20')}`,
    shallow,
  ]);
  const line = await startBreakingLine(server.url, 220_000);
  const place = context();
  await fetchAgainAndAgain(`${line.url}/shallow.git`, place);
  expect(place.arrivals).toBeGreaterThan(0);
  const staging = join(place.folder, 'staging.git');
  expect(refsOf(staging)).toBe(refsOf(shallow));
  expect(git(staging, ['rev-list', '--all']).split('\n').sort()).toEqual(
    git(shallow, ['rev-list', '--all']).split('\n').sort(),
  );
  await line.stop();
});

test('a web server that hands out files knows no pieces, and is asked for all of them again', async () => {
  const source = makeGitSource(folder, 'files.git', history(12, 10));
  git(source, ['repack', '-a', '-d', '-q']);
  git(source, ['update-server-info']);
  let breaks = 1;
  const web = createWebServer(({ url = '' }, response) => {
    const path = join(source, new URL(url, 'http://x').pathname);
    if (!existsSync(path)) return void response.writeHead(404).end();
    const bytes = readFileSync(path);
    response.writeHead(200, { 'content-length': bytes.length });
    if (path.endsWith('.pack') && breaks-- > 0) response.write(bytes.subarray(0, 1000), () => response.destroy());
    else response.end(bytes);
  });
  await new Promise<void>((open) => web.listen(0, '127.0.0.1', open));
  const said: string[] = [];
  const place = { ...context(), onLog: (_level: string, text: Sentence) => void said.push(inEnglish(text)) };
  const broke = await fetchAgainAndAgain(`http://127.0.0.1:${(web.address() as AddressInfo).port}/`, place);
  web.close();
  web.closeAllConnections();
  expect(broke).toBe(1);
  expect(said.join('\n')).toMatch(/does not come in pieces \(.*shallow.*\): it is asked for all of it/s);
  expect(everything(join(place.folder, 'staging.git'))).toBe(everything(source));
});

test('a source that is fetched again sends only what is new, and nothing is borrowed in the end', async () => {
  const source = makeGitSource(join(folder, 'served'), 'again.git', history(21, 40));
  const line = await startBreakingLine(server.url, Number.POSITIVE_INFINITY);
  const place = context();
  await gitSource.fetch(`${line.url}/again.git`, place);
  const first = line.sent;
  const who = ['-c', 'user.name=A', '-c', 'user.email=a@x'];
  const next = git(source, [...who, 'commit-tree', 'main^{tree}', '-p', 'main', '-m', 'one more']);
  git(source, ['update-ref', 'refs/heads/main', next]);
  git(source, ['update-ref', 'refs/heads/newer', 'main~1']);
  for (const ref of git(source, ['for-each-ref', '--format=%(refname)', 'refs/pull']).split('\n')) {
    if (ref !== '') git(source, ['update-ref', '-d', ref]);
  }
  await gitSource.fetch(`${line.url}/again.git`, { ...place, keepsEarlier: true });
  expect(line.sent - first).toBeLessThan(first / 20);
  expect(place.folder).toSatisfy((home: string) => !existsSync(join(home, 'fetching')));
  const staging = join(place.folder, 'staging.git');
  const isWhole = () => {
    expect(existsSync(join(staging, 'objects/info/alternates'))).toBe(false);
    expect(refsOf(staging)).toBe(refsOf(source));
    expect(everything(staging)).toBe(everything(source));
  };
  isWhole();

  // Damage of the earlier one does not come along.
  const packs = join(staging, 'objects/pack');
  const pack = join(packs, readdirSync(packs).find((name) => name.endsWith('.pack')) ?? '');
  chmodSync(pack, 0o644);
  const bytes = readFileSync(pack);
  bytes.fill(0x5a, bytes.length >> 1, (bytes.length >> 1) + 2000);
  writeFileSync(pack, bytes);
  await gitSource.fetch(`${line.url}/again.git`, { ...place, keepsEarlier: true });
  await line.stop();
  isWhole();
});

test('what an earlier fetch has is not sent again either where the connection breaks off', async () => {
  const source = makeGitSource(join(folder, 'served'), 'broken again.git', history(31, 60));
  const place = context();
  const url = `${server.url}/broken%20again.git`;
  await gitSource.fetch(url, place);
  const more = history(32, 30)
    .replaceAll('refs/heads/', 'refs/heads/more/')
    .replaceAll(/refs\/pull\/(\d+)/g, 'refs/pull/9$1');
  git(source, ['fast-import', '--quiet', '--force', '--done'], { input: more });
  const line = await startBreakingLine(server.url, 240_000);
  const broke = await fetchAgainAndAgain(url.replace(server.url, line.url), { ...place, keepsEarlier: true });
  await line.stop();
  expect(broke).toBeGreaterThan(0);
  // Beside what was lost: with all that is there already it is twice as much.
  expect(line.sent - line.broken * 240_000).toBeLessThan(850_000);
  const staging = join(place.folder, 'staging.git');
  expect(existsSync(join(staging, 'objects/info/alternates'))).toBe(false);
  expect(refsOf(staging)).toBe(refsOf(source));
  expect(everything(staging)).toBe(everything(source));
});
