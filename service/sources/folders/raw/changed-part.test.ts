import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FRAME, framed, OBJECT_BLOB } from '../../../git/pack/entry.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import { type TreeEntry, treeBytes } from '../../../git/pack/tree-entries.ts';
import { Directory, MODE_DIRECTORY, MODE_EXECUTABLE, MODE_FILE } from './directory.ts';
import { FactsStore } from './facts.ts';
import { TreeWriter } from './tree-writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-changed-part-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Model = Map<string, Model | { mode: string; blob: number }>;
const isFolder = (one: unknown): one is Model => one instanceof Map;

/** Id of the tree as git would have it, from nothing but names; null where no file is below. */
function idOf(model: Model, store: ObjectStore): string | null {
  const entries: TreeEntry[] = [];
  for (const [name, one] of model) {
    const id = isFolder(one) ? idOf(one, store) : store.table.hex(one.blob);
    if (id !== null)
      entries.push({ mode: isFolder(one) ? MODE_DIRECTORY : one.mode, name, oid: Buffer.from(id, 'hex') });
  }
  if (entries.length === 0) return null;
  const bytes = treeBytes(entries);
  return createHash('sha1').update(`tree ${bytes.length}\0`).update(bytes).digest('hex');
}

it.each([1, 2, 3, 4])(
  'writes of trees what changed, whatever did: files, folders, empty ones, moves (seed %d)',
  (seed) => {
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 8) % below;
    };
    // With little memory the tree before is at hand at times only.
    const store = ObjectStore.open(join(folder, `${seed}`), 'content', seed % 2 === 0 ? 1 << 20 : 6_000, null);
    const facts = new FactsStore(ObjectStore.open(join(folder, `${seed}`), 'facts', 1 << 20, null));
    const writer = new TreeWriter(store, facts);
    const blobs = Array.from({ length: 20 }, (_, i) => {
      const bytes = framed(2);
      bytes.write(`${String.fromCharCode(97 + i)}\n`, FRAME);
      return store.addFramed(OBJECT_BLOB, bytes);
    });
    // Names that are each other's beginnings, with what sorts just before and behind a slash.
    const name = () => `${['a', 'a.', 'a0', 'b', 'trunk', 'tags'][random(6)]}${random(14)}`;
    const model: Model = new Map();
    let root = new Directory(-1, -1);
    /** Changes a folder, and marks it and those above it. */
    const change = (at: Model, directory: Directory, depth: number): void => {
      directory.load(store, facts);
      const key = name();
      const there = at.get(key);
      const inner = directory.get(key)?.child ?? null;
      const choice = random(10);
      if (choice < 5 && isFolder(there) && inner !== null && depth < 3) {
        change(there, inner, depth + 1);
        directory.changedChildren.add(inner);
        return;
      }
      directory.treeChanged = true;
      directory.factsChanged = true;
      if (choice < 3 || choice === 9) {
        if (directory.remove(key)) at.delete(key);
      } else if (choice < 7) {
        const [blob, mode] = [blobs[random(blobs.length)] as number, random(4) === 0 ? MODE_EXECUTABLE : MODE_FILE];
        directory.setFile(key, mode, blob, mode === MODE_EXECUTABLE ? 1 : 0);
        at.set(key, { mode, blob });
      } else if (choice === 7 && isFolder(there) && inner !== null) {
        const other = name();
        if (other === key) return;
        directory.remove(key);
        at.delete(key);
        directory.setDirectory(other, inner);
        at.set(other, there);
        if (inner.loaded) directory.changedChildren.add(inner);
      } else {
        const made = new Directory(-1, -1);
        made.factsChanged = true;
        directory.setDirectory(key, made);
        directory.changedChildren.add(made);
        at.set(key, new Map());
      }
    };
    let longest = 0;
    for (let version = 0; version < 600; version++) {
      for (let changes = version < 40 ? 12 : random(3); changes >= 0; changes--) change(model, root, 0);
      writer.write(root);
      const id = root.tree < 0 ? null : store.table.hex(root.tree);
      expect(id, `version ${version}`).toBe(idOf(model, store));
      longest = Math.max(longest, root.payloadLength);
      // As at the begin of an update.
      if (random(40) === 0) root = new Directory(root.tree, root.facts);
    }
    expect(longest).toBeGreaterThan(1_200);
    store.close();
  },
);
