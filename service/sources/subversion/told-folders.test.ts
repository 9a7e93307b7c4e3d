/** Changes of folders that leave them as they were: servers do not replay them, and their log names them. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveSvnHttp } from '../../testing/svn-http.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import type { Layout } from '../../vocabulary/history.ts';
import { startBadLink } from '../hostile-sources/testing/bad-link.ts';
import type { FetchResult } from '../source.ts';
import { subversionSource } from './index.ts';
import { failedChecks, type Imported, importAll, newContext } from './testing/import-all.ts';
import { git, makeRepository } from './testing/oracle.ts';

/** Of a fetch, at a server that takes no third connection. */
const MOST_TRIES = 6;

let folder = '';
let repository = '';
let direct: Imported;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-told-folders-'));
  chmodSync(folder, 0o755);
  repository = makeSvnSource(folder, 'source', projectHistory('', 12));
  const mucc = (message: string, ...args: string[]) =>
    execFileSync('svnmucc', ['-m', message, '-U', `file://${repository}`, ...args], {
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    });
  const file = join(folder, 'text');
  writeFileSync(file, 'text\n');
  mucc(
    'folders',
    'mkdir',
    'trunk/größe & <1>',
    'mkdir',
    'trunk/sub',
    'put',
    file,
    'trunk/sub/file',
    'propset',
    'q',
    '1',
    '.',
  );
  mucc('branch', 'cp', 'HEAD', 'trunk', 'branches/side');
  mucc('set', 'propset', 'p', 'v', 'trunk', 'propset', 'p', 'v', 'branches/side/sub');
  mucc('the same again', 'propset', 'p', 'v', 'trunk');
  mucc('a folder of a branch', 'propset', 'p', 'v', 'branches/side/sub');
  writeFileSync(file, 'another\n');
  mucc('half of it', 'put', file, 'trunk/sub/file', 'propset', 'p', 'v', 'branches/side/sub');
  mucc('of a name', 'propdel', 'nothing', 'trunk/größe & <1>');
  mucc('the root, again', 'propset', 'q', '1', '.');
  direct = await importAll(folder, repository);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Ids of a line, the youngest first, with their messages. */
function log({ staging, mapped }: Imported, ref: string): string {
  return git(staging, 'log', '--format=%H %s', mapped.refs.find(({ name }) => name === ref)?.oid ?? '');
}

test('a folder of this disk: each revision is a commit of the line that it changed', () => {
  const trunk = log(direct, 'refs/heads/main');
  for (const message of ['set', 'the same again', 'half of it', 'of a name'])
    expect(trunk).toMatch(new RegExp(` ${message}$`, 'm'));
  const side = log(direct, 'refs/heads/side');
  for (const message of ['set', 'a folder of a branch', 'half of it'])
    expect(side).toMatch(new RegExp(` ${message}$`, 'm'));
});

test.each(['svn', 'http'])('over %s the same arrives, at once and in two parts', async (protocol) => {
  const server =
    protocol === 'svn'
      ? await serveSvn(folder, [repository], null)
      : await serveSvnHttp(join(folder, 'http'), repository, null);
  try {
    const served = await importAll(folder, protocol === 'svn' ? `${server.url}/${basename(repository)}` : server.url);
    expect(served.mapped.refs).toEqual(direct.mapped.refs);
    expect(served.mapped.completeness).toEqual(direct.mapped.completeness);
    expect(await failedChecks(served)).toEqual([]);
    expect(served.findings).toEqual(direct.findings);
  } finally {
    await server.stop();
  }
});

test('what came before is left as it is, and what follows is told', async () => {
  const path = makeSvnSource(folder, 'growing', projectHistory('', 8));
  const server = await serveSvn(folder, [path], null);
  try {
    const address = `${server.url}/growing`;
    const { context, layout } = await importAll(folder, address);
    execFileSync('svnmucc', ['-m', 'later', '-U', `file://${path}`, 'propset', 'p', 'v', 'trunk']);
    execFileSync('svnmucc', ['-m', 'and again', '-U', `file://${path}`, 'propset', 'p', 'v', 'trunk']);
    await subversionSource.fetch(address, context);
    const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
    const again = { staging: join(context.folder, 'staging.git'), mapped } as Imported;
    expect(log(again, 'refs/heads/main')).toMatch(/ and again\n.* later\n/);
  } finally {
    await server.stop();
  }
});

