/** What is read from a repository's own files, against what hg itself writes into a bundle. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../failures/failure.ts';
import { random } from '../../../testing/random.ts';
import type { ChangegroupReceiver, Revision } from '../bundle/changegroup.ts';
import { applyPatch } from '../bundle/patch.ts';
import { readBundleFile } from '../bundle/read-bundle-file.ts';
import { PARENTS, requireProof } from '../convert/revision-text.ts';
import { HgWorkspace } from '../testing/hg.ts';
import { importAll } from '../testing/import-all.ts';
import { makeRandomHistory } from '../testing/random-history.ts';
import { canReadOwnFiles, readOwnHistory, readOwnManifests } from './own-files.ts';
import { Revlog } from './revlog.ts';

let folder: string;
let source: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry revlogs '));
  source = makeRandomHistory(folder, random(5), 40);
  hg('-R', source, 'update', '-q', 'tip');
  // Longer than hg packs in one go, a history that is not kept in its index, names that are kept as others, and a copy.
  const next = random(6);
  const noise = () => Buffer.from(Array.from({ length: 90_000 }, () => Math.floor(next() * 256)));
  writeFileSync(join(source, 'AUX.long'), `${'line of text\n'.repeat(120_000)}`);
  for (let n = 0; n < 3; n++) {
    writeFileSync(join(source, 'noise'), noise());
    commit(`noise ${n}`);
  }
  // Two heads, in turns: a revision's parent is not the one before.
  for (const onto of ['.^', 'max(head() - .)', 'max(head() - .)']) {
    hg('-R', source, 'update', '-q', '-C', '-r', onto);
    writeFileSync(join(source, 'noise'), Buffer.concat([noise(), readFileSync(join(source, 'noise'))]));
    commit(`noise onto ${onto}`);
  }
  hg('-R', source, '--cwd', source, 'copy', '-q', 'noise', 'its copy');
  writeFileSync(join(source, '.hidden'), '');
  commit('copy');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function hg(...args: string[]): string {
  const env = { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null', HGENCODING: 'UTF-8', LC_ALL: 'C.UTF-8' };
  return execFileSync('hg', args, { env, encoding: 'utf8' });
}

function commit(message: string): void {
  hg('-R', source, '--cwd', source, 'commit', '-q', '-A', '-m', message, '-u', 'Ann <ann@example.org>');
}

/** Puts every text together, proves it, and keeps what came. */
class Collected implements ChangegroupReceiver {
  readonly revisions: string[] = [];
  #texts = new Map<string, Buffer>();
  #path = '';

  changeset(revision: Revision): void {
    this.#take('changeset', revision);
  }
  manifest(revision: Revision): void {
    if (!this.revisions.some((line) => line.startsWith('manifest'))) this.#texts.clear();
    this.#take('manifest', revision);
  }
  file(path: string): void {
    this.#path = path;
    this.#texts.clear();
  }
  fileRevision(revision: Revision): void {
    this.#take(`file ${this.#path}`, revision);
  }
  async breathe(): Promise<void> {}

  get sorted(): string[] {
    return [...this.revisions].sort();
  }

  #take(kind: string, { node, parents, base, patch }: Revision): void {
    const before = base.equals(Buffer.alloc(20)) ? Buffer.alloc(0) : this.#texts.get(base.toString('hex'));
    if (before === undefined) throw new Error(`${kind} lacks its base`);
    const framed = applyPatch(before, patch, PARENTS);
    requireProof(node, parents, framed, kind);
    this.#texts.set(node.toString('hex'), framed.subarray(PARENTS));
    this.revisions.push(`${kind} ${node.toString('hex')} ${parents.toString('hex')}`);
  }
}

async function inBundleOf(repository: string, receiver: ChangegroupReceiver): Promise<void> {
  const bundle = `${repository}.hg`;
  rmSync(bundle, { force: true });
  hg('-R', repository, 'bundle', '-q', '--all', '--type', 'none-v2', bundle);
  await readBundleFile(bundle, Promise.resolve(), receiver);
}

async function inBundle(repository: string): Promise<string[]> {
  const collected = new Collected();
  await inBundleOf(repository, collected);
  return collected.sorted;
}

async function inOwnFiles(repository: string): Promise<string[]> {
  const collected = new Collected();
  await readOwnHistory(repository, collected);
  await readOwnManifests(repository, collected);
  return collected.sorted;
}

