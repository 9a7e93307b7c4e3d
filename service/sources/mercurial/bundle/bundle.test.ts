/** Bundles as hg writes them, whole, cut off at every byte, and lying about their lengths. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDelta, DeltaBuilder } from '../../../git/pack/delta.ts';
import { HgWorkspace } from '../testing/hg.ts';
import { readBundle } from './bundle2.ts';
import { BundleError, ByteReader } from './byte-reader.ts';
import { readChangegroup } from './changegroup.ts';
import { applyPatch, copyPatch, patchedLength } from './patch.ts';

let folder: string;
let bundle: Buffer;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry bundle '));
  const hg = new HgWorkspace(join(folder, 'source'));
  for (let n = 0; n < 4; n++) {
    hg.write(`file${n}`, `${n}\n`.repeat(20));
    hg.write('same', `${n}\n`);
    hg.commit(`change ${n}`);
  }
  hg.hg('bundle', '-q', '--all', '--type', 'none-v2', join(folder, 'bundle'));
  bundle = readFileSync(join(folder, 'bundle'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a bundle and counts what comes. */
async function read(bytes: Buffer, size = 1 << 16) {
  const count = { changesets: 0, manifests: 0, files: 0, revisions: 0 };
  await readBundle(new ByteReader(inPieces(bytes, size)), ({ version, pieces }) =>
    readChangegroup(version, pieces, {
      changeset: () => void count.changesets++,
      manifest: () => void count.manifests++,
      file: () => void count.files++,
      fileRevision: () => void count.revisions++,
      breathe: async () => undefined,
    }),
  );
  return count;
}

describe('a bundle', () => {
  it.each([1 << 16, 7, 1])('is read whole, in pieces of %s bytes', async (size) => {
    expect(await read(bundle, size)).toEqual({ changesets: 4, manifests: 4, files: 5, revisions: 8 });
  });

  it('that is cut off at any byte is refused', async () => {
    for (let length = 0; length < bundle.length; length++) {
      await expect(read(bundle.subarray(0, length)), `${length} bytes`).rejects.toThrow(BundleError);
    }
  });

  it('that lies about lengths ends in an answer or a refusal, never in a hang or another error', async () => {
    let refused = 0;
    for (let at = 0; at + 4 <= bundle.length; at += 3) {
      for (const lie of [0x7fffffff, -1, 1, 0x10000]) {
        const lying = Buffer.from(bundle);
        lying.writeInt32BE(lie, at);
        const error = await read(lying).then(
          () => null,
          (thrown: unknown) => thrown,
        );
        if (error === null) continue;
        refused += 1;
        expect(error, `${lie} at ${at}`).toBeInstanceOf(BundleError);
      }
    }
    expect(refused).toBeGreaterThan(100);
  });

  it('of another kind is refused with what is wrong about it', async () => {
    await expect(read(Buffer.from('HG10UN'))).rejects.toThrow('does not begin as a bundle does');
    const compressed = Buffer.concat([Buffer.from('HG20'), Buffer.from([0, 0, 0, 14]), Buffer.from('Compression=BZ')]);
    await expect(read(compressed)).rejects.toThrow('compressed');
  });
});

describe('a delta', () => {
  it('that would make a text of more than 1 GB is refused before memory is taken', () => {
    expect(() => patchedLength(Buffer.alloc(0), 2 ** 30 + 1)).toThrow(BundleError);
    expect(patchedLength(Buffer.alloc(0), 2 ** 30)).toBe(2 ** 30);
  });

  const piece = (start: number, end: number, text: string) => {
    const bytes = Buffer.alloc(12 + text.length);
    bytes.writeUInt32BE(start, 0);
    bytes.writeUInt32BE(end, 4);
    bytes.writeUInt32BE(text.length, 8);
    bytes.write(text, 12, 'latin1');
    return bytes;
  };

  it.each([
    ['one piece', [piece(2, 4, 'XYZ')]],
    ['several', [piece(0, 0, 'front '), piece(3, 5, ''), piece(10, 10, ' end')]],
    ['nothing', []],
    ['everything', [piece(0, 10, 'other')]],
  ])('of %s makes the same text as Git’s own, whatever is cut off both', (_, pieces) => {
    const base = Buffer.from('0123456789');
    const patch = Buffer.concat(pieces);
    const text = applyPatch(base, patch, 0);
    for (let baseCut = 0; baseCut <= base.length; baseCut++) {
      for (let cut = 0; cut <= text.length; cut++) {
        const builder = new DeltaBuilder();
        builder.start(base.length - baseCut, text.length - cut, 1000);
        copyPatch(builder, patch, base.length, baseCut, text, cut);
        const delta = builder.finish();
        expect(delta).not.toBeNull();
        expect(applyDelta(base.subarray(baseCut), delta as Buffer).toString()).toBe(text.subarray(cut).toString());
      }
    }
  });

  it.each([
    ['ends before it starts', [piece(5, 4, 'x')]],
    ['goes behind its base', [piece(5, 11, 'x')]],
    ['overlaps', [piece(0, 5, 'x'), piece(4, 6, 'y')]],
    ['ends too early', [piece(0, 1, 'xyz').subarray(0, 13)]],
    ['has half a header', [Buffer.alloc(5)]],
  ])('that %s is refused', (_, pieces) => {
    expect(() => applyPatch(Buffer.from('0123456789'), Buffer.concat(pieces), 0)).toThrow(BundleError);
  });
});

it('what is closed without an end has ended', async () => {
  const pieces = new PassThrough();
  pieces.write('abc');
  const reader = new ByteReader(pieces);
  expect((await reader.read(3)).toString()).toBe('abc');
  pieces.destroy();
  expect(await reader.some(1)).toBeNull();
  await expect(reader.read(1)).rejects.toThrow(BundleError);
});
