/**
 * Git LFS servers as they are: what they answer otherwise than the reference pages, each habit with where it was seen. Contents
 * come from such a server as an import fetches them, and go to one with a push.
 */
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { inEnglish, sayFailure } from '../../failures/sentences.ts';
import { push as pushOnce } from '../../remote-pushes/push.ts';
import type { SourceContext } from '../../sources/source.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { type GitHttp, serveGitHttp } from '../../testing/git-http.ts';
import { git, makeGitSource, refsOf } from '../../testing/git-sources.ts';
import { type AnsweredObject, type LfsHabits, type LfsServer, startLfsServer } from '../../testing/lfs-server.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { fetchContents } from '../download/source-contents.ts';
import { busyOnce, everyAction, HABITS, isBatch, isStorage, LOGIN } from '../testing/habits.ts';
import { takingWindowsAccounts } from '../testing/windows-accounts.ts';

const COUNT = 12;
const contents = Array.from({ length: COUNT }, (_, n) => {
  const content = Buffer.from(`content ${n}\n`.repeat(5000 + n));
  return { content, oid: createHash('sha256').update(content).digest('hex') };
});

let engine: TestEngine;
let folder: string;
let gitHttp: GitHttp;
let lfs: LfsServer;
/** What the import of them left in its folder. */
let staged: string;
let made = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry lfs servers '));
  const pointer = ({ oid, content }: (typeof contents)[number]) =>
    `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${content.length}\n`;
  const files = contents.map((content, n) => {
    const text = pointer(content);
    return `M 100644 inline ${n}.bin\ndata ${text.length}\n${text}\n`;
  });
  const source = makeGitSource(
    folder,
    'source.git',
    `commit refs/heads/main\ncommitter A <a@x> 1500000000 +0000\ndata 2\nc\n${files.join('')}\ndone\n`,
  );
  for (const { oid, content } of contents) {
    const path = objectPath(join(source, 'lfs/objects'), oid);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  engine = await startTestEngine();
  gitHttp = await serveGitHttp(folder, null);
  lfs = await startLfsServer(gitHttp.url);
  expect((await imported('pushed', source)).check).toMatchObject({ found: String(COUNT), ok: true });
  const imports = join(engine.folder, 'imports');
  staged = join(imports, readdirSync(imports)[0] ?? '');
});
beforeEach(() => {
  lfs.behave('well');
  lfs.objects.clear();
  lfs.requests.length = 0;
});
afterAll(async () => {
  await Promise.all([lfs.stop(), gitHttp.stop()]);
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

async function imported(name: string, vcs_url: string) {
  await engine.api('POST', '/orgs/acme/repos', { name });
  const login = { vcs_username: LOGIN.username, vcs_password: LOGIN.password };
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url, ...login });
  expect(await engine.importIn(name, ['complete', 'error'])).toMatchObject({ status: 'complete' });
  const { body } = await engine.api('GET', `/repos/acme/${name}/import/report`);
  return { check: body.checks.find(({ subject }: { subject: string }) => subject === 'Files in Git LFS') };
}

/** Fetches the contents as an import does behind the history. @returns what came whole, and what the log says */
async function download(credentials: Credentials | null = LOGIN) {
  for (const { oid, content } of contents) lfs.objects.set(oid, content);
  const home = mkdtempSync(join(folder, 'fetch '));
  for (const part of ['lfs-pointers.json', 'staging.git']) symlinkSync(join(staged, part), join(home, part));
  const said: string[] = [];
  const context: SourceContext = {
    ...{ credentials, signal: new AbortController().signal, folder: home, privateFolder: home },
    ...{ onProgress: () => undefined, onAuthors: () => undefined },
    onLog: (level, text) => level === 'warning' && said.push(inEnglish(text)),
  };
  await fetchContents(`${lfs.url}/source.git`, context, (work) => work(() => undefined));
  const came = contents.filter(({ oid, content }) => {
    const path = objectPath(join(home, 'lfs/source'), oid);
    return existsSync(path) && readFileSync(path).equals(content);
  });
  return { came: came.length, said: said.join('\n') };
}

/** A push to a new remote. @returns what went wrong; the waits do not take their time */
async function upload(): Promise<string | null> {
  made += 1;
  const remote = join(folder, `remote-${made}.git`);
  git(folder, ['init', '--quiet', '--bare', remote]);
  git(remote, ['config', 'http.receivepack', 'true']);
  let elapsed = 0;
  try {
    await pushOnce({
      repositoryPath: join(engine.folder, 'repositories/acme/pushed.git'),
      remoteUrl: `${lfs.url}/remote-${made}.git`,
      credentials: LOGIN,
      privateFolder: join(folder, 'private'),
      signal: new AbortController().signal,
      whenNotEmpty: 'ask',
      too: { notes: true, deleted: false },
      pushedBefore: false,
      asked: null,
      onProgress: () => undefined,
      patience: {
        limitMs: () => 10_000,
        elapsed: () => elapsed,
        wait: async (milliseconds) => {
          elapsed += milliseconds;
        },
      },
    });
    expect(refsOf(remote)).toBe(refsOf(join(engine.folder, 'repositories/acme/pushed.git')));
    return null;
  } catch (error) {
    expect(refsOf(remote)).toBe('');
    return inEnglish(sayFailure(asFailure(error), 'push'));
  }
}

