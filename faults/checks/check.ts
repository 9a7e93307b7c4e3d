/** Whether an engine that was started after a fault knows everything that was told, and went on with everything else by itself. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { refsOf } from '../../service/testing/git-sources.ts';
import { repositoryPath } from '../days/day.ts';
import type { Fact } from '../days/told.ts';
import type { Engine, Json } from '../engine/engine.ts';

const run = promisify(execFile);
/** Longer than anything that was cut off takes to end, in milliseconds. */
const SETTLE_MS = 60_000;
/** How long something that was told may be put right by the engine itself, in milliseconds. */
const MEND_MS = 10_000;
const ASK_MS = 50;

const WORKING = [
  'detecting',
  'importing',
  'mapping',
  'pushing',
  'pending',
  'exporting',
  'reading',
  'running',
  'restoring',
];

/**
 * Waits until nothing is under way, then compares.
 * @returns sentences about what is not as it should be, and those about what the engine put right before
 */
export async function check(
  engine: Engine,
  data: string,
  facts: readonly Fact[],
): Promise<{ wrong: string[]; mended: string[] }> {
  const wrong = await settle(engine);
  let missing = await missingFacts(engine, data, facts);
  const atFirst = missing;
  for (const end = performance.now() + MEND_MS; missing.length > 0 && performance.now() < end; ) {
    await pause(ASK_MS);
    await settle(engine);
    missing = await missingFacts(engine, data, facts);
  }
  wrong.push(...missing, ...(await brokenRepositories(data)), ...(await staleFiles(engine, data)));
  const log = engine.log();
  for (const line of log.split('\n')) if (/ error .*(could not be looked at|ended badly)/.test(line)) wrong.push(line);
  if (wrong.length > 0) wrong.push(...said(log));
  return { wrong, mended: missing.length === 0 ? atFirst : [] };
}

/** What the log says of it, without the time. */
function said(log: string): string[] {
  const lines = log.split('\n').filter((line) => / (warning|error) /.test(line));
  return lines.slice(-8).map((line) => `log: ${line.replace(/^\S+ /, '').slice(0, 600)}`);
}

async function settle(engine: Engine): Promise<string[]> {
  const lists = {
    '/user/imports?per_page=100': 'import',
    '/orgs/acme/migrations?per_page=100': 'export',
    '/restores?per_page=100': 'restore',
    '/inspections?per_page=100': 'archive',
  };
  const found: string[] = [];
  for (const [path, what] of Object.entries(lists)) {
    for (const end = performance.now() + SETTLE_MS; ; await pause(ASK_MS)) {
      const { status, body } = await engine.api('GET', path);
      if (status !== 200) return [`GET ${path}: ${status} ${JSON.stringify(body)}`];
      const rows = body as Json[];
      const busy = rows.filter((row) => WORKING.includes(row.state ?? row.status) && row.waiting_for_release !== true);
      if (busy.length > 0 && performance.now() < end) continue;
      for (const row of busy) found.push(`${what} ${nameOf(row)} stands still in ${row.state ?? row.status}`);
      for (const row of rows) {
        const isFailed = ['error', 'failed', 'auth_failed', 'detection_found_nothing'].includes(
          row.state ?? row.status,
        );
        if (isFailed)
          found.push(`${what} ${nameOf(row)} failed: ${row.message ?? row.error_message ?? JSON.stringify(row)}`);
      }
      break;
    }
  }
  return found;
}

const nameOf = (row: Json) => row.full_name ?? row.repository?.full_name ?? row.repo ?? row.id;

async function missingFacts(engine: Engine, data: string, facts: readonly Fact[]): Promise<string[]> {
  const missing: string[] = [];
  for (const fact of facts) {
    const sentence = await lookAt(engine, data, fact);
    if (sentence !== null) missing.push(`told, and gone: ${fact.key.replace(/[\da-f]{40}/, '...')}: ${sentence}`);
  }
  return missing;
}

