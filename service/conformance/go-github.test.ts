/** go-github, unmodified, as Debian has it: every operation that it has a method or a type for, over real HTTP. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { git } from '../testing/git-sources.ts';
import { exchangeOf, knownAtStart, type Recording, type Step, type Types } from './go-github-recording.ts';
import { LARGE_FILE_SIZE, startWorld, type Wait, type World } from './go-github-world.ts';
import { expectConformance } from './recorded-server.ts';

/** Where Debian's golang-github-google-go-github-dev puts it. */
const GOPATH = '/usr/share/gocode';
const go = (() => {
  try {
    const said = execFileSync('go', ['version'], { encoding: 'utf8' });
    return existsSync(join(GOPATH, 'src/github.com/google/go-github/github')) ? said.split(' ')[2] : undefined;
  } catch {
    return undefined;
  }
})();
if (go === undefined) {
  process.stderr.write(
    'go or go-github is not installed: what it sent once is replayed, the library itself is not tried.\n',
  );
}

interface Walked {
  library: string;
  calls: { call: string; decodes: string; requests: number; wait?: Wait }[];
  types: Types;
  // biome-ignore lint/suspicious/noExplicitAny: what the library saw
  seen: any;
}

let folder: string;
let world: World;
let walked: Walked;
/** As git has them when the import has ended. */
let authors: string | undefined;

beforeAll(async () => {
  if (go === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'gantry go '));
  const program = join(folder, 'walk');
  execFileSync('go', ['build', '-o', program, '.'], {
    cwd: join(import.meta.dirname, 'go-github'),
    env: { ...process.env, GO111MODULE: 'off', GOPATH, GOFLAGS: '' },
  });
  world = await startWorld();
  walked = await walk(program);
}, 180_000);
afterAll(async () => {
  await world?.end();
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
});

/** Runs the program, waits for what it wants to wait for. @throws Error with the call that failed, and why */
async function walk(program: string): Promise<Walked> {
  const child: ChildProcess = spawn(program, [], { env: {}, stdio: 'pipe' });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdin?.write(`${JSON.stringify(world.place)}\n`);
  let last: Walked | undefined;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    const said = JSON.parse(line) as Walked | { wait: Wait };
    if (!('wait' in said)) {
      last = said;
      break;
    }
    await world.until(said.wait);
    if (said.wait.hook !== undefined) authors ??= authorsInGit();
    child.stdin?.write('{}\n');
  }
  child.stdin?.end();
  if ((await ended) !== 0 || last === undefined) throw new Error(stderr);
  return last;
}

const authorsInGit = () =>
  git(join(world.server.engine.folder, 'repositories/acme/svn.git'), ['log', '--format=%an <%ae>', 'main']);

const tried = test.skipIf(go === undefined);
const NOT_FOUND = { status: 404, message: 'Not Found', errors: null };
const archive = { status: 200, own_host: true, sha256: expect.stringMatching(/^[\da-f]{64}$/) };

tried('an import from Subversion: a login, authors, a large file, the branches', () => {
  const { seen } = walked;
  expect(seen.import).toMatchObject({
    vcs: 'subversion',
    asked: 'auth_failed',
    asked_message: expect.stringContaining('asks for a user name and a password'),
    complete: 'complete',
    authors_count: 2,
    authors: { sally: expect.stringMatching(/^sally <sally@/), harry: expect.stringMatching(/^harry <harry@/) },
    mapped: 'Sally Doe <sally@example.org>',
    no_author: NOT_FOUND,
    has_large_files: true,
    large_files_count: 1,
    large_files_size: LARGE_FILE_SIZE,
    large: { count: 1, path: 'trunk/big.bin', size: LARGE_FILE_SIZE },
    use_lfs: 'opt_in',
    after: 'complete',
    after_lfs: 'opt_in',
  });
  expect(seen.branches).toMatchObject({ names: ['main', 'one'], default: 'main', size: true });
  expect(new Set(authors?.trim().split('\n'))).toEqual(
    new Set(['Sally Doe <sally@example.org>', expect.stringMatching(/^harry <harry@/)]),
  );
});

tried('where the files of a branch are to be had, without a login', () => {
  expect(walked.seen.source_archives).toMatchObject({ tarball: archive, zipball: archive });
});

tried('an import without a word of what is there: the choices, one sent back as it came', () => {
  expect(walked.seen.several).toMatchObject({
    status: 'detection_found_multiple',
    choices: ['subversion alpha', 'subversion beta', 'subversion The whole repository'],
    complete: 'complete',
    authors_count: 1,
    cancelled: 204,
    gone: NOT_FOUND,
  });
});