describe.each(HABITS)('%s', (_name, habit) => {
  test('contents come', async () => {
    lfs.habits = habit();
    expect(await download()).toEqual({ came: COUNT, said: '' });
  });

  test('contents go', async () => {
    lfs.habits = habit();
    expect(await upload()).toBeNull();
    for (const { oid, content } of contents) expect(lfs.objects.get(oid)).toEqual(content);
  });
});

// git-lfs, tq/basic_upload.go; GitLab sends this header since 14.10 with uploads that go through its own workhorse.
test('a server that wants contents in pieces gets no length', async () => {
  const lengths = new Set<string | undefined>();
  lfs.habits = {
    word: everyAction(({ href, header }) => ({ href, header: { ...header, 'Transfer-Encoding': 'chunked' } })),
    answer: (request) => {
      if (request.method === 'PUT') lengths.add(request.headers['content-length']);
      return false;
    },
  };
  expect(await upload()).toBeNull();
  expect([...lengths]).toEqual([undefined]);
});

// More tries in all than the wait for one remote allows: each that got further has all of it again.
test('a remote that is busy at each step, and does not say for how long, gets everything in the end', async () => {
  lfs.habits = busyOnce(503, {});
  expect(await upload()).toBeNull();
  expect(lfs.objects.size).toBe(COUNT);
});

test('storage that is away for longer than one request may wait has its contents fetched when it is back', async () => {
  const busy = busyOnce(503, { 'retry-after': '600' });
  lfs.habits = { answer: (request, response) => isStorage(request) && busy.answer?.(request, response) === true };
  for (const { oid, content } of contents) lfs.objects.set(oid, content);
  const { check } = await imported('served', `${lfs.url}/source.git`);
  expect(check).toMatchObject({ found: String(COUNT), ok: true });
  const { body } = await engine.api('GET', '/repos/acme/served/import/log');
  expect(JSON.stringify(body)).toMatch(/did not give them out \(503\).*Waiting for the server/);
});

// GitHub: issues of git-lfs and of those who met it name this text.
const BUDGET =
  'This repository exceeded its LFS budget. The account responsible for the budget should increase it to restore access.';

test('what a server says is passed on: GitHub of a budget, Gitea with a large letter', async () => {
  const says = (body: object): LfsHabits => ({
    answer: (request, response) => {
      if (!isBatch(request)) return false;
      request.resume();
      response.writeHead(403, { 'content-type': 'application/vnd.git-lfs+json' }).end(JSON.stringify(body));
      return true;
    },
  });
  lfs.habits = says({ message: BUDGET, documentation_url: 'https://docs.example/lfs' });
  const { came, said } = await download();
  expect(came).toBe(0);
  expect(said).toContain(`does not give them out to this account. It says: ${BUDGET}`);
  lfs.habits = says({ Message: 'LFS Locks not supported' });
  expect(await upload()).toMatch(/does not let this account write\. It says: LFS Locks not supported/);
});

test.each(['www-authenticate', 'lfs-authenticate'])(
  'a server that takes Kerberos tickets alone is told as that (%s)',
  async (header) => {
    const account = { domain: '', name: LOGIN.username, password: LOGIN.password };
    const offer = { offered: ['Negotiate'], ticketsOnly: true };
    lfs.habits = takingWindowsAccounts(account, offer, header);
    const { came, said } = await download();
    expect(came).toBe(0);
    expect(said).toContain('takes Kerberos tickets only');
    expect(await upload()).toContain('takes Kerberos tickets only');
  },
);

test('a server that takes Digest alone is told as that, and is not shown the password', async () => {
  let shown = 0;
  lfs.habits = {
    answer: (request, response) => {
      if (request.headers.authorization !== undefined) shown += 1;
      request.resume();
      response.writeHead(401, { 'www-authenticate': 'Digest realm="lfs", nonce="n", qop="auth"' }).end();
      return true;
    },
  };
  expect((await download()).said).toContain('takes a login by Digest only');
  expect(await upload()).toContain('takes a login by Digest only');
  expect(shown).toBe(0);
});

test('a Windows account that is refused, that is missing, and a token where only accounts are taken', async () => {
  const account = { domain: '', name: LOGIN.username, password: 'another' };
  lfs.habits = takingWindowsAccounts(account, { offered: ['Negotiate', 'NTLM'] });
  expect((await download()).said).toContain('did not let Gantry in');
  expect(await upload()).toContain('The user name or the password was refused');
  expect((await download(null)).said).toContain('takes Windows accounts only');
  expect((await download({ username: '', password: 'a-token' })).said).toContain('takes Windows accounts only');
});

