import { execFileSync } from 'node:child_process';
import { createHash, randomFillSync } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArchive } from '../read/read-archive.ts';
import { ArchiveFile } from './archive-file.ts';
import { BLOCK_BYTES, choosePacking, LAST_BLOCK, packBlock } from './deflate-block.ts';
import { padding, tarHeader } from './tar-header.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry archive '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const signal = new AbortController().signal;
const noise = (bytes: number) => randomFillSync(Buffer.alloc(bytes));
const text = (bytes: number) =>
  Buffer.from('{"type":"issue","title":"A line that comes again"}\n'.repeat(bytes / 50)).subarray(0, bytes);

test('GNU tar and gzip read it: long names, other alphabets, empty and large files, packed and not', async () => {
  const deep = `${'folder/'.repeat(20)}${'name'.repeat(20)}.txt`;
  const contents = new Map<string, Buffer>([
    ['schema.json', Buffer.from('{"version":"1.0.1"}\n')],
    ['empty.json', Buffer.alloc(0)],
    ['issues_000001.json', text(300_000)],
    ['repositories/o/r.git/objects/pack/pack-1.pack', noise(3 * BLOCK_BYTES + 17)],
    [deep, text(1000)],
    [`attachments/1/${'ü'.repeat(60)} 写真.png`, noise(5000)],
    ['a'.repeat(200), text(10)],
    ['exactly.bin', noise(BLOCK_BYTES)],
  ]);
  const path = join(folder, 'one.tar.gz');
  const archive = await ArchiveFile.create(path);
  await archive.addFolder('repositories/o/r.git/refs/');
  for (const [name, content] of contents) {
    if (content.length < 10_000) {
      await archive.addBytes(name, content);
    } else {
      const file = join(folder, 'source');
      writeFileSync(file, content);
      let told = 0;
      await archive.addFile(name, file, signal, (bytes) => {
        told += bytes;
      });
      expect(told).toBe(content.length);
    }
  }
  expect(existsSync(path)).toBe(false);
  const written = await archive.finish();
  const bytes = readFileSync(path);
  expect(written).toEqual({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  expect(existsSync(`${path}.part`)).toBe(false);
  execFileSync('gzip', ['--test', path]);
  const out = join(folder, 'out');
  execFileSync('mkdir', [out]);
  expect(execFileSync('tar', ['xzf', path, '-C', out], { encoding: 'utf8', stdio: 'pipe' })).toBe('');
  for (const [name, content] of contents) expect(readFileSync(join(out, name)).equals(content), name).toBe(true);
  expect(readdirSync(join(out, 'repositories/o/r.git'))).toContain('refs');
  const listed = execFileSync('tar', ['--numeric-owner', '--full-time', '--utc', '-tvzf', path], { encoding: 'utf8' });
  for (const line of listed.trim().split('\n')) {
    expect(line).toMatch(/^(-rw-r--r--|drwxr-xr-x) 0\/0 +\d+ 2020-01-01 00:00:00 /);
  }
  // One member: what follows it would be a second one.
  expect(gunzipSync(bytes).length % 512).toBe(0);
});

test('the same content gives the same bytes, however slow the disk and the other threads are', async () => {
  const parts = [text(2 * BLOCK_BYTES), noise(4 * BLOCK_BYTES), text(700), noise(300)];
  const write = async (name: string, busy: boolean) => {
    const path = join(folder, name);
    const archive = await ArchiveFile.create(path);
    for (const [index, part] of parts.entries()) {
      if (busy) await Promise.all(Array.from({ length: 20 }, () => packBlock(text(BLOCK_BYTES))));
      await archive.addBytes(`part${index}`, part);
    }
    await archive.finish();
    return readFileSync(path);
  };
  expect((await write('quiet.tar.gz', false)).equals(await write('busy.tar.gz', true))).toBe(true);
});

test('what does not shrink is stored, what is text is searched well', async () => {
  expect(choosePacking(noise(BLOCK_BYTES))).toBe('stored');
  expect(choosePacking(text(BLOCK_BYTES))).toMatchObject({ level: 6 });
  // Bytes of few kinds in no order: codes alone are as good as a search, and faster.
  const skewed = noise(BLOCK_BYTES).map((byte) => byte & 0x7f);
  expect(choosePacking(Buffer.from(skewed))).toMatchObject({ level: 1, strategy: 2 });
  const stored = Buffer.concat(await packBlock(noise(BLOCK_BYTES)));
  expect(stored.length - BLOCK_BYTES).toBe(8 * 5);
});

test('what shrinks a thousandfold makes no archive that is refused as a bomb', async () => {
  const zeros = Buffer.alloc(BLOCK_BYTES);
  const block = Buffer.concat(await packBlock(zeros));
  expect(zeros.length / block.length).toBeLessThan(201);
  expect(inflateRawSync(Buffer.concat([block, LAST_BLOCK])).equals(zeros)).toBe(true);

  // An empty disk among the large files, which takes no room on ours.
  const disk = join(folder, 'disk.img');
  writeFileSync(disk, '');
  truncateSync(disk, 520 * 2 ** 20);
  const path = join(folder, 'zeros.tar.gz');
  const archive = await ArchiveFile.create(path);
  await archive.addBytes('schema.json', Buffer.from('{"version":"1.0.1"}'));
  await archive.addFile('repositories/o/r.git/lfs/objects/disk', disk, signal, () => undefined);
  await archive.finish();
  const totals = await readArchive(path, { signal }, { file: () => null });
  expect(totals).toMatchObject({ members: 2, size: 520 * 2 ** 20 + 19 });
});

test('a file that becomes shorter while it is read is refused; giving up leaves nothing', async () => {
  const path = join(folder, 'given-up.tar.gz');
  const archive = await ArchiveFile.create(path);
  const file = join(folder, 'shrinking');
  writeFileSync(file, noise(4 * BLOCK_BYTES));
  const adding = archive.addFile('x', file, signal, () => writeFileSync(file, ''));
  await expect(adding).rejects.toMatchObject({ message: expect.stringContaining('changed while it was read') });
  await archive.abandon();
  expect(readdirSync(folder).filter((name) => name.startsWith('given-up'))).toEqual([]);
});

test('an aborted addition ends with the reason', async () => {
  const archive = await ArchiveFile.create(join(folder, 'aborted.tar.gz'));
  const file = join(folder, 'large');
  writeFileSync(file, noise(4 * BLOCK_BYTES));
  const stop = new AbortController();
  const adding = archive.addFile('x', file, stop.signal, () => stop.abort(new Error('enough')));
  await expect(adding).rejects.toThrow('enough');
  await archive.abandon();
});

test('sizes beyond eleven octal digits stand in a pax header', () => {
  const header = tarHeader({ name: 'large.pack', size: 9 * 2 ** 30 });
  expect(header.length).toBe(3 * 512);
  expect(header.subarray(512, 512 + 20).toString()).toBe('19 size=9663676416\n\0');
  expect(padding(512)).toBe(0);
  expect(padding(513)).toBe(511);
});
