import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { readPackedNow } from '../../files/packed-file.ts';
import { startTestEngine } from '../../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../../testing/git-sources.ts';

/** What lists or writes all refs of a repository, or many objects. */
const HOLDS_REFS = /\b(?:for-each-ref|update-ref|pack-refs|cat-file|rev-list)\b/;

test.skipIf(process.platform === 'win32')(
  'no list of refs comes into the main thread: what an import and an update read and write, threads do',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gantry steps '));
    const before = process.env.PATH ?? '';
    const log = join(folder, 'gits');
    const wrapper = join(folder, 'git');
    writeFileSync(
      wrapper,
      `#!/bin/sh\nprintf '%s %s\\n' "$GANTRY_PROCESS_GROUP" "$*" >> '${log}'\nPATH='${before}' exec git "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
    const url = makeGitSource(folder, 'source.git', historyStream(3));
    const oid = git(url, ['rev-parse', 'HEAD']);
    const add = (from: number, to: number) => {
      const lines = Array.from({ length: to - from }, (_, n) => `create refs/tags/v${from + n} ${oid}\n`);
      execFileSync('git', ['--git-dir', url, 'update-ref', '--stdin'], { input: lines.join('') });
    };
    add(0, 600);
    process.env.PATH = `${folder}${delimiter}${before}`;
    const engine = await startTestEngine();
    try {
      await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
      await engine.api('PUT', '/repos/acme/r/import', { vcs: 'git', vcs_url: url });
      const first = await engine.importIn('r', ['complete', 'error']);
      expect(first.message).toBeUndefined();
      add(600, 610);
      git(url, ['update-ref', '-d', 'refs/tags/v5']);
      engine.events.length = 0;
      await engine.api('PATCH', '/repos/acme/r/import', {});
      await engine.event('import.changed', ({ status }) => status === 'complete' || status === 'error');
      const second = await engine.importIn('r', ['complete', 'error']);
      expect([second.status, second.message]).toEqual(['complete', undefined]);
      expect(refsOf(join(engine.folder, 'repositories/acme/r.git'))).toBe(refsOf(url));

      const said = readPackedNow(join(engine.folder, `imports/1/published-refs.json`)) ?? '';
      expect(JSON.parse(said), 'what is recorded and stays as it is, is not said again').toHaveLength(10);

      const ofMain = (line: string) => line.startsWith(`${process.pid}-0-`);
      const gits = readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith(`${process.pid}-`));
      expect(gits.filter((line) => ofMain(line) && HOLDS_REFS.test(line))).toEqual([]);
      // The first refs come into one file at once, and those of the update into one in its place.
      expect(gits.filter((line) => / update-ref /.test(line))).toEqual([]);
      expect(gits.filter((line) => /for-each-ref/.test(line)).length).toBeGreaterThan(4);

      const store = new Database(join(engine.folder, 'gantry.sqlite'), { readonly: true });
      const recorded = store.prepare<[], { name: string }>('SELECT name FROM import_refs ORDER BY name').all();
      store.close();
      const names = refsOf(url)
        .split('\n')
        .map((line) => line.split(' ')[0]);
      expect(recorded.map(({ name }) => name)).toEqual(names);
    } finally {
      process.env.PATH = before;
      await engine.end();
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
