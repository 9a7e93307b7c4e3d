/**
 * Whatever people do to an import, in whatever order and however soon: once it is at rest and up to date, it is what a new import with
 * their last decisions is.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitAuthor, Import } from '../api/imports/import-schemas.ts';
import {
  type ChangingSource,
  changingGit,
  changingMercurial,
  changingSubversion,
} from '../testing/changing-sources.ts';
import { changingTfvc } from '../testing/changing-tfvc.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { resultOf } from '../testing/import-result.ts';
import { random } from '../testing/random.ts';

let folder: string;
let engine: TestEngine;
let changing: ChangingSource | undefined;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry decisions '));
  engine = await startTestEngine(undefined, { largeFileBytes: LARGE_FILE_BYTES });
});
afterEach(async () => {
  await engine.end();
  await changing?.end?.();
  rmSync(folder, { recursive: true, force: true });
});

/** First seed and how many: a recorded run takes dozens (docs/decisions/trust.md). */
const [first, count] = (process.env.GANTRY_DECISION_SEEDS ?? '201,1').split(',').map(Number) as [number, number];
const STEPS = 20;
/** Some files of each source are larger. */
const LARGE_FILE_BYTES = 2;
const CHANGES_BEFORE = 8;
const SOURCES = { git: changingGit, mercurial: changingMercurial, subversion: changingSubversion, tfvc: changingTfvc };
const cases = (Object.keys(SOURCES) as (keyof typeof SOURCES)[]).flatMap((vcs) =>
  Array.from({ length: count }, (_, index) => [vcs, first + index] as const),
);
const WISHES = [
  'write_notes',
  'rewrite_messages',
  'translate_hgignore',
  'include_hidden_refs',
  'leave_out_labels',
] as const;
const LAYOUTS = [
  { root: '', trunk: 'trunk', branches: ['branches/*'], tags: ['tags/*'], left_out: [] },
  { root: '', trunk: '', branches: [], tags: [], left_out: [] },
].map((layout) => ({ ...layout, default_branch: 'main', gitignore: false }));

type Person = Pick<CommitAuthor, 'name' | 'email'>;

/** Waits until it is at rest. @param release whether it goes on where it waits for a person */
async function atRest(repo: string, release: boolean): Promise<Import> {
  const ends = ['complete', 'error', 'detection_found_multiple', 'detection_found_nothing'] as const;
  for (;;) {
    const rests = (body: Import) => body.status !== 'mapping' || body.waiting_for_release;
    const now: Import = await engine.importIn(repo, [...ends, 'mapping'], rests);
    if (!release || !now.waiting_for_release) return now;
    await engine.api('PATCH', `/repos/acme/${repo}/import`, { hold_before_push: false });
    const goesOn = (body: Import) => !body.waiting_for_release;
    await engine.importIn(repo, [...ends, 'importing', 'mapping', 'pushing'], goesOn);
  }
}