test.each(['refuses', 'holds'])(
  'a server that %s a third connection is imported, and what was not told is said',
  async (how) => {
    const path = makeSvnSource(folder, how, projectHistory('', 30));
    execFileSync('svnmucc', ['-m', 'nothing', '-U', `file://${path}`, 'propset', 'p', 'v', 'trunk']);
    execFileSync('svnmucc', ['-m', 'nothing again', '-U', `file://${path}`, 'propset', 'p', 'v', 'trunk']);
    const server = await serveSvn(folder, [path], null);
    // svnrdump has two; those that come meanwhile are closed, or wait for their turn.
    const waiting: { near: Socket; begin(): void }[] = [];
    let open = 0;
    const door = createServer((near) => {
      near.on('error', () => undefined);
      const begin = () => {
        open += 1;
        const far = connect(Number(new URL(server.url).port), '127.0.0.1');
        const end = () => {
          near.destroy();
          far.destroy();
          open -= 1;
          let next = waiting.shift();
          while (next?.near.closed === true) next = waiting.shift();
          next?.begin();
        };
        far.on('error', () => undefined);
        near.once('close', end);
        far.once('close', () => near.end());
        near.pipe(far).pipe(near);
      };
      if (open < 2) begin();
      else if (how === 'refuses') near.destroy();
      else waiting.push({ near, begin });
    });
    await new Promise<void>((listening) => door.listen(0, '127.0.0.1', listening));
    try {
      const address = `svn://127.0.0.1:${(door.address() as AddressInfo).port}/${how}`;
      const context = Object.assign(newContext(folder), { silenceMs: 2000 });
      // It may have been the line, and connections of a fetch before may be open still: an import tries again as well.
      let fetched: FetchResult | null = null;
      for (let tries = 1; fetched === null; tries++) {
        fetched = await subversionSource.fetch(address, context).catch((error: unknown) => {
          expect(error).toMatchObject({ kind: 'unreachable' });
          if (tries === MOST_TRIES) throw error;
          return null;
        });
      }
      const youngest = execFileSync('svnlook', ['youngest', path], { encoding: 'utf8' }).trim();
      expect(fetched.commit_count).toBe(Number(youngest));
      const layout = fetched.layout as Layout;
      const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, context);
      const all = log({ staging: join(context.folder, 'staging.git'), mapped } as Imported, 'refs/heads/main');
      // The log may be over before svnrdump's second connection.
      const untold = fetched.findings.filter(({ kind }) => kind === 'log_unread').map(({ examples }) => examples);
      expect(untold).toEqual(/ nothing again\n.* nothing\n/.test(all) ? [] : [[`r1–r${youngest}`]]);
    } finally {
      door.close();
      await server.stop();
    }
  },
);

test('a line that is cut, or an import that is stopped, at any moment takes none of them away', async () => {
  const path = makeRepository(folder, (dump) => {
    dump.revision('folders').dir('trunk').dir('branches').dir('trunk/sub').changeDir('trunk/sub', { p: 'v' });
    for (let n = 0; n < 120; n++) {
      dump.revision(`text ${n}`).file(`trunk/sub/${n}`, `${n}\n`.repeat(500));
      dump.revision(`nothing ${n}`).changeDir('trunk/sub', { p: 'v' });
    }
  });
  const whole = await importAll(folder, path);
  const server = await serveSvn(folder, [path], null);
  const link = await startBadLink(Number(new URL(server.url).port));
  const address = `svn://127.0.0.1:${link.port}/${basename(path)}`;
  try {
    void link.next('good');
    const good = await importAll(folder, address);
    expect(good.mapped.refs).toEqual(whole.mapped.refs);
    const bytes = link.sent();
    for (const [n, how] of (['cut', 'stall', 'cut'] as const).entries()) {
      const bad = link.next(how, Math.floor((bytes * (n + 1)) / 4));
      const stop = new AbortController();
      const context = Object.assign(newContext(folder, { signal: stop.signal }), { silenceMs: 60_000 });
      if (how === 'stall') void bad.then(() => stop.abort());
      const first = await subversionSource.fetch(address, context).catch((error: unknown) => error);
      expect(first, how).toBeInstanceOf(Error);
      void link.next('good');
      const goes = { ...context, signal: new AbortController().signal };
      const { layout, findings } = await subversionSource.fetch(address, goes);
      expect(findings.filter(({ kind }) => kind === 'log_unread')).toEqual([]);
      const mapped = await subversionSource.map({ layout, identities: new Map(), includeHiddenRefs: false }, goes);
      expect(mapped.refs, how).toEqual(whole.mapped.refs);
    }
  } finally {
    await link.stop();
    await server.stop();
  }
});

test('where rules hide a part, what is shown of it is told', async () => {
  const path = makeSvnSource(folder, 'hidden', projectHistory('', 8));
  const mucc = (message: string, ...args: string[]) =>
    execFileSync('svnmucc', ['-m', message, '-U', `file://${path}`, ...args]);
  mucc('folders', 'mkdir', 'trunk/secret', 'mkdir', 'trunk/open');
  mucc('set', 'propset', 'p', 'v', 'trunk/secret', 'propset', 'p', 'v', 'trunk/open');
  mucc('hidden', 'propset', 'p', 'v', 'trunk/secret');
  mucc('both', 'propset', 'p', 'v', 'trunk/secret', 'propset', 'p', 'v', 'trunk/open');
  mucc('shown', 'propset', 'p', 'v', 'trunk/open');
  const server = await serveSvn(folder, [path], null);
  try {
    writeFileSync(join(path, 'conf/svnserve.conf'), '[general]\nanon-access = read\nauthz-db = authz\n');
    writeFileSync(join(path, 'conf/authz'), '[/]\n* = r\n[/trunk/secret]\n* =\n');
    const imported = await importAll(folder, `${server.url}/hidden`);
    const trunk = log(imported, 'refs/heads/main');
    expect(trunk).toMatch(/ shown\n/);
    expect(trunk).not.toMatch(/ hidden\n/);
    // Only the folder that was asked for may be read.
    writeFileSync(join(path, 'conf/authz'), '[/]\n* =\n[/trunk]\n* = r\n[/trunk/secret]\n* =\n');
    const part = await importAll(folder, `${server.url}/hidden/trunk`);
    expect(log(part, part.mapped.refs[0]?.name ?? '')).toMatch(/ shown\n/);
  } finally {
    await server.stop();
  }
});
