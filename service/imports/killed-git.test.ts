/** Imports whose git was killed while it wrote refs: they go on by themselves at the next start. */
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HgWorkspace } from '../sources/mercurial/testing/hg.ts';
import { TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { startTestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';
import { noneRuns } from '../testing/marked-programs.ts';
import { fsck } from '../testing/migrations.ts';
import { callEngine, endEngine, serveEngine } from '../testing/served-engine.ts';
import { makeSvnSource, projectHistory } from '../testing/svn-sources.ts';

let folder: string;
let data: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry killed '));
  data = join(folder, 'data');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const repository = () => join(data, 'repositories/acme/r.git');

interface Started {
  vcs_url: string;
  tfvc_project?: string;
  stop?(): Promise<void>;
}

const sources: Record<string, () => Started | Promise<Started>> = {
  subversion: () => ({ vcs_url: `file://${encodeURI(makeSvnSource(folder, 'svn', projectHistory('', 3)))}` }),
  git: () => ({ vcs_url: makeGitSource(folder, 'source.git', historyStream(4)) }),
  mercurial: () => {
    const hg = new HgWorkspace(join(folder, 'hg'));
    hg.write('file', '1');
    hg.commit('change');
    return { vcs_url: hg.path };
  },
  tfvc: async () => {
    const model = new TfvcModel();
    model.addProject('Shop');
    model.checkIn({ comment: 'Start' }, (work) => work.add('$/Shop/Main/file', '0\n'));
    const server = await TfvcServer.start(model);
    return { vcs_url: server.url, tfvc_project: 'Shop', stop: () => server.stop() };
  },
};

describe.each(Object.entries(sources))('%s', (vcs, make) => {
  test('locks and unfinished files of a killed git stop nothing; what a power cut emptied is written again', async () => {
    const { stop, ...start } = await make();
    const first = await startTestEngine(data);
    await first.api('POST', '/orgs/acme/repos', { name: 'r' });
    await first.api('PUT', '/repos/acme/r/import', { vcs, ...start });
    const { id, status } = await first.importIn('r', ['complete', 'error']);
    expect(status).toBe('complete');
    const refs = refsOf(repository());
    const head = readFileSync(join(repository(), 'HEAD'), 'utf8');
    await first.end();

    const staging = join(data, 'imports', String(id), 'staging.git');
    const branch =
      refs
        .split('\n')[0]
        ?.split(' ')
        .find((part) => part.startsWith('refs/')) ?? '';
    expect(branch).toMatch(/^refs\/(heads|tags)\//);
    // The refs were being written: nothing of one came to the disk.
    writeFileSync(join(repository(), branch), '');
    writeFileSync(join(repository(), 'HEAD'), '');
    const left = ['packed-refs.lock', 'packed-refs.new', 'HEAD.lock', 'shallow.lock', 'config.lock', `${branch}.lock`];
    for (const path of [repository(), staging]) {
      for (const name of [...left, 'objects/pack/tmp_pack_killed', 'refs/gantry.lock']) {
        if (existsSync(dirname(join(path, name)))) writeFileSync(join(path, name), '');
      }
    }
    const rows = new Database(join(data, 'gantry.sqlite'));
    rows.exec(`UPDATE imports SET status = 'pushing', finished_at = NULL`);
    rows.close();

    const second = await startTestEngine(data);
    const record = await second.importIn('r', ['complete', 'error']);
    expect([record.status, record.message]).toEqual(['complete', undefined]);
    expect(refsOf(repository())).toBe(refs);
    expect(readFileSync(join(repository(), 'HEAD'), 'utf8')).toBe(head);
    fsck(repository());
    for (const path of [repository(), staging]) {
      expect(readdirSync(path, { recursive: true }).filter((name) => /\.lock$|tmp_|\.new$/.test(String(name)))).toEqual(
        [],
      );
    }
    expect(second.logLines.join('\n')).toMatch(/A git that was ended in the middle had left \d+ files in .*r\.git/);
    await second.end();
    await stop?.();
  });
});

describe.skipIf(process.platform !== 'linux')('SIGKILL while many refs are written', () => {
  test.each([
    { when: 'before they take the place of those of before', times: 1 },
    { when: 'after that', times: 2 },
  ])('$when: all are one or the other, and the import goes on at the next start', async ({ times }) => {
    const url = makeGitSource(folder, 'source.git', historyStream(2));
    const before = await startTestEngine(data);
    await before.api('POST', '/orgs/acme/repos', { name: 'r' });
    await before.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: url });
    expect((await before.importIn('r', ['complete', 'error'])).status).toBe('complete');
    await before.end();
    const first = refsOf(repository());
    const [oid = ''] = git(url, ['rev-parse', 'HEAD~1']).split('\n');
    const tags = Array.from({ length: 4000 }, (_, n) => `create refs/tags/v${n} ${oid}\n`);
    git(url, ['update-ref', '--stdin'], { input: [...tags, `update refs/heads/main ${oid}\n`].join('') });
    // Git packs what is there, and puts in order what came: there it is ended.
    const [bin, reached] = [join(folder, 'bin'), join(folder, 'reached')];
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    mkdirSync(bin);
    const stop = `case "$*" in *repositories*pack-refs*) echo >> '${reached}'
      [ "$(wc -l < '${reached}')" -lt ${times} ] || exec sleep infinity;; esac`;
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n${stop}\nexec ${real} "$@"\n`, { mode: 0o755 });
    const path = process.env.PATH;
    process.env.PATH = `${bin}:${path}`;
    const serving = serveEngine(data).finally(() => {
      process.env.PATH = path;
    });
    const engine = await serving;
    await callEngine(engine, 'PATCH', '/repos/acme/r/import', {});
    const count = () => (existsSync(reached) ? statSync(reached).size : 0);
    while (count() < times) await pause(1);
    // What it started ends with it.
    await endEngine(engine.process, 'SIGKILL');
    await noneRuns(data);
    expect(refsOf(repository())).toBe(times === 1 ? first : refsOf(url));

    const next = await startTestEngine(data);
    const record = await next.importIn('r', ['complete', 'error']);
    expect([record.status, record.message]).toEqual(['complete', undefined]);
    expect(refsOf(repository())).toBe(refsOf(url));
    fsck(repository());
    await next.end();
  });
});