describe('a repository', () => {
  it.each([
    ['as hg makes it', []],
    ['packed by zlib', ['format.revlog-compression=zlib']],
    ['not packed', ['format.revlog-compression=none']],
    ['of before general deltas', ['format.usegeneraldelta=false', 'format.sparse-revlog=false']],
    ['whose names keep their dots', ['format.dotencode=false']],
  ])('%s has the same revisions in its files as in a bundle', async (name, settings) => {
    const copy = join(folder, name);
    hg(...settings.flatMap((setting) => ['--config', setting]), 'clone', '-q', '-U', '--pull', source, copy);
    expect(canReadOwnFiles(copy)).toBe(true);
    const revisions = await inOwnFiles(copy);
    expect(revisions.length).toBeGreaterThan(150);
    expect(revisions).toEqual(await inBundle(copy));
  });

  it('has the same revisions where its indexes are not held in memory', () => {
    const place = (name: string) => join(source, '.hg/store', name);
    const all = (name: string, longestHeld?: number) => {
      const revlog = Revlog.open(place(`${name}.i`), place(`${name}.d`), longestHeld);
      const revisions = [...(revlog?.revisions(Number.POSITIVE_INFINITY) ?? [])].length;
      const lines: string[] = [];
      for (const { node, parents, base, patch } of revlog?.revisions(Number.POSITIVE_INFINITY) ?? [])
        lines.push(Buffer.concat([node, parents, base, patch]).toString('hex'));
      revlog?.close();
      expect(lines).toHaveLength(revisions);
      return lines;
    };
    expect(existsSync(place('data/noise.d'))).toBe(true);
    for (const name of ['00changelog', '00manifest', 'data/noise']) expect(all(name, 0), name).toEqual(all(name));
    const [last] = all('data/noise', 0).slice(-1);
    const [before] = all('data/noise').slice(-2);
    // Else the test would not show it.
    expect(last?.slice(40, 80)).not.toBe(before?.slice(0, 40));
    expect(Revlog.open(place('data/none.i'), place('data/none.d'))).toBeNull();
  });

  it('that shares its store is read there', async () => {
    const shared = join(folder, 'shared');
    hg('--config', 'extensions.share=', 'share', '-q', '-U', source, shared);
    expect(canReadOwnFiles(shared)).toBe(true);
    expect(await inOwnFiles(shared)).toEqual(await inBundle(source));
  });

  it('whose files have other names or other forms is left to hg, and arrives', async () => {
    for (const setting of ['format.usefncache=false', 'format.usestore=false']) {
      const copy = join(folder, setting);
      hg('--config', setting, 'clone', '-q', '-U', '--pull', source, copy);
      expect(canReadOwnFiles(copy), setting).toBe(false);
      // A repository without a store is none to Gantry.
      if (!existsSync(join(copy, '.hg/store'))) continue;
      expect((await importAll(copy, join(folder, `import of ${setting}`))).fetched.commit_count).toBe(47);
    }
  });

  it('with changesets that others replaced, of hidden phases, or that is being written to is left to hg', () => {
    const copy = join(folder, 'replaced');
    hg('clone', '-q', '-U', '--pull', source, copy);
    const store = join(copy, '.hg/store');
    expect(canReadOwnFiles(copy)).toBe(true);
    const phases = readFileSync(join(store, 'phaseroots'), 'latin1');
    for (const [file, text] of [
      ['obsstore', '\x01'],
      ['journal', ''],
      ['phaseroots', `${phases}32 ${'0'.repeat(40)}\n`],
      ['phaseroots', `${phases}96 ${'0'.repeat(40)}\n`],
    ] as const) {
      writeFileSync(join(store, file), text);
      expect(canReadOwnFiles(copy), `${file} ${text}`).toBe(false);
      if (file === 'phaseroots') writeFileSync(join(store, file), phases, 'latin1');
      else rmSync(join(store, file));
    }
    appendFileSync(join(copy, '.hg/requires'), 'something-of-tomorrow\n');
    expect(canReadOwnFiles(copy)).toBe(false);
  });
});