test('contents are asked for four at one time until some came, then eight', async () => {
  const held: (() => void)[] = [];
  const together: number[] = [];
  lfs.habits = {
    answer: (request, response) => {
      if (!isStorage(request)) return false;
      const content = lfs.objects.get((request.url ?? '').slice('/storage/'.length));
      held.push(() => response.writeHead(200).end(content));
      if (held.length === (together.length === 0 ? 4 : COUNT - 4)) {
        together.push(held.length);
        for (const give of held.splice(0)) give();
      }
      return true;
    },
  };
  expect(await download()).toEqual({ came: COUNT, said: '' });
  expect(together).toEqual([4, 8]);
});

// Servers lock an account that is tried too often.
test('a login that storage refuses is shown for no more contents than were asked for at the same time', async () => {
  let heard = 0;
  lfs.habits = {
    answer: (request, response) => {
      if (!isStorage(request)) return false;
      heard += 1;
      response.writeHead(401, { 'www-authenticate': 'Basic realm="storage"' }).end();
      return true;
    },
  };
  const { came, said } = await download();
  expect(came).toBe(0);
  expect(said).toContain('did not let Gantry in');
  expect(heard).toBeLessThanOrEqual(4);
});

test('objects in trouble at the server are asked for again; ones that it lacks are said', async () => {
  let asked = 0;
  const refuse = (objects: AnsweredObject[], code: number) =>
    objects.map(({ oid, size }) => ({ oid, size, error: { code, message: 'storage is away' } }));
  lfs.habits = {
    word: ({ objects }) => {
      asked += 1;
      return asked === 1 ? { objects: refuse(objects, 503) } : null;
    },
  };
  expect(await upload()).toBeNull();
  expect(asked).toBe(2);

  lfs.habits = {
    word: ({ objects }) => ({ objects: refuse(objects.slice(0, 1), 410).concat(objects.slice(1) as never) }),
  };
  const { came, said } = await download();
  expect(came).toBe(COUNT - 1);
  expect(said).toContain('does not have them');
});

/** A line that breaks in the middle of each content. */
function cut(goesOn: (request: IncomingMessage, response: ServerResponse, content: Buffer, from: number) => void) {
  const begun = new Set<string>();
  const asked: (string | undefined)[] = [];
  const answer: LfsHabits['answer'] = (request, response) => {
    const oid = /^\/storage\/(\w+)/.exec(request.url ?? '')?.[1] ?? '';
    const content = lfs.objects.get(oid);
    if (request.method !== 'GET' || content === undefined) return false;
    const from = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
    asked.push(from);
    if (!begun.has(oid)) {
      begun.add(oid);
      response.writeHead(200, { 'content-length': content.length });
      response.write(content.subarray(0, 20_000), () => response.destroy());
    } else goesOn(request, response, content, Number(from ?? 0));
    return true;
  };
  return { habits: { answer }, asked };
}

test.each([
  [
    'by the book',
    (_: IncomingMessage, response: ServerResponse, content: Buffer, from: number) =>
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` })
        .end(content.subarray(from)),
  ],
  [
    // Gitea, services/lfs/server.go: the number behind the slash is that of the rest.
    'as Gitea words it',
    (_: IncomingMessage, response: ServerResponse, content: Buffer, from: number) =>
      response
        .writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length - from}` })
        .end(content.subarray(from)),
  ],
  [
    'with the whole',
    (_: IncomingMessage, response: ServerResponse, content: Buffer) => response.writeHead(200).end(content),
  ],
  [
    'with another part than asked for',
    ({ headers }: IncomingMessage, response: ServerResponse, content: Buffer) =>
      headers.range === undefined
        ? response.writeHead(200).end(content)
        : response.writeHead(206, { 'content-range': `bytes 5-9/${content.length}` }).end(content.subarray(5, 10)),
  ],
  [
    'not at all',
    ({ headers }: IncomingMessage, response: ServerResponse, content: Buffer) =>
      headers.range === undefined ? response.writeHead(200).end(content) : response.writeHead(416).end(),
  ],
  [
    'with something else',
    ({ headers }: IncomingMessage, response: ServerResponse, content: Buffer, from: number) =>
      headers.range === undefined
        ? response.writeHead(200).end(content)
        : response
            .writeHead(206, { 'content-range': `bytes ${from}-${content.length - 1}/${content.length}` })
            .end(Buffer.alloc(content.length - from, 'x')),
  ],
])('a content that breaks off goes on, where the server goes on %s', async (_name, goesOn) => {
  const { habits, asked } = cut(goesOn);
  lfs.habits = habits;
  expect(await download()).toEqual({ came: COUNT, said: '' });
  expect(asked.filter((from) => from !== undefined && Number(from) > 0)).toHaveLength(COUNT);
});
