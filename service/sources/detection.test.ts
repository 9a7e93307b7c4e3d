import { expect, test } from 'vitest';
import { dataOf, Failure } from '../failures/failure.ts';
import type { Vcs } from '../vocabulary/history.ts';
import { detect } from './detection.ts';
import type { ProbeContext, ProbeResult, Source } from './source.ts';

const context: ProbeContext = {
  credentials: null,
  signal: new AbortController().signal,
  privateFolder: '',
  onProgress: () => undefined,
  onLog: () => undefined,
  onAuthors: () => undefined,
};

function source(vcs: Vcs, probe: ProbeResult | Error): Source {
  const never = () => Promise.reject(new Error('not asked'));
  return {
    vcs,
    title: vcs === 'git' ? 'Git' : 'Subversion',
    names: [vcs],
    schemes: [],
    projectField: null,
    fetchesAllProjects: true,
    leavesFoldersOut: false,
    keepsIds: false,
    fetchesAnew: true,
    layoutBefore: () => null,
    choose: never,
    survey: never,
    probe: () => (probe instanceof Error ? Promise.reject(probe) : Promise.resolve(probe)),
    fetch: never,
    keep: never,
    isUnchanged: never,
    map: never,
    verify: never,
  };
}

const found = (vcs: Vcs, projects: string[] = []): ProbeResult => ({
  kind: 'found',
  vcs,
  root_url: 'x',
  uuid: null,
  revision_count: 1,
  branches: [],
  tags: [],
  layout: null,
  project_choices: projects.map((name) => ({ vcs, human_name: name, svn_root: name })),
  empty: false,
});
const nothing: ProbeResult = { kind: 'nothing', failure: dataOf(Failure.of('git.not_found', { url: 'x' })) };
const unreachable: ProbeResult = {
  kind: 'unreachable',
  failure: dataOf(Failure.of('connection.no_answer', { url: 'x' })),
};
const missing: ProbeResult = {
  kind: 'tool_missing',
  failure: dataOf(Failure.of('tool.missing', { command: 'x', package: 'x' })),
};
const needsAuth: ProbeResult = {
  kind: 'needs_auth',
  vcs: 'subversion',
  failure: dataOf(Failure.of('subversion.login_needed', {})),
  wrong_credentials: false,
};

const weigh = (git: ProbeResult | Error, subversion: ProbeResult | Error) =>
  detect({ url: 'x', scheme: 'https' }, [source('git', git), source('subversion', subversion)], context);

test('one source that recognises the address wins', async () => {
  expect(await weigh(nothing, found('subversion'))).toMatchObject({
    kind: 'found',
    found: { vcs: 'subversion' },
    choices: [],
  });
  expect(await weigh(needsAuth, found('subversion'))).toMatchObject({ kind: 'found' });
  expect(await weigh(nothing, found('subversion', ['a', 'b']))).toMatchObject({
    choices: [{ svn_root: 'a' }, { svn_root: 'b' }],
  });
  expect(await weigh(found('git'), found('subversion'))).toMatchObject({
    choices: [{ vcs: 'git' }, { vcs: 'subversion' }],
  });
});

test('what keeps all of them from knowing is told, the most useful first', async () => {
  expect(await weigh(nothing, needsAuth)).toMatchObject({
    kind: 'needs_auth',
    failure: { key: 'subversion.login_needed' },
  });
  expect(await weigh(unreachable, unreachable)).toMatchObject({ kind: 'unreachable' });
  expect(await weigh(unreachable, missing)).toMatchObject({ kind: 'unreachable' });
  expect(await weigh(nothing, missing)).toMatchObject({ kind: 'tool_missing' });
  expect(await weigh(nothing, unreachable)).toMatchObject({
    kind: 'nothing',
    failure: { key: 'import.no_such_repository', parameters: { systems: ['Git', 'Subversion'] } },
  });
});

test('what is certain or holds something wins over what only seems so', async () => {
  const empty: ProbeResult = { ...(found('git') as Extract<ProbeResult, { kind: 'found' }>), empty: true };
  const certain: ProbeResult = {
    ...needsAuth,
    vcs: 'tfvc',
    failure: dataOf(Failure.of('tfvc.token_needed', { url: 'x', said: '' })),
    is_certain: true,
  };
  expect(await weigh(empty, found('subversion'))).toMatchObject({ found: { vcs: 'subversion' }, choices: [] });
  expect(await weigh(empty, needsAuth)).toMatchObject({ kind: 'found', found: { empty: true } });
  expect(await weigh(empty, certain)).toMatchObject({ kind: 'needs_auth', failure: { key: 'tfvc.token_needed' } });
  expect(await weigh(needsAuth, certain)).toMatchObject({ kind: 'needs_auth', failure: { key: 'tfvc.token_needed' } });
  const broken = Failure.of('subversion.no_sense', { address: 'x' });
  expect(await weigh(broken, found('subversion'))).toMatchObject({ kind: 'found' });
  expect(await weigh(broken, needsAuth)).toMatchObject({ kind: 'needs_auth' });
  await expect(weigh(broken, nothing)).rejects.toBe(broken);
});

test('failures of a look are results; faults of ours are not swallowed', async () => {
  expect(await weigh(nothing, Failure.of('credentials.login_needed', { url: 'x' }))).toMatchObject({
    kind: 'needs_auth',
    failure: { key: 'credentials.login_needed' },
  });
  await expect(weigh(nothing, Failure.of('disk.full', {}))).rejects.toMatchObject({ kind: 'disk_full' });
  await expect(weigh(found('git'), new TypeError('bug'))).rejects.toMatchObject({
    kind: 'internal',
    detail: expect.stringContaining('bug'),
  });
});
