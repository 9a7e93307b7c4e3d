/** Notes are written as revisions come: each commit's has all of its revisions, also those that come later, in whichever order. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ObjectStore } from '../../git/pack/object-store.ts';
import { random } from '../../testing/random.ts';
import { WrittenNotes } from './written-notes.ts';

const sha1 = (text: string) => createHash('sha1').update(text);
const commitOf = (n: number) => sha1(`commit ${n}`).digest('hex');
const blobOf = (text: string) => sha1(`blob ${Buffer.byteLength(text)}\0${text}`).digest('hex');

it('some one after the other, some much later, some of a megabyte', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry notes '));
  const store = ObjectStore.open(folder, 'notes', 0, null);
  try {
    const next = random(7);
    const rows: { commit: string; date: string; text: string }[] = [];
    for (let n = 0; n < 3000; n += 1) {
      const commit = commitOf(next() < 0.1 ? Math.floor(next() * n) : n);
      for (let times = next() < 0.1 ? 3 : 1; times > 0; times -= 1) {
        const text = `Revision: r${n}\n${'é'.repeat(n % 400)}${n === 17 ? 'x'.repeat(1 << 20) : ''}\n`;
        rows.push({ commit, date: `2001-01-01T00:${String(n % 60).padStart(2, '0')}:00Z`, text });
      }
    }
    const wanted = new Map<string, string>();
    for (const { commit, text } of rows)
      wanted.set(commit, wanted.has(commit) ? `${wanted.get(commit)}\n${text}` : text);

    const notes = new WrittenNotes(store);
    for (const row of rows) notes.add(row, row.text);
    expect(notes.isAgain).toBe(true);
    for (const row of rows) notes.addAgain(row, row.text);
    const { count, commitAt, blobAt, youngest } = notes.end();
    expect([count, notes.count]).toEqual([wanted.size, wanted.size]);
    expect(youngest).toBe(Date.parse('2001-01-01T00:59:00Z') / 1000);
    const found = Array.from({ length: count }, (_, place) => [
      commitAt(place).toString('hex'),
      blobAt(place).toString('hex'),
    ]);
    const expected = [...wanted].map(([commit, text]) => [commit, blobOf(text)]);
    expect(found).toEqual(expected.sort(([a = ''], [b = '']) => (a < b ? -1 : 1)));
    for (const [, blob] of found)
      expect(store.table.find(Buffer.from(blob as string, 'hex'))).toBeGreaterThanOrEqual(0);
  } finally {
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
