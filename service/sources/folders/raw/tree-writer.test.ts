import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FRAME, framed, OBJECT_BLOB } from '../../../git/pack/entry.ts';
import { publishPack } from '../../../git/pack/index-pack.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import { treeBytes } from '../../../git/pack/tree-entries.ts';
import { TreeFinder } from '../../../git/pack/tree-finder.ts';
import { Directory, MODE_DIRECTORY, MODE_EXECUTABLE, MODE_FILE } from './directory.ts';
import { FactsStore } from './facts.ts';
import { TreeWriter } from './tree-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-tree-writer-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** More folders than the writer keeps the last trees of. */
const FOLDERS = 6;
const VERSIONS = 900;

it('writes large trees version by version as they are made in one go, in packs that Git takes, and they are found in', async () => {
  const store = ObjectStore.open(folder, 'content', 1 << 20, null);
  const facts = ObjectStore.open(folder, 'facts', 1 << 20, null);
  const random = numbers(3);
  const writer = new TreeWriter(store, new FactsStore(facts));
  const blobs = Array.from({ length: 50 }, (_, i) => store.addFramed(OBJECT_BLOB, frame(`text ${i}\n`)));
  const root = new Directory(-1, -1);
  const tags = Array.from({ length: FOLDERS }, (_, i) => {
    const directory = new Directory(-1, -1);
    root.setDirectory(i < 2 ? `trunk-${i}` : `place${i}`, directory);
    return { directory, files: new Map<string, { mode: string; blob: number }>() };
  });
  const written: { folder: number; tree: number; bytes: Buffer; files: ReadonlyMap<string, unknown> }[] = [];
  for (let version = 0; version < VERSIONS; version++) {
    // The first is changed all the time, the others in turn: their memory is given up and taken again.
    const number = version % 3 > 0 ? 0 : random(FOLDERS);
    const { directory, files } = tags[number] as (typeof tags)[number];
    const isMany = files.size === 0 || version % 97 === 0;
    for (let change = isMany ? 1_900 : random(4); change >= 0; change--) {
      const name = `release-${random(2_500)}${'x'.repeat(random(3))}`;
      // Now and then it shrinks below what is kept so.
      if (version % 200 > 180 ? change > 0 || random(3) > 0 : !isMany && random(4) === 0) {
        directory.remove(name);
        files.delete(name);
      } else {
        const mode = random(5) === 0 ? MODE_EXECUTABLE : MODE_FILE;
        const blob = blobs[random(blobs.length)] as number;
        directory.setFile(name, mode, blob, mode === MODE_EXECUTABLE ? 1 : 0);
        files.set(name, { mode, blob });
      }
    }
    directory.treeChanged = true;
    root.changedChildren.add(directory);
    root.treeChanged = true;
    writer.write(root);
    const bytes = treeBytes(
      [...files].map(([name, { mode, blob }]) => ({ mode, name, oid: Buffer.from(store.table.oid(blob)) })),
    );
    written.push({ folder: number, tree: directory.tree, bytes, files: new Map(files) });
  }
  expect(Math.max(...written.map(({ bytes }) => bytes.length))).toBeGreaterThan(64 << 10);
  expect(Math.min(...written.map(({ bytes }) => bytes.length))).toBeLessThan(64 << 10);
  const depths = written.map(({ tree }) => store.table.depth(tree));
  expect(Math.max(...depths)).toBeGreaterThan(100);
  expect(Math.max(...depths)).toBeLessThanOrEqual(250);
  const checkpoint = store.checkpoint();
  const { path } = store.seal();
  for (const { tree, bytes } of written) expect(store.read(tree).equals(bytes)).toBe(true);

  // By someone who reads them one after the other, and by one who goes to and fro.
  const reading = ObjectStore.openForReading(folder, 'content', 1 << 16, checkpoint);
  const finder = new TreeFinder(reading);
  const forth = written.filter(({ folder: number }) => number === 0);
  for (const { folder: number, tree, files } of [...written, ...forth.reverse()]) {
    for (const name of ['release-7', `release-${random(2_500)}`, 'release-', 'release-2499x']) {
      const wanted = files.get(name) as { mode: string; blob: number } | undefined;
      const found = wanted === undefined ? null : { mode: wanted.mode, number: wanted.blob };
      expect(finder.find(tree, `place ${number}`, name)).toEqual(found);
    }
  }
  const first = { mode: MODE_DIRECTORY, number: tags[0]?.directory.tree };
  expect(finder.find(root.tree, '', 'trunk-0')).toEqual(first);
  reading.close();

  const repository = join(folder, 'repository.git');
  mkdirSync(repository);
  execFileSync('git', ['init', '-q', '--bare', repository]);
  // Trees above branches lie apart.
  for (const pack of [path, store.asideFile(0)]) await publishPack(pack, repository, new AbortController().signal);
  const ids = written.map(({ tree }) => store.table.hex(tree));
  const sizes = execFileSync('git', ['--git-dir', repository, 'cat-file', '--batch-check=%(objectsize)'], {
    input: ids.join('\n'),
  });
  expect(sizes.toString().trim().split('\n').map(Number)).toEqual(written.map(({ bytes }) => bytes.length));
  store.close();
  facts.close();
});

it('stores a folder that grows by an entry at a time whole a few times only: 700 versions take less than two of them', () => {
  const store = ObjectStore.open(join(folder, 'growing'), 'content', 1 << 20, null);
  const facts = ObjectStore.open(join(folder, 'growing'), 'facts', 1 << 20, null);
  const writer = new TreeWriter(store, new FactsStore(facts));
  const random = numbers(5);
  const root = new Directory(-1, -1);
  const blobs = Array.from({ length: 3_700 }, (_, i) => store.addFramed(OBJECT_BLOB, frame(`text ${i}\n`)));
  for (let i = 0; i < 3_000; i++) root.setFile(`n${random(1 << 24)}`, MODE_FILE, blobs[i] as number, 0);
  const written: number[] = [];
  for (let version = 0; version < 700; version++) {
    root.setFile(`n${random(1 << 24)}`, MODE_FILE, blobs[3_000 + version] as number, 0);
    root.treeChanged = true;
    writer.write(root);
    written.push(root.tree);
  }
  const checkpoint = store.checkpoint();
  expect(checkpoint.asideLength).toBeLessThan(2 * store.read(root.tree).length);
  const reading = ObjectStore.openForReading(join(folder, 'growing'), 'content', 1 << 16, checkpoint);
  for (const tree of written.filter((_, version) => version % 70 === 60)) {
    const bytes = reading.read(tree);
    const oid = createHash('sha1').update(`tree ${bytes.length}\0`).update(bytes).digest('hex');
    expect(oid).toBe(store.table.hex(tree));
  }
  reading.close();
  store.close();
  facts.close();
});

function frame(text: string): Buffer {
  const bytes = framed(text.length);
  bytes.write(text, FRAME);
  return bytes;
}

/** Numbers that are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}
