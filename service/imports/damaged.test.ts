/** What a power cut or a disk damaged of complete imports: noticed, said, and mended. */
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { startServer } from '../loopback/server.ts';
import { runClient, withLogin } from '../testing/clone-clients.ts';
import { OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { fsck, migrationIn, pushCommit } from '../testing/migrations.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let folder: string;
let data: string;
let refs: string;
let engine: TestEngine;
const repository = () => join(data, 'repositories/acme/r.git');
const staged = (path: string) => join(data, 'imports/1', path);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry damaged '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const sources: Record<string, () => string> = {
  subversion: () => `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 3)))}`,
  git: () =>
    makeGitSource(
      folder,
      'source.git',
      `${historyStream(4).replace(/done\n$/, '')}reset refs/heads/side\nfrom :2\ndone\n`,
    ),
};

/** Data folders with a complete import, by its system; each test gets a copy, links among its files as they were. */
const imported = new Map<string, string>();

async function importFrom(vcs: string): Promise<string> {
  const made = join(folder, `data of ${vcs}`);
  const first = await startTestEngine(made);
  await first.api('POST', '/orgs/acme/repos', { name: 'r' });
  await first.api('PUT', '/repos/acme/r/import', { vcs, vcs_url: sources[vcs]?.() });
  expect((await first.importIn('r', ['complete', 'error'])).status).toBe('complete');
  await first.end();
  // Nothing may know where the folder was.
  renameSync(made, `${made} now`);
  return `${made} now`;
}

async function takeCopy(vcs: string): Promise<void> {
  if (!imported.has(vcs)) imported.set(vcs, await importFrom(vcs));
  execFileSync('cp', ['-a', imported.get(vcs) as string, data]);
  refs = refsOf(repository());
}

beforeEach(() => {
  data = join(folder, 'data');
});
afterEach(async () => {
  await engine.end();
  rmSync(data, { recursive: true, force: true });
});

function empty(path: string): void {
  // The file may be the source's own, by a link.
  rmSync(path);
  writeFileSync(path, '');
}

/** Changes one bit, in all files that are this one by links. */
function flip(path: string): void {
  const bytes = readFileSync(path);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] as number) ^ 0x10;
  // Git makes them read-only, for all but root.
  chmodSync(path, 0o644);
  execFileSync('dd', [`of=${path}`, 'conv=notrunc', 'status=none'], { input: bytes });
}

/** Takes a ref out of the file that all of them lie in. */
function lose(ref: string): void {
  const path = join(repository(), 'packed-refs');
  const lines = readFileSync(path, 'utf8').split('\n');
  const left = lines.filter((line) => !line.endsWith(` ${ref}`));
  expect(left.length).toBe(lines.length - 1);
  writeFileSync(path, left.join('\n'));
}

function filesIn(path: string, end: string): string[] {
  return readdirSync(path).flatMap((name) => (name.endsWith(end) ? [join(path, name)] : []));
}

const published: Record<string, () => void> = {
  'an empty ref': () => writeFileSync(join(repository(), 'refs/heads/main'), ''),
  'a lost ref': () => lose('refs/heads/main'),
  'no file of refs': () => rmSync(join(repository(), 'packed-refs')),
  'an empty file of refs': () => empty(join(repository(), 'packed-refs')),
  'an empty HEAD': () => writeFileSync(join(repository(), 'HEAD'), ''),
  'no HEAD': () => rmSync(join(repository(), 'HEAD')),
  'an empty pack': () => filesIn(join(repository(), 'objects/pack'), '.pack').forEach(empty),
  'no index': () => {
    for (const path of filesIn(join(repository(), 'objects/pack'), '.idx')) rmSync(path);
  },
  'no objects': () => rmSync(join(repository(), 'objects'), { recursive: true }),
  'empty packs, also in what was fetched': () => {
    filesIn(join(repository(), 'objects/pack'), '.pack').forEach(empty);
    filesIn(staged('staging.git/objects/pack'), '.pack').forEach(empty);
  },
};

const fetched: Record<string, Record<string, () => void>> = {
  git: {
    'a flipped byte in a pack': () => flip(filesIn(staged('staging.git/objects/pack'), '.pack')[0] as string),
    'a flipped byte in an index': () => flip(filesIn(staged('staging.git/objects/pack'), '.idx')[0] as string),
    'an empty HEAD': () => empty(staged('staging.git/HEAD')),
    'an empty report': () => empty(staged('report.json')),
    'no folder of refs': () => rmSync(staged('staging.git/refs'), { recursive: true }),
  },
  subversion: {
    'a flipped byte in a pack': () => flip(filesIn(staged('staging.git/objects/pack'), '.pack')[0] as string),
    'an empty checkpoint': () => empty(staged('fetch/checkpoint.json')),
    'a flipped byte in the checkpoint': () => flip(staged('fetch/checkpoint.json')),
    'an empty journal': () => empty(staged('fetch/journal.jsonl')),
    'a flipped byte in the journal': () => flip(staged('fetch/journal.jsonl')),
    'a flipped byte in the log of objects': () => flip(staged('fetch/content.objects')),
    'a flipped byte in the facts': () => flip(staged('fetch/facts-0.pack')),
    'no staging repository': () => rmSync(staged('staging.git'), { recursive: true }),
    'no file at all': () => rmSync(staged('.'), { recursive: true }),
  },
};

/** When the start has looked at what is there: what is damaged afterwards, it does not see. */
const looked = (engine: TestEngine) =>
  vi.waitFor(() => expect(engine.logLines.join('\n')).toContain('Looked at the repositories of 1 complete'), 60_000);

