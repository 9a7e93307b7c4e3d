/** What was told is on the disk: strace shows what was flushed before the row that says so, and that row before the answer. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeSample } from './migrations/testing/sample.ts';
import { HgWorkspace } from './sources/mercurial/testing/hg.ts';
import { TfvcModel } from './sources/tfvc/testing/model.ts';
import { TfvcServer } from './sources/tfvc/testing/server.ts';
import { type Moment, readTrace, TRACED } from './testing/durability-trace.ts';
import { OWNER } from './testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from './testing/git-sources.ts';
import { PREVIEW } from './testing/migrations.ts';
import { serveProgram } from './testing/serve-program.ts';
import { makeSvnSource, projectHistory } from './testing/svn-sources.ts';

const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', 'true']).status === 0;
const untested = canTrace ? '' : ' (not tested: strace is not there, or may not trace)';

interface TracedEngine {
  baseUrl: string;
  call(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Asks until the field has the value. */
  until(path: string, field: string, value: string): Promise<void>;
  /** Ends it. @returns the moments of its life */
  end(): Promise<Moments>;
}

interface Seen {
  kind: Moment['kind'];
  path: string;
  text: string;
  /** What a power cut could have taken then. */
  atRisk: string[];
}
type Moments = Seen[];

let folder: string;
let data: string;
let engine: TracedEngine | null = null;
let server: TfvcServer | null = null;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'gantry durability ')));
  data = join(folder, 'data');
});
afterEach(async () => {
  await engine?.end();
  engine = null;
  await server?.stop();
  server = null;
  rmSync(folder, { recursive: true, force: true });
});

async function start(): Promise<TracedEngine> {
  const trace = join(folder, 'trace');
  const child: ChildProcess = spawn(
    'strace',
    [
      // The engine is our child, the tracer its grandchild: signals reach the engine.
      ...['-D', '-f', '-qq', '-y', '-s', '4096', '-e', `trace=${TRACED}`, '-e', 'signal=none', '-o', trace],
      ...[
        process.execPath,
        serveProgram,
        '--data',
        data,
        '--port',
        '0',
        '--owner',
        OWNER.login,
        '--organization',
        'acme',
      ],
    ],
    { env: { PATH: process.env.PATH ?? '', GANTRY_PASSWORD: OWNER.password }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  // The tracer holds the pipes as well: it has written everything then.
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', () => reject(new Error(stderr)));
  });
  const baseUrl = (JSON.parse(line) as { base_url: string }).base_url;
  const authorization = `Basic ${Buffer.from(`${OWNER.login}:${OWNER.password}`).toString('base64')}`;
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization, accept: PREVIEW.accept },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, unknown>;
  };
  engine = {
    baseUrl,
    call,
    until: async (path, field, value) => {
      for (let answer = await call('GET', path); answer[field] !== value; answer = await call('GET', path)) {
        if (answer[field] === 'error' || answer[field] === 'failed') throw new Error(JSON.stringify(answer));
        await pause(100);
      }
    },
    end: async () => {
      engine = null;
      child.kill('SIGTERM');
      await closed;
      const moments: Moments = [];
      const places = [
        ...['repositories', 'archives', 'inspections', 'attachments', 'repository_files'],
        ...['records.sqlite', 'records.sqlite-wal'],
      ].map((name) => join(data, name));
      readTrace(readFileSync(trace, 'utf8'), ({ kind, pid, path, text, atRisk }) => {
        // What its tools say to the engine is not told yet.
        const matters = (kind === 'sent' && pid === String(child.pid)) || /(?:gantry|records)\.sqlite-wal$/.test(path);
        if (matters) moments.push({ kind, path, text, atRisk: places.flatMap((place) => atRisk(place)) });
      });
      return moments;
    },
  };
  return engine;
}

/** The row that holds `row` comes after all flushes and is flushed itself before `answer` is sent. */
function expectDurable(moments: Moments, row: RegExp, answer: RegExp): void {
  const isWal = (seen: Seen) => seen.path.endsWith('gantry.sqlite-wal');
  const written = moments.findIndex((seen) => isWal(seen) && seen.kind === 'written' && row.test(seen.text));
  const answered = moments.findIndex((seen) => seen.kind === 'sent' && answer.test(seen.text));
  expect(written, 'the row was written').toBeGreaterThan(-1);
  expect(answered, 'it was answered').toBeGreaterThan(written);
  expect(moments[written]?.atRisk, 'at risk when the row was written').toEqual([]);
  // Log lines may be written after it, without a flush of their own.
  const between = moments.slice(written, answered).filter(isWal);
  expect(
    between.some(({ kind }) => kind === 'flushed'),
    'the row was flushed before the answer',
  ).toBe(true);
  expect(moments[answered]?.atRisk, 'at risk when it was answered').toEqual([]);
}