it('what is added while files are read is left out', async () => {
  const workspace = new HgWorkspace(join(folder, 'grows'));
  for (const text of ['1', '2']) {
    workspace.write('a', text);
    workspace.commit(text);
  }
  const before = await inOwnFiles(workspace.path);
  const collected = new Collected();
  let isFirst = true;
  await readOwnHistory(workspace.path, {
    changeset: (revision) => {
      collected.changeset(revision);
      if (!isFirst) return;
      isFirst = false;
      workspace.write('a', '3');
      workspace.write('b', '3');
      workspace.commit('3');
    },
    manifest: () => undefined,
    file: (path) => collected.file(path),
    fileRevision: (revision) => collected.fileRevision(revision),
    breathe: async () => undefined,
  });
  expect(collected.sorted).toEqual(before.filter((line) => !line.startsWith('manifest')));
});

it('a revlog that was damaged, or has flags that are not known, is left to hg, which has the last word', async () => {
  const workspace = new HgWorkspace(join(folder, 'damaged'));
  for (let n = 0; n < 3; n++) {
    workspace.write('a', `${n} text that is long enough to be packed, as hg does from fifty bytes on\n`.repeat(9));
    workspace.commit(`${n}`);
  }
  const index = join(workspace.path, '.hg/store/data/a.i');
  const whole = readFileSync(index);
  const changed = (at: number, to: number) => {
    const bytes = Buffer.from(whole);
    bytes[at] = to;
    writeFileSync(index, bytes);
  };
  const lines: string[] = [];
  // Revision 0 is told to stand for a part of a history (flag 1 << 14): hg of its own reads no such text.
  for (const [at, to] of [
    [6, 0x40],
    [64 + 20, 0xff],
  ] as const) {
    changed(at, to);
    await expect(inOwnFiles(workspace.path)).rejects.toThrow();
    await expect(importAll(workspace.path, join(folder, `import ${at}`), new Map(), lines)).rejects.toThrow();
  }
  expect(lines.filter((line) => line.includes('hg writes them out instead'))).toHaveLength(2);
  writeFileSync(index, whole);
  expect(
    (await importAll(workspace.path, join(folder, 'import of the whole'), new Map(), lines)).fetched.commit_count,
  ).toBe(3);
  expect(lines.filter((line) => line.includes('hg writes them out instead'))).toHaveLength(2);
});

it('a history of many files with few revisions each lets others in as often as one with many', async () => {
  const workspace = new HgWorkspace(join(folder, 'many files'));
  for (let n = 0; n < 600; n++) workspace.write(`f${n}`, `${n}`);
  workspace.commit('one');
  for (const read of [readOwnHistory, inBundleOf]) {
    let breaths = 0;
    await read(workspace.path, {
      changeset: () => undefined,
      manifest: () => undefined,
      file: () => undefined,
      fileRevision: () => undefined,
      breathe: async () => {
        breaths += 1;
      },
    });
    expect(breaths).toBe(2);
  }
});

it('files that cannot be read are left to hg, which says so', async () => {
  const workspace = new HgWorkspace(join(folder, 'unreadable'));
  workspace.write('a', '1');
  workspace.commit('one');
  const index = join(workspace.path, '.hg/store/data/a.i');
  rmSync(index);
  // A folder where a file should be: also for those who may read everything.
  mkdirSync(index);
  await expect(inOwnFiles(workspace.path)).rejects.toThrow('a.i is not as hg is known to write it');
  const lines: string[] = [];
  await expect(importAll(workspace.path, join(folder, 'import of it'), new Map(), lines)).rejects.toBeInstanceOf(
    Failure,
  );
  expect(lines.join('\n')).toContain('hg writes them out instead');
});

it('a censored revision comes through hg', async () => {
  const workspace = new HgWorkspace(join(folder, 'censored'));
  workspace.write('secret', 'a password\n');
  const first = workspace.commit('one');
  workspace.write('secret', 'nothing any more\n');
  workspace.commit('two');
  workspace.hg('--config', 'extensions.censor=', 'censor', '-r', first, 'secret');
  const lines: string[] = [];
  const { fetched } = await importAll(workspace.path, join(folder, 'import of the censored'), new Map(), lines);
  expect(fetched.findings.map(({ kind }) => kind)).toContain('censored');
  expect(lines.join('\n')).toContain('hg writes them out instead');
  expect(readdirSync(join(folder, 'import of the censored'))).not.toContain('convert');
});