async function expectWhole(engine: TestEngine): Promise<void> {
  expect((await engine.api('GET', '/repos/acme/r/import/report')).body.verified).toBe(true);
  expect(refsOf(repository())).toBe(refs);
  expect(readFileSync(join(repository(), 'HEAD'), 'utf8')).toBe('ref: refs/heads/main\n');
  fsck(repository());
}

describe.each(Object.keys(sources))('%s', (vcs) => {
  test.each(Object.entries(published))(
    '%s in the repository is noticed, said and mended at the start',
    async (_, damage) => {
      await takeCopy(vcs);
      damage();
      engine = await startTestEngine(data);
      await engine.event('import.changed', ({ status }) => status === 'complete');
      expect(engine.events.some((event) => event.type === 'import.changed' && event.status === 'error')).toBe(true);
      expect(engine.logLines.join('\n')).toContain('was found damaged when Gantry started');
      await expectWhole(engine);
    },
  );

  test.each(Object.entries(fetched[vcs] ?? {}))('%s in what was fetched is no end', async (_, damage) => {
    await takeCopy(vcs);
    damage();
    engine = await startTestEngine(data);
    await looked(engine);
    await engine.importIn('r', ['complete']);
    expect((await engine.api('POST', '/repos/acme/r/import/updates', {})).status).toBe(202);
    expect((await engine.importIn('r', ['complete', 'error'])).message).toBeUndefined();
    await expectWhole(engine);
  });
});

describe('where the source does not answer', () => {
  test('the repository stays as it is, and what was fetched is used when it answers again', async () => {
    await takeCopy('subversion');
    flip(staged('fetch/journal.jsonl'));
    const source = join(folder, 'svn');
    renameSync(source, `${source} away`);
    engine = await startTestEngine(data);
    try {
      await engine.api('PATCH', '/repos/acme/r/import', {});
      expect((await engine.importIn('r', ['error', 'complete', 'detection_found_nothing'])).status).not.toBe(
        'complete',
      );
      expect(refsOf(repository())).toBe(refs);
      fsck(repository());
      expect(existsSync(staged('fetch/journal.jsonl'))).toBe(true);
    } finally {
      renameSync(`${source} away`, source);
    }
    await engine.api('PATCH', '/repos/acme/r/import', {});
    expect((await engine.importIn('r', ['complete', 'error'])).message).toBeUndefined();
    await expectWhole(engine);
  });
});

test('where somebody pushed it is said, and nothing is touched', async () => {
  await takeCopy('git');
  pushCommit(join(folder, 'work'), repository(), ['topic'], 'mine\n');
  published['an empty ref']?.();
  engine = await startTestEngine(data);
  await engine.event('import.changed', ({ status }) => status === 'error');
  const { body } = await engine.api('GET', '/repos/acme/r/import');
  expect([body.status, body.message]).toEqual(['error', expect.stringContaining('was found damaged')]);
  expect(JSON.parse(readFileSync(join(data, 'repositories/acme/r.import-report.json'), 'utf8')).verified).toBe(false);
  expect(refsOf(repository())).toContain('refs/heads/topic');
});

describe('an export', () => {
  const exported = async (engine: TestEngine) => {
    const started = await engine.api('POST', '/orgs/acme/migrations', { repositories: ['acme/r'] });
    return migrationIn(engine, `/orgs/acme/migrations/${started.body.id}`, ['exported', 'failed']);
  };

  test.each<[string, () => void, string]>([
    ['a flipped byte', () => flip(filesIn(join(repository(), 'objects/pack'), '.pack')[0] as string), 'is damaged'],
    ['an empty ref', () => writeFileSync(join(repository(), 'refs/heads/side'), ''), 'refs/heads/side'],
    ['a lost ref', () => lose('refs/heads/side'), 'refs/heads/side'],
  ])('of a repository with %s fails and names it', async (_, damage, said) => {
    await takeCopy('git');
    engine = await startTestEngine(data);
    await looked(engine);
    damage();
    const { state, error_message } = await exported(engine);
    expect([state, error_message]).toEqual(['failed', expect.stringMatching(`acme/r .*${said}|${said}.*acme/r `)]);
  });

  test('of a repository whose branch was deleted over its address is no loss', async () => {
    await takeCopy('git');
    engine = await startTestEngine(data);
    const server = await startServer(engine.service, 0);
    const address = withLogin(`${new URL(server.baseUrl).origin}/acme/r.git`, OWNER.login, OWNER.password);
    expect(await runClient(repository(), ['push', address, '--delete', 'side'])).toMatchObject({ code: 0 });
    expect((await exported(engine)).state).toBe('exported');
    await engine.restart();
    expect((await exported(engine)).state).toBe('exported');
    expect(refsOf(repository())).not.toContain('side');
    await server.close();
  });
});

test('a push to a remote names a lost ref, and sends nothing', async () => {
  await takeCopy('git');
  engine = await startTestEngine(data);
  await looked(engine);
  lose('refs/heads/side');
  const remote = join(folder, 'remote.git');
  git(folder, ['init', '--quiet', '--bare', remote]);
  const { body } = await engine.api('POST', '/repos/acme/r/remote_pushes', { remote_url: remote });
  const pushed = await engine.until(async () => {
    const now = (await engine.api('GET', `/repos/acme/r/remote_pushes/${body.id}`)).body;
    return ['error', 'complete'].includes(now.status) ? now : undefined;
  });
  expect([pushed.status, pushed.message]).toEqual(['error', expect.stringContaining('refs/heads/side')]);
  expect(refsOf(remote)).toBe('');
});
