/**
 * Git repositories of this machine, whose packs are copied as they lie: what lies beside them is not believed, no object is taken
 * for what it is called, and what is not plain comes by git's own transport. Each is compared with the source by git itself.
 */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git, historyStream, makeGitSource, refsOf } from '../testing/git-sources.ts';

let engine: TestEngine;
let sources: string;
let number = 0;

beforeAll(async () => {
  sources = mkdtempSync(join(tmpdir(), 'gantry sources '));
  engine = await startTestEngine();
});
afterAll(async () => {
  await engine.end();
  rmSync(sources, { recursive: true, force: true });
});

async function imported(vcs_url: string) {
  const name = `r${++number}`;
  expect((await engine.api('POST', '/orgs/acme/repos', { name })).status).toBe(201);
  await engine.api('PUT', `/repos/acme/${name}/import`, { vcs: 'git', vcs_url });
  const done = await engine.importIn(name, ['complete', 'error']);
  const report =
    done.status === 'complete' ? (await engine.api('GET', `/repos/acme/${name}/import/report`)).body : null;
  const log = (await engine.api('GET', `/repos/acme/${name}/import/log`)).body as { text: string }[];
  return { done, report, log: JSON.stringify(log), path: join(engine.folder, 'repositories/acme', `${name}.git`) };
}

const BY = { path: (path: string) => path, file: (path: string) => `file://${encodeURI(path)}` };

/** A source whose objects lie in one pack. */
function packed(name: string, commits = 30): string {
  const source = makeGitSource(sources, name, historyStream(commits));
  git(source, ['repack', '-a', '-d', '-q']);
  return source;
}

/** Writes a loose object by a name that is not its content's. */
function falsify(source: string, id: string, type: string, content: string): void {
  const path = join(source, 'objects', id.slice(0, 2), id.slice(2));
  chmodSync(path, 0o644);
  writeFileSync(path, deflateSync(`${type} ${Buffer.byteLength(content)}\0${content}`));
}

/** Takes away the parent of a commit in a graph of commits (git's `Documentation/gitformat-commit-graph.txt`), with the sum made anew. */
function cutHistory(path: string, id: string): void {
  const file = readFileSync(path);
  const chunks = new Map<string, number>();
  for (let n = 0, at = 8; n <= (file[6] as number); n++, at += 12) {
    chunks.set(file.toString('latin1', at, at + 4), Number(file.readBigUInt64BE(at + 4)));
  }
  const [names, data] = [chunks.get('OIDL') as number, chunks.get('CDAT') as number];
  const place = (file.indexOf(Buffer.from(id, 'hex'), names) - names) / 20;
  file.writeUInt32BE(0x70000000, data + place * 36 + 20);
  createHash('sha1')
    .update(file.subarray(0, -20))
    .digest()
    .copy(file, file.length - 20);
  chmodSync(path, 0o644);
  writeFileSync(path, file);
}