/** @returns what is there instead; null when it is there */
async function lookAt(engine: Engine, data: string, { key, value }: Fact): Promise<string | null> {
  const [kind, name = '', more = ''] = key.split(' ');
  const get = async (path: string, headers = {}) => engine.api('GET', path, undefined, headers);
  const differs = (found: unknown) =>
    found === value ? null : `${JSON.stringify(found)} instead of ${JSON.stringify(value)}`;
  switch (kind) {
    case 'token':
      return differs((await get('/user', { authorization: `token ${name}` })).status === 200);
    case 'account':
      return differs((await get('/user')).body.login === name);
    case 'repository':
      return differs((await get(`/repos/acme/${name}`)).status === 200);
    case 'complete':
      return differs((await get(`/repos/acme/${name}/import`)).body.status === 'complete');
    case 'refs':
      try {
        return differs(refsOf(repositoryPath(data, name)));
      } catch (error) {
        return String((error as { stderr?: string }).stderr ?? error);
      }
    case 'author': {
      const { status, body } = await get(`/repos/acme/${name}/import/authors`);
      return status === 200
        ? differs((body as Json[]).find(({ id }) => String(id) === more)?.name)
        : `status ${status}`;
    }
    case 'lfs':
      return differs((await get(`/repos/acme/${name}/import`)).body.use_lfs);
    case 'locked':
      return differs((await get(`/repos/acme/${name}`)).body.locked_by !== null);
    case 'sent':
      return differs((await get(`/repos/acme/${name}/remote_pushes/${more}`)).body.status === 'complete');
    case 'opened': {
      const { status, body } = await get(`/inspections/${name}/repositories`);
      return differs(status === 200 ? String(body.length) : `status ${status}`);
    }
    case 'restored':
      return differs((await get(`/restores/${name}`)).body.state === 'restored');
    case 'exported': {
      const { body } = await get(`/orgs/acme/migrations/${name}`);
      if (value === 'deleted')
        return differs((await get(`/orgs/acme/migrations/${name}/archive`)).status === 404 ? value : body.state);
      const file = join(data, 'archives', `${body.guid}.tar.gz`);
      if (body.state !== 'exported' || !existsSync(file)) return `state ${body.state}, file ${existsSync(file)}`;
      return differs(`${body.guid} ${createHash('sha256').update(readFileSync(file)).digest('hex')}`);
    }
    default:
      throw new RangeError(key);
  }
}

async function brokenRepositories(data: string): Promise<string[]> {
  const folder = join(data, 'repositories/acme');
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).filter((name) => name.endsWith('.git'));
  const looks = found.map(async (name) => {
    try {
      const { stdout, stderr } = await run('git', [
        '--git-dir',
        join(folder, name),
        'fsck',
        '--full',
        '--no-dangling',
        '--no-progress',
      ]);
      return /error|missing|broken/.test(stdout + stderr) ? [`git fsck of ${name}: ${stdout}${stderr}`] : [];
    } catch (error) {
      const { stdout, stderr } = error as { stdout?: string; stderr?: string };
      return [`git fsck of ${name}: ${stdout}${stderr}`.slice(0, 300)];
    }
  });
  return (await Promise.all(looks)).flat();
}

async function staleFiles(engine: Engine, data: string): Promise<string[]> {
  const folder = join(data, 'repositories/acme');
  if (!existsSync(folder)) return [];
  const { body } = await engine.api('GET', '/orgs/acme/repos?per_page=100');
  // A migration keeps git out of the repositories that it locks by this file.
  const ours = (body as Json[])
    .filter(({ locked_by }) => locked_by !== null)
    .map(({ name }) => `${name}.git/HEAD.lock`);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.lock$|\/tmp_|packed-refs\.new$/.test(name) && !ours.includes(name))
    .map((name) => `a stale file: ${name}`);
}

/** Of an engine that has ended. @returns what SQLite finds */
export function brokenDatabases(data: string): string[] {
  return ['gantry.sqlite', 'records.sqlite'].flatMap((name) => {
    const file = join(data, name);
    if (!existsSync(file)) return [];
    const db = new Database(file, { readonly: true });
    try {
      const found = db.pragma('integrity_check', { simple: true });
      return found === 'ok' ? [] : [`${name}: ${String(found)}`];
    } finally {
      db.close();
    }
  });
}
