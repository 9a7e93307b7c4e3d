import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { random } from '../../testing/random.ts';
import { DeltaBuilder } from './delta.ts';
import { FRAME, framed, hashFramed, OBJECT_BLOB, OBJECT_TREE } from './entry.ts';
import { publishPack } from './index-pack.ts';
import { MAX_DEPTH, ObjectStore } from './object-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-pack-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function frame(text: string | Buffer): Buffer {
  const payload = Buffer.from(text as string);
  const bytes = framed(payload.length);
  payload.copy(bytes, FRAME);
  return bytes;
}

/** Adds a text as a delta of `base`: everything but its last line is copied. */
function addNext(store: ObjectStore, base: number, before: string, text: string): number {
  const bytes = frame(text);
  const builder = new DeltaBuilder();
  builder.start(before.length, text.length, text.length);
  builder.copy(0, before.length);
  builder.insert(bytes, FRAME + before.length, bytes.length);
  return store.addDelta(OBJECT_BLOB, hashFramed(OBJECT_BLOB, bytes), bytes.subarray(FRAME), base, builder.finish());
}

const bare = () => {
  const repository = join(folder, 'repository.git');
  execFileSync('git', ['init', '-q', '--bare', repository]);
  return repository;
};
const catFile = (repository: string, oid: string) =>
  execFileSync('git', ['--git-dir', repository, 'cat-file', 'blob', oid], { maxBuffer: 1 << 28 });