for (const [by, address] of Object.entries(BY)) {
  test(`a content that is not what its name says, by ${by}: nothing is published, loose or packed`, async () => {
    // So few that git keeps them loose.
    const source = makeGitSource(sources, `false ${by}`, historyStream(12));
    const id = git(source, ['rev-parse', 'main~3:dir9/file9.txt']);
    falsify(source, id, 'blob', 'another content\n');
    for (const packs of [0, 1]) {
      // Git packs such an object without a word.
      if (packs === 1) git(source, ['repack', '-a', '-d', '-q']);
      expect(readdirSync(join(source, 'objects/pack')).filter((name) => name.endsWith('.pack'))).toHaveLength(packs);
      expect(() => git(source, ['fsck', '--full'])).toThrow();
      const { done, path } = await imported(address(source));
      expect(done).toMatchObject({ status: 'error', failed_step: 'raw', failure: 'git.unreadable' });
      expect(refsOf(path)).toBe('');
      expect(() => git(path, ['cat-file', '-e', id])).toThrow();
    }
  });

  test(`a commit that is not what its name says, by ${by}: nothing is published`, async () => {
    const source = makeGitSource(sources, `false commit ${by}`, historyStream(12));
    const id = git(source, ['rev-parse', 'main~4']);
    const text = git(source, ['cat-file', 'commit', id]);
    falsify(source, id, 'commit', `${text.replace('Ann Example', 'Eve Example')}\n`);
    const { done, path } = await imported(address(source));
    expect(done).toMatchObject({ status: 'error', failed_step: 'raw' });
    expect(refsOf(path)).toBe('');
  });

  test(`what is damaged and reached by no ref, by ${by}, does not hinder`, async () => {
    const source = makeGitSource(sources, `garbage ${by}`, historyStream(30));
    const blob = git(source, ['hash-object', '-w', '--stdin'], { input: 'mine\n' });
    git(source, ['update-ref', 'refs/tags/gone', blob]);
    falsify(source, blob, 'blob', 'theirs\n');
    git(source, ['repack', '-a', '-d', '-q']);
    git(source, ['update-ref', '-d', 'refs/tags/gone']);
    expect(() => git(source, ['fsck', '--full'])).toThrow();
    const { done, report, log, path } = await imported(address(source));
    expect(done).toMatchObject({ status: 'complete' });
    expect(report).toMatchObject({ verified: true, counts: { commits: 30 } });
    expect(log).toContain('could not be taken as they lie');
    expect(refsOf(path)).toBe(refsOf(source));
    git(path, ['fsck', '--full', '--strict']);
  });

  test(`a graph of commits that lies, by ${by}, is not believed`, async () => {
    const source = packed(`graph ${by}`);
    git(source, ['commit-graph', 'write', '--reachable']);
    cutHistory(join(source, 'objects/info/commit-graph'), git(source, ['rev-parse', 'main~9']));
    // Git itself believes it.
    expect(git(source, ['rev-list', '--count', 'main'])).toBe('10');
    const { done, report, log, path } = await imported(address(source));
    expect(done).toMatchObject({ status: 'complete' });
    expect(log).not.toContain('could not be taken as they lie');
    expect(report).toMatchObject({ verified: true, counts: { commits: 30 } });
    expect(git(path, ['rev-list', '--count', 'main'])).toBe('30');
    git(path, ['fsck', '--full', '--strict']);
  });

  test(`many packs with what git puts beside them, and loose objects, by ${by}: only packs and indexes arrive, none of them the source's own files`, async () => {
    const source = packed(`beside ${by}`);
    const more = historyStream(8, ['Bob <bob@example.org>']).replaceAll('refs/heads/main', 'refs/heads/side');
    git(source, ['-c', 'fastimport.unpackLimit=1', 'fast-import', '--quiet', '--done'], { input: more });
    git(source, ['-c', 'pack.writeReverseIndex=true', 'multi-pack-index', 'write', '--bitmap', '--no-progress']);
    const tree = git(source, ['rev-parse', 'main^{tree}']);
    const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
    git(source, ['update-ref', 'refs/heads/loose', git(source, ['commit-tree', '-m', 'loose', tree], { env: who })]);
    expect(readdirSync(join(source, 'objects/pack')).join(' ')).toMatch(/multi-pack-index/);
    const { done, report, log, path } = await imported(address(source));
    expect(done).toMatchObject({ status: 'complete' });
    expect(log).not.toContain('could not be taken as they lie');
    expect(report).toMatchObject({ verified: true, counts: { commits: 39 } });
    expect(refsOf(path)).toBe(refsOf(source));
    git(path, ['fsck', '--full', '--strict']);
    for (const name of readdirSync(join(path, 'objects/pack'))) expect(name).toMatch(/^pack-[\da-f]{40}\.(pack|idx)$/);
    for (const name of readdirSync(join(source, 'objects/pack'))) {
      expect(statSync(join(source, 'objects/pack', name)).nlink).toBe(1);
    }
  });

  test(`an index of version 1, objects behind a link, borrowed ones and two packs of the same, by ${by}`, async () => {
    const first = packed(`first ${by}`);
    const [pack = ''] = readdirSync(join(first, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    const old = join(first, 'objects/pack', pack);
    chmodSync(old.replace(/pack$/, 'idx'), 0o644);
    git(first, ['index-pack', '--index-version=1', '-o', old.replace(/pack$/, 'idx'), old]);
    const linked = packed(`linked ${by}`);
    renameSync(join(linked, 'objects'), join(sources, `objects of ${by}`));
    symlinkSync(join(sources, `objects of ${by}`), join(linked, 'objects'));
    const borrowing = join(sources, `borrowing ${by}`);
    git(sources, ['clone', '--quiet', '--mirror', '--shared', packed(`lender ${by}`), borrowing]);
    const twice = packed(`twice ${by}`);
    const [own = ''] = readdirSync(join(twice, 'objects/pack')).filter((name) => name.endsWith('.pack'));
    git(twice, ['pack-objects', '-q', '--all', '--window=0', '--no-reuse-delta', join(twice, 'objects/pack/pack')]);
    expect(own).not.toBe('');
    // By path, git refuses links among objects (`hostile-sources/local-folders.test.ts`).
    for (const source of [first, borrowing, twice, ...(by === 'file' ? [linked] : [])]) {
      const { done, report, path } = await imported(address(source));
      expect(done).toMatchObject({ status: 'complete' });
      expect(report).toMatchObject({ verified: true, counts: { commits: 30 } });
      expect(refsOf(path)).toBe(refsOf(source));
      git(path, ['fsck', '--full', '--strict']);
    }
  });
}

test.each(Object.entries(BY))(
  'a pack without objects, as fetches into shallow clones leave it, is none that is damaged (%s)',
  async (_, address) => {
    const source = packed(`hollow ${number}`);
    const pack = git(source, ['pack-objects', '-q', 'objects/pack/pack'], { input: '' });
    expect(readdirSync(join(source, 'objects/pack'))).toContain(`pack-${pack.trim()}.pack`);
    expect(statSync(join(source, `objects/pack/pack-${pack.trim()}.pack`)).size).toBe(32);
    const { done, report, path } = await imported(address(source));
    expect(done.status).toBe('complete');
    expect(report).toMatchObject({ verified: true });
    expect(refsOf(path)).toBe(refsOf(source));
  },
);
