/** Histories that a remote does not take at once: real Git remotes with `receive.maxInputSize`, and a proxy that answers 413. */
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as forward } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Sentence } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { inEnglish, sayFailure } from '../../failures/sentences.ts';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import { push } from '../push.ts';

let folder: string;
let made = 0;
let behind: GitHttp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry pieces '));
  behind = await serveGitHttp(folder, null);
});
afterAll(async () => {
  await behind.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Numbers below `limit`, the same for the same seed. */
function numbers(seed: number): (limit: number) => number {
  let count = 0;
  return (limit) => createHash('sha256').update(`${seed} ${count++}`).digest().readUInt32BE() % limit;
}

/** Branches that begin anywhere and are merged anywhere, tags on them and beside them, and contents that do not shrink. */
function randomHistory(seed: number): string {
  const below = numbers(seed);
  const parts: string[] = [];
  const tips = new Map<string, number>();
  for (let n = 1; n <= 60; n++) {
    const others = [...tips.keys()];
    const isNew = others.length === 0 || (others.length < 6 && below(8) === 0);
    const branch = isNew ? (tips.size === 0 ? 'main' : `b${tips.size}`) : (others[below(others.length)] ?? 'main');
    const tip = tips.get(branch);
    const froms = tip === undefined ? (n > 1 && below(4) > 0 ? [1 + below(n - 1)] : []) : [tip];
    const merged = tips.get(others[below(others.length || 1)] ?? '');
    if (below(4) === 0 && merged !== undefined && merged !== froms[0] && froms.length > 0) froms.push(merged);
    const content = createHash('shake256', { outputLength: 2000 + below(below(6) === 0 ? 60_000 : 20_000) })
      .update(`${seed} ${n}`)
      .digest('base64');
    const [from, merge] = froms;
    parts.push(
      `${from === undefined && tip === undefined ? `reset refs/heads/${branch}\n` : ''}commit refs/heads/${branch}\nmark :${n}\ncommitter A <a@x> ${1_500_000_000 + n} +0000\ndata 2\nc\n`,
      `${from === undefined ? '' : `from :${from}\n`}${merge === undefined ? '' : `merge :${merge}\n`}M 100644 inline ${branch}/${n}.bin\ndata ${content.length}\n${content}\n`,
    );
    tips.set(branch, n);
    if (below(10) === 0) parts.push(`reset refs/tags/light-${n}\nfrom :${n}\n\n`);
    if (below(10) === 0) parts.push(`tag v${n}\nfrom :${n}\ntagger A <a@x> 1500000000 +0000\ndata 1\nt\n`);
  }
  // What only a tag holds.
  const lonely = randomBytes(40_000).toString('base64');
  parts.push(
    `commit refs/tags/lonely\nmark :900\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\nM 100644 inline a\ndata ${lonely.length}\n${lonely}\n`,
  );
  return `${parts.join('')}done\n`;
}

/** An empty repository that takes no push of more bytes. */
function remoteWith(limit: number): string {
  made += 1;
  const path = join(folder, `remote-${made}.git`);
  git(folder, ['init', '--quiet', '--bare', '--initial-branch=main', path]);
  git(path, ['config', 'receive.maxInputSize', String(limit)]);
  git(path, ['config', 'http.receivepack', 'true']);
  // As GitHub does for the branch that arrives first.
  git(path, ['config', 'receive.denyDeleteCurrent', 'refuse']);
  return path;
}

/** As far away as everything that is not a folder of this machine. */
const far = (path: string) => `${behind.url}/${basename(path)}`;

async function send(repositoryPath: string, remoteUrl: string, more: Partial<Parameters<typeof push>[0]> = {}) {
  const texts: string[] = [];
  let passed = 0;
  const done = push({
    repositoryPath,
    remoteUrl,
    credentials: null,
    privateFolder: join(folder, 'private'),
    signal: new AbortController().signal,
    whenNotEmpty: 'ask',
    too: { notes: true, deleted: false },
    pushedBefore: false,
    asked: null,
    onProgress: (_percent: number, text: Sentence) => texts.push(inEnglish(text)),
    patience: {
      limitMs: () => 5 * 60_000,
      elapsed: () => passed,
      wait: async (milliseconds) => {
        passed += milliseconds;
      },
    },
    ...more,
  });
  return await done.then(
    () => ({ failure: null, texts }),
    (error: unknown) => ({ failure: inEnglish(sayFailure(asFailure(error), 'push')), texts }),
  );
}

/** All that a repository's refs reach, proved by git. */
function everything(path: string): string {
  git(path, ['fsck', '--full', '--strict', '--no-dangling']);
  return createHash('sha256')
    .update(git(path, ['rev-list', '--all', '--objects', '--no-object-names']).split('\n').sort().join('\n'))
    .digest('hex');
}

test.each([1, 2, 3, 4])('a history of any shape arrives whole where no push may be large (seed %i)', async (seed) => {
  const source = makeGitSource(folder, `source-${seed}.git`, randomHistory(seed));
  const remote = remoteWith(200_000);
  const { failure, texts } = await send(source, remote);
  expect(failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect(everything(remote)).toBe(everything(source));
  expect(texts.some((text) => /^Sending the history in pieces, 0 of 1 MB\.$/.test(text))).toBe(true);
});

test('a remote that takes so many commits with one push gets them a few at a time', async () => {
  const source = makeGitSource(folder, 'many-commits.git', historyStream(300));
  const remote = remoteWith(1 << 30);
  // As Gerrit words it.
  const hook = `#!/bin/sh
[ "$(git rev-list --count "$3" --not --all)" -le 50 ] || { echo "more than 50 commits, and skip-validation not set" >&2; exit 1; }
`;
  writeFileSync(join(remote, 'hooks/update'), hook, { mode: 0o755 });
  const { failure } = await send(source, far(remote));
  expect(failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect(everything(remote)).toBe(everything(source));
});

/** nginx before a Git server: a body of more than `client_max_body_size` gets 413, before it has come whole. */
async function startLimit(targetPort: number, limit: number) {
  const statuses: number[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    let length = 0;
    request.on('data', (piece: Buffer) => {
      length += piece.length;
      if (length > limit && !response.headersSent) {
        statuses.push(413);
        response.writeHead(413, { 'content-type': 'text/html', connection: 'close' });
        response.end('<html><head><title>413 Request Entity Too Large</title></head></html>');
      }
      pieces.push(piece);
    });
    request.on('end', () => {
      if (response.headersSent) return;
      const { method, url: path, headers } = request;
      const { 'transfer-encoding': _chunked, ...others } = headers;
      const body = Buffer.concat(pieces);
      const passedOn = forward(
        { host: '127.0.0.1', port: targetPort, method, path, headers: { ...others, 'content-length': body.length } },
        (answer) => {
          statuses.push(answer.statusCode ?? 0);
          response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
          answer.pipe(response);
        },
      );
      passedOn.on('error', () => response.destroy());
      passedOn.end(body);
    });
  });
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open));
  const stop = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, statuses, stop };
}

