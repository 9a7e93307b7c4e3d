/** Packs that are copied in part, against what git says of them. */
import { createHash } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { git, makeGitSource } from '../../testing/git-sources.ts';
import { type Random, random } from '../../testing/random.ts';
import { IdSet } from '../reachable/id-set.ts';
import { SortedIds } from '../reachable/sorted-ids.ts';
import { compress, OBJECT_BLOB, OBJECT_OFS_DELTA, writeBaseDistance, writeEntryHeader } from './entry.ts';
import { filterPacks } from './filter-pack.ts';
import { finishPack, writeFully } from './pack-file.ts';

let folder = '';
let made = 0;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-filter-'));
  made = 0;
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Some files that grow, shrink and are random in turn, so that git finds deep deltas. */
function stream(next: Random, commits: number): Buffer {
  const texts = Array.from({ length: 6 }, (_, n) => `file ${n}\n`.repeat(40));
  const parts: Buffer[] = [];
  for (let n = 1; n <= commits; n++) {
    const file = Math.floor(next() * texts.length);
    const lines = (texts[file] as string).split('\n');
    lines.splice(Math.floor(next() * lines.length), next() < 0.3 ? 3 : 0, `line ${n} ${next()}`);
    texts[file] = lines.join('\n');
    const noise = Buffer.from(Array.from({ length: Math.floor(next() * 300) }, () => next() * 256));
    const text = texts[file] as string;
    const from = n > 1 ? `from :${n - 1}\n` : '';
    parts.push(
      Buffer.from(
        `commit refs/heads/main\nmark :${n}\ncommitter A <a@b> ${1_500_000_000 + n} +0000\ndata 0\n${from}M 100644 inline d${file}/f${file}\ndata ${text.length}\n${text}\nM 100644 inline n${n % 5}/noise\ndata ${noise.length}\n`,
      ),
      noise,
      Buffer.from('\n'),
    );
  }
  return Buffer.concat([...parts, Buffer.from('done\n')]);
}

interface Source {
  repository: string;
  pack: string;
  /** All ids, and the base of those that are deltas. */
  bases: Map<string, string | null>;
}

/** One pack of a random history. */
function makeSource(seed: number, args: readonly string[], commits = 60): Source {
  const repository = makeGitSource(folder, `source-${made++}.git`, stream(random(seed), commits));
  return { repository, ...packAll(repository, args) };
}