tried('migrations of an organization and of the account: archives, locks, the end', () => {
  const { organization_migration, user_migration } = walked.seen;
  expect(organization_migration).toMatchObject({
    started: 'pending',
    locks: true,
    exported: 'exported',
    guid: 36,
    repositories: 'acme/svn',
    held: 'acme/svn',
    listed: true,
    locked: { status: 403, message: expect.stringContaining('locked by migration') },
    archive,
    unlocked: 204,
    twice: NOT_FOUND,
    removed: 204,
    gone: NOT_FOUND,
    after: NOT_FOUND,
  });
  expect(user_migration).toMatchObject({
    started: 'pending',
    exported: 'exported',
    excludes: true,
    // Also the one of the organization: all that the account started.
    count: 2,
    held: 'ann/mine',
    archive,
    unlocked: 204,
    removed: 204,
    none: { status: 422, errors: [{ resource: 'Migration', field: 'repositories', code: 'missing_field' }] },
  });
  expect(walked.seen.endings).toEqual([204, 204]);
});

tried('authorizations, grants, accounts, organizations, repositories', () => {
  const { access, accounts, repositories } = walked.seen;
  expect(access).toMatchObject({
    login: 'ann',
    admin: true,
    two_factor: false,
    listed: 1,
    note: 'go',
    dated: true,
    last_eight: true,
    hidden: true,
    app: 'deployer',
    fingerprint: 'laptop',
    grants: 1,
    grant: true,
    grant_scopes: ['gist'],
    removed: [204, 204],
    gone: NOT_FOUND,
  });
  expect(accounts).toMatchObject({
    core: 5000,
    source_import: 100,
    reset: true,
    login: 'ann',
    created: 'umbrella',
    got: 'acme',
    type: 'Organization',
    pages: ['acme', 'umbrella'],
    last: 0,
    members: 'ann',
    edited: 'acme',
    unsaid: { status: 422, errors: [{ resource: 'Account', field: 'password', code: 'missing_field' }] },
    ended: 204,
    membership: {
      role: 'member',
      read: 'member',
      state: 'active',
      user: 'bob',
      organization: 'acme',
      organization_url: `${world.server.baseUrl}/orgs/acme`,
      url: `${world.server.baseUrl}/orgs/acme/memberships/bob`,
    },
  });
  expect(repositories).toMatchObject({
    created: 'acme/svn',
    private: true,
    mine: 'ann',
    taken: { status: 422, errors: [{ resource: 'Repository', field: 'name', code: 'already_exists' }] },
    got: 'acme/svn',
    permissions: { admin: true, push: true, pull: true },
    dated: true,
    unknown: NOT_FOUND,
    edited: 'From Subversion',
    names: ['acme/svn', 'acme/several', 'ann/mine'],
    of_acme: 2,
  });
});

tried('without a login: refused, then used up, which the library knows and asks no more', () => {
  expect(walked.seen.limited).toEqual({
    without: 401,
    limit: 60,
    remaining: 0,
    ahead: true,
    message: expect.stringContaining('API rate limit exceeded'),
    not_sent: true,
  });
});

tried('webhooks of a repository and of an organization, and what they sent', () => {
  expect(walked.seen.hooks).toMatchObject({
    events: ['repository_import'],
    secret: '********',
    unused: 'unused',
    listed: 1,
    edited: true,
    inactive: true,
    of_umbrella: 1,
    removed: 204,
  });
  // One for the login that was missing, one for each time that the import was complete.
  expect(walked.seen.deliveries).toMatchObject({
    count: 4,
    code: 200,
    event: 'repository_import',
    delivered: true,
    status: 'success',
    repository: 'acme/svn',
    sender: 'ann',
    signed: true,
    same: true,
    redelivery: true,
    removed: 204,
  });
  // EditHook sent the stars back that GetHook had read.
  expect(world.wronglySigned()).toEqual([]);
});

tried('what it sent is what is replayed where it is not installed', async () => {
  const known = knownAtStart(world);
  const sent = world.server.recorded.values();
  const steps: Step[] = walked.calls.flatMap((call): Step[] => {
    if (call.wait !== undefined) return [{ wait: call.wait }];
    if (call.requests === 0) return [];
    const next = sent.next().value;
    if (next === undefined) throw new Error(`${call.call} sent nothing`);
    return [exchangeOf(call, next, known, walked.types)];
  });
  expect(sent.next().done).toBe(true);
  const recording: Recording = { library: walked.library, go: go ?? '', types: walked.types, steps };
  await expect(`${JSON.stringify(recording, null, 2)}\n`).toMatchFileSnapshot('go-github.json');
  expectConformance(world.server);
});