test('a proxy that takes only small requests gets small ones', async () => {
  const source = makeGitSource(folder, 'web.git', randomHistory(20));
  const remote = remoteWith(0);
  const proxy = await startLimit(Number(new URL(behind.url).port), 150_000);
  const { failure } = await send(source, `${proxy.url}/${basename(remote)}`);
  await proxy.stop();
  expect(failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect(everything(remote)).toBe(everything(source));
  expect(proxy.statuses).toContain(413);
});

const commit = (mark: number, bytes: number, from = '') => {
  const content = createHash('shake256', { outputLength: bytes }).update(String(mark)).digest('base64');
  return `commit refs/heads/main\nmark :${mark}\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\n${from}M 100644 inline ${mark}.bin\ndata ${content.length}\n${content}\n`;
};

test('a single commit that is too large is named; what is older has arrived, and what failed is tried again from there', async () => {
  const history = `${commit(1, 30_000)}${commit(2, 30_000)}${commit(3, 200_000)}${commit(4, 30_000)}done\n`;
  const source = makeGitSource(folder, 'large.git', history);
  const remote = remoteWith(100_000);
  const large = git(source, ['rev-parse', 'main~1']);
  const { failure } = await send(source, remote);
  expect(failure).toMatch(
    new RegExp(`no push as large as commit ${large.slice(0, 12)} alone .*It says: pack exceeds maximum allowed size`),
  );
  expect(refsOf(remote)).toBe(`refs/heads/main ${git(source, ['rev-parse', 'main~2'])}`);

  git(remote, ['config', 'receive.maxInputSize', '300000']);
  expect((await send(source, remote, { whenNotEmpty: 'keep' })).failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
});

test('what a push left that was stopped on the way is gone on with, and its marks go', async () => {
  const source = makeGitSource(folder, 'stopped.git', randomHistory(31));
  const remote = remoteWith(0);
  const stop = new AbortController();
  const onProgress = (_percent: number, text: Sentence) => {
    const isPiece = inEnglish(text).startsWith('Sending the history in pieces');
    if (isPiece && existsSync(join(remote, 'refs/heads/main'))) stop.abort();
  };
  await send(source, far(remote), { atOnceBytes: 60_000, signal: stop.signal, onProgress });
  expect(stop.signal.aborted).toBe(true);
  expect(refsOf(remote)).toMatch(/^refs\/heads\/main /);
  expect(everything(remote)).not.toBe(everything(source));
  // A person is asked as for any remote that has something; not where what is there says itself that it came in pieces.
  expect((await send(source, far(remote), { atOnceBytes: 60_000 })).failure).toMatch(/The remote is not empty/);
  const mark = `refs/heads/gantry-piece-${git(source, ['rev-parse', 'main~3']).slice(0, 16)}`;
  git(source, ['push', '--quiet', remote, `main~3:${mark}`]);
  expect((await send(source, far(remote), { atOnceBytes: 60_000 })).failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect(everything(remote)).toBe(everything(source));
});

test('other history under the same names is overwritten in pieces, and only once all of it is there', async () => {
  const source = makeGitSource(folder, 'ours.git', randomHistory(41));
  const remote = remoteWith(200_000);
  git(makeGitSource(folder, 'theirs.git', `${commit(77, 100)}done\n`), ['push', '--quiet', remote, 'main']);
  const theirs = git(remote, ['rev-parse', 'main']);
  const seen = new Set<string>();
  const onProgress = () => void seen.add(readFileSync(join(remote, 'refs/heads/main'), 'utf8').trim());
  const { failure } = await send(source, remote, { whenNotEmpty: 'overwrite', onProgress });
  expect(failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect([...seen].filter((oid) => oid !== theirs && oid !== git(source, ['rev-parse', 'main']))).toEqual([]);
});

test('a remote whose rules take no branches for pieces says so; one that keeps them is complete and said', async () => {
  const source = makeGitSource(folder, 'ruled.git', randomHistory(2));
  const hooked = (script: string) => {
    const remote = remoteWith(200_000);
    writeFileSync(join(remote, 'hooks/update'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return remote;
  };
  const strict = hooked('case $1 in *gantry-piece*) echo "branches are named after tickets"; exit 1;; esac');
  expect((await send(source, strict)).failure).toMatch(
    /refused refs\/heads\/gantry-piece-\w+ \(hook declined\).*branches are named after tickets/,
  );
  const keeping = hooked('case $1$3 in *gantry-piece*0000000000) exit 1;; esac');
  expect((await send(source, keeping)).failure).toMatch(
    /Everything has arrived, but the remote keeps branches .*gantry-piece-/,
  );
  for (const line of refsOf(source).split('\n')) expect(refsOf(keeping).split('\n')).toContain(line);
});

/** GitHub's rule, in its own words (github.com/ejoffe/spr, issue 422); it refuses all of a push that has more. */
const FIVE_AT_MOST = `n=$(wc -l)
[ "$n" -le 5 ] && exit 0
echo "error: GH013: Repository rule violations found for refs/heads/main."
echo "Review all repository rules at http://host.example/rules"
echo ""
echo "- Pushes can not update more than 5 branches or tags."
exit 1`;

test('a remote that takes five branches and tags at a time gets five at a time', async () => {
  const many = Array.from({ length: 23 }, (_, n) => `reset refs/tags/r${n}\nfrom :${1 + (n % 2)}\n\n`).join('');
  const source = makeGitSource(folder, 'many.git', `${commit(1, 3000)}${commit(2, 3000)}${many}done\n`);
  const remote = remoteWith(0);
  writeFileSync(join(remote, 'hooks/pre-receive'), `#!/bin/sh\n${FIVE_AT_MOST}\n`, { mode: 0o755 });
  const { failure, texts } = await send(source, remote);
  expect(failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
  expect(texts).toContain('Sending branches and tags, 20 of 24.');

  // And where it must be small as well, beside other history that stays.
  const other = remoteWith(200_000);
  git(makeGitSource(folder, 'other.git', `${commit(78, 100)}reset refs/tags/r3\nfrom :78\n\ndone\n`), [
    ...['push', '--quiet', other, 'refs/tags/r3'],
  ]);
  const theirs = git(other, ['rev-parse', 'refs/tags/r3']);
  writeFileSync(join(other, 'hooks/pre-receive'), `#!/bin/sh\n${FIVE_AT_MOST}\n`, { mode: 0o755 });
  const tagged = makeGitSource(folder, 'tagged.git', `${randomHistory(51).replace(/done\n$/, '')}${tagsOn(51)}done\n`);
  expect((await send(tagged, other, { whenNotEmpty: 'keep' })).failure).toBeNull();
  const ours = refsOf(tagged).replace(/(refs\/tags\/r3) \w+/, `$1 ${theirs}`);
  expect(refsOf(other)).toBe(ours);
});

function tagsOn(seed: number): string {
  const below = numbers(seed);
  return Array.from({ length: 20 }, (_, n) => `reset refs/tags/r${n}\nfrom :${1 + below(60)}\n\n`).join('');
}

// In the words of AWS CodeCommit.
test('a remote that says it takes fewer branches and tags, and not how many, gets half as many each time', async () => {
  const many = Array.from({ length: 40 }, (_, n) => `reset refs/tags/r${n}\nfrom :1\n\n`).join('');
  const source = makeGitSource(folder, 'dozens.git', `${commit(1, 3000)}${many}done\n`);
  const remote = remoteWith(0);
  const hook = '#!/bin/sh\n[ "$(wc -l)" -le 30 ] || { echo "Too many reference update commands" >&2; exit 1; }\n';
  writeFileSync(join(remote, 'hooks/pre-receive'), hook, { mode: 0o755 });
  expect((await send(source, remote)).failure).toBeNull();
  expect(refsOf(remote)).toBe(refsOf(source));
});