test.each(cases)('%s, decisions of seed %i', async (vcs, seed) => {
  const source = await SOURCES[vcs](folder, seed);
  changing = source;
  const next = random(seed + 5000);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  for (let changes = 0; changes < CHANGES_BEFORE; changes++) source.change();
  const at = '/repos/acme/walked/import';
  const done: string[] = [];
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await engine.api(method, path, body);
    done.push(`${method} ${path} ${JSON.stringify(body) ?? ''} -> ${answer.status} ${answer.body?.message ?? ''}`);
    expect(answer.status, done.join('\n')).toBeLessThan(500);
    return answer;
  };
  const decided: Record<string, unknown> = {};
  const decide = async (wish: string, value: unknown) => {
    if ((await call('PATCH', at, { [wish]: value })).status === 200) decided[wish] = value;
  };
  let largeFiles: string | null = null;
  const sayLargeFiles = async () => {
    const use_lfs = pick(['opt_in', 'opt_out']);
    if ((await call('PATCH', `${at}/lfs`, { use_lfs })).status === 200) largeFiles = use_lfs;
  };
  const people = new Map<string, Person>();
  const authorsOf = async (repo: string): Promise<CommitAuthor[]> => {
    const { status, body } = await engine.api('GET', `/repos/acme/${repo}/import/authors`);
    return status === 200 ? body : [];
  };
  const start = async () => {
    await call('POST', '/orgs/acme/repos', { name: 'walked' });
    await call('PUT', at, { vcs, vcs_url: source.url, ...source.more, hold_before_push: next() < 0.5 });
  };
  const sayWho = async () => {
    const author = pick(await authorsOf('walked'));
    if (author === undefined) return;
    if (next() < 0.25) {
      const { status } = await call('PATCH', `${at}/authors`, { authors: [], clear: [author.id] });
      if (status === 200) people.delete(author.remote_name);
      return;
    }
    const who = { name: pick(['Ann', 'Bob', 'Ünal']), email: pick(['a@x.org', 'b@x.org']) };
    const { status } = await call('PATCH', `${at}/authors/${author.id}`, who);
    if (status === 200) people.set(author.remote_name, who);
  };
  const sayWhoManyAre = async () => {
    await call('POST', `${at}/authors/edits`, { rule: { kind: 'domain', domain: 'd.example' }, over: 'keep' });
  };
  const loadMapAgain = async () => {
    const { status, body } = await engine.api('GET', `${at}/authors/map`);
    if (status !== 200) return;
    const taken = await engine.api('PUT', `${at}/authors/map`, body, { 'content-type': 'text/plain' });
    done.push(`map -> ${JSON.stringify(taken.body)}`);
  };
  const cancel = async () => {
    await call('DELETE', at);
    if ((await engine.api('GET', at)).status !== 404) return;
    // It was no update: the import is gone.
    for (const wish of Object.keys(decided)) delete decided[wish];
    people.clear();
    largeFiles = null;
    await call('DELETE', '/repos/acme/walked');
    await start();
  };
  const throwAway = async () => {
    if ((await call('POST', '/repos/acme/walked/trash')).status !== 201) return;
    const { body } = await engine.api('GET', '/user/trash');
    expect((await call('POST', `/user/trash/${body[0].id}/restore`)).status).toBe(200);
  };
  const atOnce = async () => {
    const notes = next() < 0.5;
    await Promise.all([
      decide('write_notes', notes),
      call('POST', `${at}/updates`, {}),
      call('PATCH', at, { hold_before_push: next() < 0.5 }),
    ]);
  };
  const steps: [number, () => unknown][] = [
    [4, () => done.push(`source changed: ${source.change()}`)],
    [4, () => call('POST', `${at}/updates`, { hold_before_push: next() < 0.4 })],
    [8, sayWho],
    [1, sayWhoManyAre],
    [3, sayLargeFiles],
    [2, loadMapAgain],
    [6, () => decide(pick(WISHES), next() < 0.6)],
    [3, () => (vcs === 'subversion' ? decide('layout', pick(LAYOUTS)) : undefined)],
    [2, () => call('PATCH', at, {})],
    [2, cancel],
    [2, () => call('PATCH', at, { hold_before_push: next() < 0.5 })],
    [3, () => engine.restart().then(() => done.push('restarted'))],
    [1, () => call('POST', `${at}/comparison`, {})],
    [2, throwAway],
    [2, atOnce],
    [4, () => atRest('walked', next() < 0.5).then(({ status }) => done.push(`at rest: ${status}`))],
  ];
  const deck = steps.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

  await start();
  for (let step = 0; step < STEPS; step++) await pick(deck)();
  let now = await atRest('walked', true);
  done.push(`in the end: ${now.status} ${now.failure ?? ''}`);
  // What several projects are is asked elsewhere.
  if (now.status === 'detection_found_multiple' || now.status === 'detection_found_nothing') return;
  for (let update = 0; update < 3; update++) {
    const { confirm } = now.last_update ?? {};
    await call('POST', `${at}/updates`, confirm ? { confirm } : {});
    now = await atRest('walked', true);
  }
  if (now.status === 'error') {
    // What ended it may be gone, as in a repository that was empty; nobody but a person says so.
    await call('PATCH', at, {});
    now = await atRest('walked', true);
  }
  done.push(`up to date: ${now.status} ${now.last_update?.message ?? ''}`);

  await call('POST', '/orgs/acme/repos', { name: 'fresh' });
  const wanted = {
    vcs,
    vcs_url: source.url,
    ...source.more,
    svn_root: now.svn_root,
    hold_before_push: true,
    ...decided,
  };
  await call('PUT', '/repos/acme/fresh/import', wanted);
  let fresh = await atRest('fresh', false);
  const walked = new Map((await authorsOf('walked')).map((author) => [author.remote_name, author]));
  const message = () => `${done.join('\n')}\n${source.done.join('\n')}`;
  for (const [name, who] of people) expect(walked.get(name) ?? who, message()).toMatchObject(who);
  for (const { id, remote_name, mapped } of await authorsOf('fresh')) {
    const { name, email } = walked.get(remote_name) as Person;
    const isMapped = walked.get(remote_name)?.mapped;
    if (isMapped) await call('PATCH', `/repos/acme/fresh/import/authors/${id}`, { name, email });
    else if (mapped) await call('PATCH', '/repos/acme/fresh/import/authors', { authors: [], clear: [id] });
  }
  if (largeFiles !== null) await call('PATCH', '/repos/acme/fresh/import/lfs', { use_lfs: largeFiles });
  fresh = await atRest('fresh', true);
  // Nothing is left in it: an update keeps what was there, and a new import has nothing to begin with.
  if (fresh.status !== 'complete') {
    expect(now.status === 'error' || now.last_update?.status === 'failed', message()).toBe(true);
    return;
  }
  expect([now.status, now.last_update], message()).toEqual(['complete', undefined]);
  for (const wish of WISHES.slice(0, 3)) {
    expect(now[wish as 'write_notes'], message()).toBe(decided[wish] ?? false);
  }
  expect(await resultOf(engine, 'walked'), message()).toEqual(await resultOf(engine, 'fresh'));
});