describe.skipIf(!canTrace)(`a power cut takes nothing that was told${untested}`, () => {
  const sources = {
    subversion: () => `file://${encodeURI(makeSvnSource(folder, 'source', projectHistory('', 4, ['ann', 'olga'])))}`,
    git: () => makeGitSource(folder, 'source.git', historyStream(30)),
    mercurial: () => {
      const hg = new HgWorkspace(join(folder, 'project'));
      hg.write('a', '1');
      hg.commit('one', { user: 'joe' });
      hg.write('b', '1');
      hg.commit('two');
      return hg.path;
    },
    tfvc: async () => {
      const model = new TfvcModel();
      model.addProject('Shop');
      model.checkIn({ comment: 'Start' }, (work) => work.add('$/Shop/Main/file', '1\n'));
      model.checkIn({ comment: 'Work' }, (work) => work.edit('$/Shop/Main/file', '2\n'));
      server = await TfvcServer.start(model);
      return server.url;
    },
    'git with many refs': () => {
      const tags = Array.from({ length: 40 }, (_, n) => `reset refs/tags/v${n}\nfrom :${n + 1}\n\n`).join('');
      return makeGitSource(folder, 'source.git', historyStream(50, undefined, tags));
    },
  };

  for (const [name, make] of Object.entries(sources)) {
    test(`an import of ${name}`, async () => {
      const url = await make();
      const { call, until, end } = await start();
      await call('POST', '/orgs/acme/repos', { name: 'r' });
      await call('PUT', '/repos/acme/r/import', { vcs: name.split(' ')[0], vcs_url: url });
      await until('/repos/acme/r/import', 'status', 'complete');
      expectDurable(await end(), /complete.*Done/s, /"status":"complete"/);
    });
  }

  test('an export', async () => {
    const url = makeGitSource(folder, 'source.git', historyStream(10));
    const { call, until, end } = await start();
    await call('POST', '/orgs/acme/repos', { name: 'r' });
    await call('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: url });
    await until('/repos/acme/r/import', 'status', 'complete');
    const { id } = await call('POST', '/orgs/acme/migrations', { repositories: ['r'], lock_repositories: true });
    await until(`/orgs/acme/migrations/${id}`, 'state', 'exported');
    // The schema says "exported" as well, but has no checksum.
    expectDurable(await end(), /^(?=.*exported)(?=.*[\da-f]{64})/s, /"state":"exported"/);
  });

  test('a push to a remote', async () => {
    const url = makeGitSource(folder, 'source.git', historyStream(3));
    const remote = join(folder, 'remote.git');
    git(folder, ['init', '--quiet', '--bare', remote]);
    const { call, until, end } = await start();
    await call('POST', '/orgs/acme/repos', { name: 'r' });
    await call('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: url });
    await until('/repos/acme/r/import', 'status', 'complete');
    const { id } = await call('POST', '/repos/acme/r/remote_pushes', { remote_url: remote });
    await until(`/repos/acme/r/remote_pushes/${id}`, 'status', 'complete');
    expectDurable(
      await end(),
      /^(?=.*complete)(?=.*Done)(?=.*remote\.git)/s,
      /^(?=.*"status":"complete")(?=.*remote\.git)/s,
    );
    expect(refsOf(remote)).toBe(refsOf(join(data, 'repositories/acme/r.git')));
  });

  test('a restore', async () => {
    const { archive } = makeSample(folder, 'sample', { issues: 3 });
    const { call, until, end } = await start();
    const { id: inspection_id } = await call('POST', '/inspections', { path: archive });
    await until(`/inspections/${inspection_id}`, 'state', 'ready');
    const { id } = await call('POST', '/restores', { inspection_id });
    await until(`/restores/${id}`, 'state', 'restored');
    const moments = await end();
    expect(moments.some(({ path }) => path.endsWith('records.sqlite-wal'))).toBe(true);
    // The schema says "restored" as well.
    expectDurable(moments, /^(?!.*CREATE TABLE)(?=.*restored)/s, /"state":"restored"/);
  });

  test('an archive that was opened', async () => {
    const { archive } = makeSample(folder, 'sample', { issues: 3 });
    const { call, until, end } = await start();
    const { id } = await call('POST', '/inspections', { path: archive });
    await until(`/inspections/${id}`, 'state', 'ready');
    expectDurable(await end(), /ready.*schema_version/s, /"state":"ready"/);
  });

  test('a push over HTTP, which makes loose objects, refs and a default branch', async () => {
    const { baseUrl, call, end } = await start();
    await call('POST', '/orgs/acme/repos', { name: 'r' });
    const work = makeGitSource(
      folder,
      'work.git',
      historyStream(3).replaceAll('refs/heads/main', 'refs/heads/trunk/new'),
    );
    const origin = new URL(baseUrl).origin.replace('//', `//${OWNER.login}:${encodeURIComponent(OWNER.password)}@`);
    git(work, ['push', '--quiet', `${origin}/acme/r.git`, 'trunk/new', 'trunk/new:refs/tags/v1']);
    const moments = await end();
    expect(git(join(data, 'repositories/acme/r.git'), ['for-each-ref', '--format=%(refname)'])).toContain('v1');
    const answered = moments.find(({ kind, text }) => kind === 'sent' && text.includes('unpack ok'));
    expect(answered?.atRisk).toEqual([]);
  });
});