describe('ObjectStore', () => {
  it('writes packs that Git takes, with deltas no deeper than allowed', async () => {
    // No cache, so that every read goes through the file.
    const store = ObjectStore.open(folder, 'content', 0, null);
    const texts: string[] = ['start of the text, long enough to be worth a delta\n'.repeat(20)];
    const numbers = [store.addFramed(OBJECT_BLOB, frame(texts[0] as string))];
    for (let i = 1; i < 3 * MAX_DEPTH; i++) {
      const before = texts[i - 1] as string;
      texts.push(`${before}line ${i}\n`);
      numbers.push(addNext(store, numbers[i - 1] as number, before, texts[i] as string));
    }
    for (const [i, number] of numbers.entries()) expect(store.read(number).toString()).toBe(texts[i]);
    expect(Math.max(...numbers.map((number) => store.table.depth(number)))).toBe(MAX_DEPTH);
    store.addFramed(OBJECT_TREE, frame(''));
    store.addFramed(OBJECT_BLOB, frame(''));
    store.addFramed(OBJECT_BLOB, frame(Buffer.alloc(3_000_000, 1)));
    store.checkpoint();
    const repository = bare();
    await publishPack(store.seal().path, repository, new AbortController().signal);
    for (const [i, number] of numbers.entries())
      expect(catFile(repository, store.table.hex(number)).toString()).toBe(texts[i]);
    // What is sealed can still be read, and added to.
    expect(store.read(numbers.at(-1) as number).toString()).toBe(texts.at(-1));
    addNext(store, numbers.at(-1) as number, texts.at(-1) as string, `${texts.at(-1)}in the next pack\n`);
    await publishPack(store.seal().path, repository, new AbortController().signal);
    store.close();
    expect(execFileSync('git', ['--git-dir', repository, 'fsck', '--full', '--no-dangling']).toString()).toBe('');
  });

  it('keeps apart what it is told to, at random, also over checkpoints and seals', async () => {
    const next = random(11);
    let store = ObjectStore.open(folder, 'content', 0, null);
    const repository = bare();
    const texts = new Map<number, string>();
    const last = { kept: -1, apart: -1 };
    for (let step = 0; step < 600; step++) {
      const aside = next() < 0.3;
      const which = aside ? 'apart' : 'kept';
      const base = last[which];
      const before = texts.get(base) ?? '';
      // Random lines do not pack: chains of deltas, and reads that cross what the other pack holds.
      const text = next() < 0.2 || before.length > 20_000 ? `${which} ${step}\n` : `${before}${next()} ${step}\n`;
      const bytes = frame(text);
      const oid = hashFramed(OBJECT_BLOB, bytes);
      const payload = bytes.subarray(FRAME);
      const builder = new DeltaBuilder();
      builder.start(before.length, text.length, text.length);
      if (text.startsWith(before)) builder.copy(0, before.length);
      builder.insert(bytes, FRAME + (text.startsWith(before) ? before.length : 0), bytes.length);
      last[which] =
        base < 0
          ? store.addNew(OBJECT_BLOB, oid, payload, { aside })
          : store.addDelta(OBJECT_BLOB, oid, payload, base, builder.finish(), { aside });
      texts.set(last[which], text);
      const [some] = [...texts.keys()].slice(Math.floor(next() * texts.size));
      expect(store.read(some as number).toString()).toBe(texts.get(some as number));
      if (step % 140 === 139) store.seal();
      if (step % 70 !== 69) continue;
      const checkpoint = store.checkpoint();
      store.addNew(OBJECT_BLOB, hashFramed(OBJECT_BLOB, frame('lost')), Buffer.from('lost'), { aside: next() < 0.5 });
      store.close();
      store = ObjectStore.open(folder, 'content', 0, checkpoint);
      for (const [number, text] of texts) expect(store.read(number).toString()).toBe(text);
    }
    const unfinished = store.checkpoint();
    const early = ObjectStore.openForReading(folder, 'content', 0, unfinished);
    for (const [number, text] of texts) expect(early.read(number).toString()).toBe(text);
    early.close();
    store.seal();
    const reading = ObjectStore.openForReading(folder, 'content', 0, store.checkpoint());
    for (const [number, text] of texts) expect(reading.read(number).toString()).toBe(text);
    const ids = async (file: string) => {
      const published = await publishPack(file, repository, new AbortController().signal);
      const list = execFileSync('git', ['show-index'], { input: readFileSync(published.replace(/pack$/, 'idx')) });
      return list
        .toString()
        .trim()
        .split('\n')
        .map((line) => line.split(' ')[1]);
    };
    for (let k = 0; k <= unfinished.pack; k++) {
      const inPack = await ids(store.packFile(k));
      const inAside = existsSync(store.asideFile(k)) ? await ids(store.asideFile(k)) : [];
      for (const [number, text] of texts) {
        if (inPack.includes(store.table.hex(number))) expect(text).not.toContain('apart');
        if (inAside.includes(store.table.hex(number))) expect(text).not.toContain('kept');
      }
    }
    for (const [number, text] of texts) expect(catFile(repository, store.table.hex(number)).toString()).toBe(text);
    reading.close();
    store.close();
  });

  it('adds an object once', () => {
    const store = ObjectStore.open(folder, 'content', 1000, null);
    expect(store.addFramed(OBJECT_BLOB, frame('a'))).toBe(store.addFramed(OBJECT_BLOB, frame('a')));
    expect(store.objectsInPack).toBe(1);
    store.close();
  });

  it('goes on at its last checkpoint and forgets what came after', async () => {
    const first = ObjectStore.open(folder, 'content', 1000, null);
    const kept = Array.from({ length: 5000 }, (_, i) => first.addFramed(OBJECT_BLOB, frame(`kept ${i}`)));
    const checkpoint = first.checkpoint();
    first.addFramed(OBJECT_BLOB, frame('lost'));
    first.addFramed(OBJECT_BLOB, frame(Buffer.alloc(2_000_000, 5)));
    first.close();
    appendFileSync(join(folder, 'content-0.pack'), 'half a write');
    appendFileSync(join(folder, 'content.objects'), 'half a record');
    const second = ObjectStore.open(folder, 'content', 0, checkpoint);
    expect(second.table.count).toBe(5000);
    expect(second.table.find(hashFramed(OBJECT_BLOB, frame('lost')))).toBe(-1);
    second.addFramed(OBJECT_BLOB, frame('new'));
    expect(second.read(kept[4321] as number).toString()).toBe('kept 4321');
    second.checkpoint();
    const repository = bare();
    const { path, objects } = second.seal();
    expect(objects).toBe(5001);
    await publishPack(path, repository, new AbortController().signal);
    second.close();
    expect(execFileSync('git', ['--git-dir', repository, 'fsck', '--full', '--no-dangling']).toString()).toBe('');
  });

  it('takes files of any size through the disk', async () => {
    const store = ObjectStore.open(folder, 'content', 1000, null);
    const next = random(7);
    const noise = Buffer.from(Uint8Array.from({ length: 5_000_000 }, () => next() * 256));
    // In pieces of 4 MB: text, both, and what is packed already.
    const large = Buffer.concat([Buffer.alloc(5_000_001, 'large file '), noise]);
    const file = join(folder, 'large');
    writeFileSync(file, large);
    const number = store.addBlobFile(file);
    expect(store.addBlobFile(file)).toBe(number);
    expect(store.table.hex(number)).toBe(
      createHash('sha1').update(`blob ${large.length}\0`).update(large).digest('hex'),
    );
    const copy = join(folder, 'copy');
    await store.readToFile(number, copy);
    store.addFramed(OBJECT_BLOB, frame('after it'));
    store.checkpoint();
    const repository = bare();
    await publishPack(store.seal().path, repository, new AbortController().signal);
    expect(catFile(repository, store.table.hex(number)).equals(large)).toBe(true);
    store.close();
  });
});

describe('publishPack', () => {
  it('refuses a damaged pack and leaves nothing in the repository', async () => {
    const store = ObjectStore.open(folder, 'content', 1000, null);
    store.addFramed(OBJECT_BLOB, frame('x'.repeat(500)));
    store.checkpoint();
    const { path } = store.seal();
    store.close();
    const bytes = Buffer.from(execFileSync('cat', [path]));
    bytes[20] = (bytes[20] as number) ^ 0xff;
    writeFileSync(path, bytes);
    const repository = bare();
    await expect(publishPack(path, repository, new AbortController().signal)).rejects.toMatchObject({
      kind: 'internal',
    });
    expect(execFileSync('ls', [join(repository, 'objects/pack')]).toString()).toBe('');
  });
});
