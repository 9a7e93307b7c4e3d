import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FRAME, framed, OBJECT_TREE } from './entry.ts';
import { ObjectStore } from './object-store.ts';
import { treeBytes } from './tree-entries.ts';
import { TreeFinder } from './tree-finder.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-tree-finder-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Numbers that are the same in each run. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return (state >>> 8) % below;
  };
}

it('finds in each version of large and small trees what reading all of it finds', () => {
  const store = ObjectStore.open(folder, 'trees', 1 << 20, null);
  const below = numbers(7);
  // Ids full of bytes that mean something elsewhere in a tree: NUL, space, slash, digits of modes.
  const blobs = Array.from({ length: 300 }, (_, i) => {
    const oid = Buffer.from(
      Array.from({ length: 20 }, (_, k) => [0, 0x20, 0x2f, 0x34, 0x30][(i * 7 + k * 3) % 5] ?? 0),
    );
    oid.writeUInt16BE(i, 9);
    return store.table.add(oid, OBJECT_TREE, 0, 12 + i, 0);
  });
  const names = Array.from({ length: 400 }, (_, i) => {
    const stem = ['a', 'a-', 'a.', 'a0', '40000 x', 'x y', '\xff', ' ', 'n'.repeat(1 + (i % 90))][i % 9] as string;
    return `${stem}${i % 3 === 0 ? '' : i}`;
  });
  const finder = new TreeFinder(store);
  const entries = new Map<string, { mode: string; number: number }>();
  let sawLarge = 0;
  for (let version = 0; version < 600; version++) {
    for (let change = below(version % 50 === 0 ? 60 : 3); change >= 0; change--) {
      const name = names[below(names.length)] as string;
      if (below(version < 300 ? 4 : 2) === 0) entries.delete(name);
      else entries.set(name, { mode: below(2) === 0 ? '40000' : '100644', number: blobs[below(300)] as number });
    }
    const tree = treeBytes(
      [...entries].map(([name, { mode, number }]) => ({ name, mode, oid: store.table.oid(number) })),
    );
    const bytes = framed(tree.length);
    tree.copy(bytes, FRAME);
    const number = store.addFramed(OBJECT_TREE, bytes);
    if (tree.length > 2048) sawLarge++;
    for (const name of [...names.slice(version % 40, (version % 40) + 60), '', 'a/', 'zz', '40000'])
      expect(finder.find(number, `place ${version % 3}`, name), name).toEqual(entries.get(name) ?? null);
  }
  expect(sawLarge).toBeGreaterThan(300);
  store.close();
});