function packAll(repository: string, args: readonly string[]): Omit<Source, 'repository'> {
  const base = join(folder, `packs-${made++}`, 'pack');
  mkdirSync(join(base, '..'));
  const all = git(repository, ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']);
  const sum = git(repository, ['pack-objects', '-q', '--window=30', '--depth=40', ...args, base], {
    input: `${all}\n`,
  });
  const pack = `${base}-${sum}.pack`;
  return { pack, bases: basesOf(pack) };
}

function basesOf(pack: string): Map<string, string | null> {
  // The name is the checksum, unless a test gave another.
  const format = /-[\da-f]{64}\.pack$/.test(pack) ? 'sha256' : 'sha1';
  const lines = git(folder, ['verify-pack', '-v', `--object-format=${format}`, pack.replace(/pack$/, 'idx')]).split(
    '\n',
  );
  const bases = new Map<string, string | null>();
  for (const line of lines) {
    const [, id, base] = /^([\da-f]{40,64}) \w+ +\d+ \d+ \d+(?: \d+ ([\da-f]{40,64}))?$/.exec(line) ?? [];
    if (id !== undefined) bases.set(id, base ?? null);
  }
  return bases;
}

/** With the bases of all deltas among them. */
function closed(ids: readonly string[], bases: Source['bases']): string[] {
  const all = new Set(ids);
  for (const id of all) {
    const base = bases.get(id);
    if (typeof base === 'string') all.add(base);
  }
  return [...all];
}

interface Filtered {
  pack: string;
  aside: string[];
}

async function filter(
  repository: string,
  packs: readonly string[],
  ids: readonly string[],
  { near, signal = new AbortController().signal }: { near?: number; signal?: AbortSignal } = {},
): Promise<Filtered> {
  const into = join(folder, `into-${made++}`, 'pack');
  mkdirSync(into, { recursive: true });
  const aside: string[] = [];
  const pack = await filterPacks({
    packs,
    wanted: IdSet.from(SortedIds.ofHex(ids, (ids[0]?.length ?? 40) / 2)),
    folder: into,
    signal,
    ...(near === undefined ? {} : { near }),
    packAside: async (wanted, base) => {
      aside.push(...wanted);
      const sum = git(repository, ['pack-objects', '-q', '--window=0', '--threads=1', base], {
        input: `${aside.join('\n')}\n`,
      });
      return [`${base}-${sum}.pack`];
    },
  });
  expect(readdirSync(into).sort()).toEqual([basename(pack).replace(/pack$/, 'idx'), basename(pack)]);
  expect(readdirSync(join(into, '..'))).toEqual(['pack']);
  return { pack, aside };
}

/** That the pack holds these objects and no others, each as the repository has it, and that git makes the same index. */
function expectWhole(repository: string, { pack }: Filtered, ids: readonly string[], near?: number): void {
  const sorted = [...ids].sort();
  const format = ids[0]?.length === 64 ? 'sha256' : 'sha1';
  const target = join(folder, `target-${made++}.git`);
  git(folder, ['init', '-q', '--bare', `--object-format=${format}`, target]);
  const version = near === undefined ? '2' : `2,${near}`;
  const copy = join(target, 'objects/pack', basename(pack));
  copyFileSync(pack, copy);
  git(target, ['index-pack', `--index-version=${version}`, copy]);
  expect(readFileSync(pack.replace(/pack$/, 'idx')).equals(readFileSync(copy.replace(/pack$/, 'idx')))).toBe(true);
  expect(git(target, ['cat-file', '--batch-all-objects', '--batch-check=%(objectname)']).split('\n')).toEqual(sorted);
  const input = `${sorted.join('\n')}\n`;
  expect(git(target, ['cat-file', '--batch'], { input })).toBe(git(repository, ['cat-file', '--batch'], { input }));
  expect([...basesOf(pack).keys()].sort()).toEqual(sorted);
}

function some(ids: Iterable<string>, next: Random, share: number): string[] {
  const chosen = [...ids].filter(() => next() < share);
  return chosen.length > 0 ? chosen : [...ids].slice(0, 1);
}

describe('filterPacks', () => {
  it.each([
    ['bases by their distance', ['--delta-base-offset']],
    ['bases by their ids', []],
    ['offsets in the far table', ['--delta-base-offset', '--index-version=2,2000']],
  ])(
    'gives what git takes, whatever is left out: %s',
    async (_, args) => {
      for (let seed = 1; seed <= 2; seed++) {
        const { repository, pack, bases } = makeSource(seed, args);
        expect([...bases.values()].filter((base) => base !== null).length).toBeGreaterThan(40);
        const next = random(seed + 100);
        for (const share of [0.02, 0.5, 0.97]) {
          const open = some(bases.keys(), next, share);
          const whole = closed(open, bases);
          const near = share === 0.5 ? 3000 : undefined;
          const withBases = await filter(repository, [pack], whole, near === undefined ? {} : { near });
          expect(withBases.aside).toEqual([]);
          expectWhole(repository, withBases, whole, near);
          const without = await filter(repository, [pack], open);
          const kept = new Set(open);
          const orphans = open.filter((id) => typeof bases.get(id) === 'string' && !kept.has(bases.get(id) as string));
          expect(without.aside.sort()).toEqual(orphans.sort());
          expectWhole(repository, without, open);
          // Deltas stay deltas.
          const deltas = [...basesOf(without.pack).values()].filter((base) => base !== null).length;
          expect(deltas).toBeGreaterThanOrEqual(open.filter((id) => kept.has(bases.get(id) ?? '')).length);
        }
      }
    },
    60_000,
  );

  it('is the same twice, and everything gives the same pack again', async () => {
    const { repository, pack, bases } = makeSource(9, ['--delta-base-offset']);
    const open = some(bases.keys(), random(5), 0.6);
    const [first, second] = [await filter(repository, [pack], open), await filter(repository, [pack], open)];
    expect(basename(first.pack)).toBe(basename(second.pack));
    expect(readFileSync(first.pack).equals(readFileSync(second.pack))).toBe(true);
    const all = await filter(repository, [pack], [...bases.keys()]);
    expect(readFileSync(all.pack).equals(readFileSync(pack))).toBe(true);
  });

  it('copies entries that are larger than its buffer, deltas among them', async () => {
    const noise = (seed: string, bytes: number) =>
      Buffer.concat(
        Array.from({ length: Math.ceil(bytes / 32) }, (_, n) => createHash('sha256').update(`${seed}${n}`).digest()),
      );
    const large = noise('a', 4_500_000);
    const blobs = [large, noise('between', 320_000), Buffer.concat([large, noise('more', 4_400_000)])];
    const repository = makeGitSource(folder, 'large.git', 'done\n');
    const ids = blobs.map((input) => git(repository, ['hash-object', '-w', '--stdin'], { input }));
    const { pack, bases } = packAll(repository, ['--delta-base-offset']);
    expect([...bases.values()].filter((base) => base !== null)).toHaveLength(1);
    for (const wanted of [[ids[0], ids[2]], [ids[2]]] as string[][]) {
      expectWhole(repository, await filter(repository, [pack], wanted), wanted);
    }
  }, 180_000);

  it('takes each object once from several packs', async () => {
    const { repository, pack, bases } = makeSource(3, ['--delta-base-offset']);
    const other = packAll(repository, ['--window=3', '--depth=3']);
    for (const share of [0.3, 0.8]) {
      const open = some(bases.keys(), random(share * 10), share);
      expectWhole(repository, await filter(repository, [pack, other.pack], open), open);
    }
  });

  it('never lets two deltas stand on each other where packs hold them the other way round', async () => {
    const [foreign, b, x] = ['foreign', 'the text b', 'the text x'].map((text) => Buffer.from(text));
    const repository = makeGitSource(folder, 'cycle.git', 'done\n');
    const ids = [b, x].map((input) => git(repository, ['hash-object', '-w', '--stdin'], { input: input as Buffer }));
    const first = handMade('first', [[foreign], [b, 0], [x, 1]] as Entry[]);
    const second = handMade('second', [[x], [b, 0]] as Entry[]);
    const filtered = await filter(repository, [first, second], ids);
    expectWhole(repository, filtered, ids);
    expect(filtered.aside).toEqual([ids[0]]);
  });

  it('has packed aside what lies in none of the packs', async () => {
    const { repository, pack, bases } = makeSource(4, ['--delta-base-offset']);
    const loose = git(repository, ['hash-object', '-w', '--stdin'], { input: 'only loose\n' });
    const wanted = [...bases.keys(), loose];
    expectWhole(repository, await filter(repository, [pack], wanted), wanted);
  });

  it('works in a repository of SHA-256', async () => {
    const repository = join(folder, 'sha256.git');
    git(folder, ['init', '-q', '--bare', '--object-format=sha256', repository]);
    git(repository, ['fast-import', '--quiet', '--done'], { input: stream(random(6), 40) });
    for (const args of [['--delta-base-offset'], []]) {
      const { pack, bases } = packAll(repository, args);
      const open = some(bases.keys(), random(8), 0.6);
      expectWhole(repository, await filter(repository, [pack], open), open);
    }
  });

  it('notices each flipped byte of what it copies, and leaves nothing behind', async () => {
    const { repository, pack, bases } = makeSource(7, ['--delta-base-offset'], 12);
    const bytes = readFileSync(pack);
    const next = random(11);
    const last = [...bases.keys()].slice(1);
    for (let tries = 0; tries < 60; tries++) {
      const damaged = join(folder, `flipped-${tries}`);
      mkdirSync(damaged);
      const path = join(damaged, basename(pack));
      const flipped = Buffer.from(bytes);
      const at = 12 + Math.floor(next() * (bytes.length - 12));
      flipped[at] = (flipped[at] as number) ^ (1 << Math.floor(next() * 8));
      writeFileSync(path, flipped);
      copyFileSync(pack.replace(/pack$/, 'idx'), path.replace(/pack$/, 'idx'));
      await expect(filter(repository, [path], [...bases.keys()]), `byte ${at}`).rejects.toMatchObject({
        key: 'git.pack_damaged',
        parameters: { pack: basename(pack) },
      });
      expect(readdirSync(join(folder, `into-${made - 1}`, 'pack'))).toEqual([]);
    }
    const cut = join(folder, 'cut.pack');
    copyFileSync(pack, cut);
    copyFileSync(pack.replace(/pack$/, 'idx'), join(folder, 'cut.idx'));
    chmodSync(cut, 0o644);
    truncateSync(cut, bytes.length - 200);
    await expect(filter(repository, [cut], last)).rejects.toMatchObject({ key: 'git.pack_damaged' });
  });

  it('notices a flipped byte of a delta that goes aside', async () => {
    const { repository, pack, bases } = makeSource(7, ['--delta-base-offset'], 12);
    const [id] = [...bases].find(([, base]) => base !== null) as [string, string];
    const line = git(folder, ['verify-pack', '-v', pack])
      .split('\n')
      .find((text) => text.startsWith(id)) as string;
    const start = Number(line.split(/ +/)[4]);
    const flipped = Buffer.from(readFileSync(pack));
    flipped[start + 4] = (flipped[start + 4] as number) ^ 4;
    rmSync(pack);
    writeFileSync(pack, flipped);
    await expect(filter(repository, [pack], [id])).rejects.toMatchObject({ key: 'git.pack_damaged' });
  });

  it('has nothing under a final name before it is whole, and nothing at all after an abort', async () => {
    const { pack, bases } = makeSource(2, ['--delta-base-offset']);
    const into = join(folder, 'aborted', 'pack');
    mkdirSync(into, { recursive: true });
    const stop = new AbortController();
    let during: string[] = [];
    const [id] = [...bases].find(([, base]) => base !== null) as [string, string];
    const run = filterPacks({
      packs: [pack],
      wanted: IdSet.from(SortedIds.ofHex([id], 20)),
      folder: into,
      signal: stop.signal,
      packAside: async () => {
        during = readdirSync(into);
        stop.abort();
        throw stop.signal.reason;
      },
    });
    await expect(run).rejects.toMatchObject({ name: 'AbortError' });
    expect(during).toEqual([expect.stringMatching(/^tmp_pack_/)]);
    expect(readdirSync(into)).toEqual([]);
    expect(readdirSync(join(into, '..'))).toEqual(['pack']);
    await expect(filter(folder, [pack], [...bases.keys()], { signal: AbortSignal.abort() })).rejects.toThrow();
    expect(readdirSync(join(folder, `into-${made - 1}`, 'pack'))).toEqual([]);
  });
});

/** A text, and the number of the entry that it is a delta of. */
type Entry = [text: Buffer, base?: number];

/** A pack of texts; deltas insert all of their text. */
function handMade(name: string, entries: readonly Entry[]): string {
  const path = join(folder, `${name}.pack`);
  const file = openSync(path, 'wx+');
  const header = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
  writeFully(file, header, 0);
  const starts: number[] = [];
  let length = header.length;
  for (const [text, base] of entries) {
    starts.push(length);
    const payload =
      base === undefined
        ? text
        : Buffer.concat([Buffer.from([entries[base]?.[0].length ?? 0, text.length, text.length]), text]);
    const bytes = Buffer.alloc(40);
    let at = writeEntryHeader(bytes, 0, base === undefined ? OBJECT_BLOB : OBJECT_OFS_DELTA, payload.length);
    if (base !== undefined) at = writeBaseDistance(bytes, at, length - (starts[base] as number));
    const entry = Buffer.concat([bytes.subarray(0, at), compress(payload)]);
    writeFully(file, entry, length);
    length += entry.length;
  }
  finishPack(file, entries.length, length);
  closeSync(file);
  git(folder, ['index-pack', path]);
  return path;
}
