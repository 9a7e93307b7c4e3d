/** Branches that differ only in case, or have names that Windows keeps for itself, on disks as Windows has them. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { openArchive, restoreOpened } from '../testing/archives.ts';
import { BASE, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { archiveOf, exportAll, fsck, unpack } from '../testing/migrations.ts';
import { type MountedDisk, mountStrangeDisk } from '../testing/strange-disk.ts';

const NAMES = ['Feature', 'feature', 'Team/a', 'team/b', 'Release', 'release/1', 'aux', 'x/con.txt', 'a"b', 'a<b|c'];

/** Files below `refs`: of refs that are not packed. */
const looseRefs = (repository: string) =>
  readdirSync(join(repository, 'refs'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe.each(['ntfs', 'exfat'] as const)('on %s', (kind) => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry strange '));
  let disk: MountedDisk | string;
  let engine: TestEngine;
  let source: string;
  const repository = (name: string) => join(engine.folder, `repositories/acme/${name}.git`);
  beforeAll(async () => {
    disk = mountStrangeDisk(kind);
    if (typeof disk === 'string') return;
    source = makeGitSource(folder, 'source.git', historyStream(4));
    const tip = git(source, ['rev-parse', 'main']);
    for (const name of NAMES) git(source, ['update-ref', `refs/heads/${name}`, tip]);
    mkdirSync(join(disk.folder, 'data'));
    engine = await startTestEngine(join(disk.folder, 'data'));
  });
  afterAll(async () => {
    if (typeof disk === 'string') return;
    await engine?.end();
    disk.end();
    rmSync(folder, { recursive: true, force: true });
  });

  test('import, update, export, restore and push bring every branch', { timeout: 60_000 }, async (context) => {
    if (typeof disk === 'string') return context.skip(disk);
    await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
    await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: source });
    const done = await engine.importIn('r', ['complete', 'error']);
    expect(done).toMatchObject({ status: 'complete' });
    expect(refsOf(repository('r'))).toBe(refsOf(source));
    expect(looseRefs(repository('r'))).toEqual([]);
    const { body: report } = await engine.api('GET', '/repos/acme/r/import/report');
    const finding = report.findings.find(({ kind }: { kind: string }) => kind === 'names_not_for_every_disk');
    expect(finding).toMatchObject({ count: NAMES.length });

    // One of each pair moves, one goes, one that was in the way comes.
    const first = git(source, ['rev-parse', 'main~2']);
    git(source, ['update-ref', 'refs/heads/feature', first]);
    git(source, ['update-ref', 'refs/heads/aux', first]);
    git(source, ['update-ref', '-d', 'refs/heads/Release']);
    git(source, ['update-ref', 'refs/heads/RELEASE', first]);
    const update = async (body: object) => {
      expect((await engine.api('POST', '/repos/acme/r/import/updates', body)).status).toBe(202);
      return (await engine.importIn('r', ['complete', 'error'])).last_update;
    };
    const { confirm } = await update({});
    await update({ confirm });
    expect(refsOf(repository('r'))).toBe(refsOf(source));
    expect(looseRefs(repository('r'))).toEqual([]);
    fsck(repository('r'));

    const { migration } = await exportAll(engine, ['r']);
    expect(migration.state).toBe('exported');
    const restore = await restoreOpened(engine, await openArchive(engine, archiveOf(engine, migration)));
    expect(restore.error_message).toBeNull();
    expect(refsOf(repository('r-1'))).toBe(refsOf(source));

    const remote_url = join(folder, 'remote.git');
    git(folder, ['init', '--quiet', '--bare', remote_url]);
    const started = await engine.api('POST', '/repos/acme/r/remote_pushes', { remote_url });
    const pushed = await engine.until(async () => {
      const { body } = await engine.api('GET', started.body.url.slice(BASE.length));
      return ['running', 'waiting'].includes(body.status) ? undefined : body;
    });
    expect(pushed).toMatchObject({ status: 'complete' });
    expect(refsOf(remote_url)).toBe(refsOf(source));

    // As an archive of another tool has them: some are files. (Two of one name as files are refused when it is opened.)
    const members = unpack(archiveOf(engine, migration), join(folder, 'unpacked'));
    const inside = join(members, 'repositories/acme/r.git');
    const lines = readFileSync(join(inside, 'packed-refs'), 'utf8').split('\n');
    const isLoose = (line: string) => / refs\/heads\/(Feature|Team\/a|RELEASE|aux|x\/con.txt|a.*)$/.test(line);
    writeFileSync(join(inside, 'packed-refs'), lines.filter((line) => !isLoose(line)).join('\n'));
    for (const line of lines.filter(isLoose)) {
      const [oid = '', name = ''] = line.split(' ');
      mkdirSync(dirname(join(inside, name)), { recursive: true });
      writeFileSync(join(inside, name), `${oid}\n`);
    }
    const odd = join(folder, 'loose.tar.gz');
    execFileSync('tar', ['czf', odd, '-C', members, ...readdirSync(members).sort().reverse()]);
    const opened = await openArchive(engine, odd);
    expect(opened.error_message).toBeNull();
    const loose = await restoreOpened(engine, opened);
    expect(loose.error_message).toBeNull();
    expect(refsOf(repository('r-2'))).toBe(refsOf(source));
  });

  // One of the two disks is enough for it.
  test.runIf(kind === 'ntfs')(
    'a Mercurial repository whose branches clash arrives as well',
    { timeout: 60_000 },
    async (context) => {
      if (typeof disk === 'string') return context.skip(disk);
      const hg = new HgWorkspace(join(folder, 'hg'));
      for (const name of ['Topic', 'topic', 'aux']) {
        hg.hg('update', '-q', 'null');
        hg.hg('branch', '-q', name);
        hg.write('file', name);
        hg.commit(name);
      }
      await engine.api('POST', '/orgs/acme/repos', { name: 'hg' });
      await engine.api('PUT', '/repos/acme/hg/import', { vcs: 'mercurial', vcs_url: hg.path });
      const done = await engine.importIn('hg', ['complete', 'error']);
      expect(done).toMatchObject({ status: 'complete' });
      const names = refsOf(repository('hg'))
        .split('\n')
        .map((line) => line.split(' ')[0]);
      expect(names).toEqual(['refs/heads/Topic', 'refs/heads/aux', 'refs/heads/topic']);
    },
  );
});
