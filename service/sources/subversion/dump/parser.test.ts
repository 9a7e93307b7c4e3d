import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { DumpBuilder } from '../testing/dump-builder.ts';
import { DumpParser, parseProperties } from './parser.ts';
import { DumpError } from './record.ts';

function dump(): Buffer {
  const parts: Buffer[] = [];
  new DumpBuilder((bytes) => parts.push(bytes))
    .revision('One')
    .dir('trunk')
    .file('trunk/a', 'text\n\nwith empty lines\n')
    .revision('Two')
    .change('trunk/a', 'more\n');
  return Buffer.concat(parts);
}

async function readAll(chunks: Buffer[]): Promise<string[]> {
  const parser = new DumpParser(Readable.from(chunks));
  const seen: string[] = [];
  for (let record = await parser.next(); record !== null; record = await parser.next()) {
    const properties = record.properties === null ? [] : parseProperties(record.properties);
    const text = record.textLength < 0 ? null : (await parser.text()).toString();
    seen.push(JSON.stringify([record.kind, properties.length, text]));
  }
  return seen;
}

describe('DumpParser', () => {
  it('reads the same records however the stream is cut into chunks', async () => {
    const whole = dump();
    const expected = await readAll([whole]);
    expect(expected).toHaveLength(7);
    for (const size of [1, 2, 3, 7, 64, 1000]) {
      const chunks = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
        whole.subarray(i * size, (i + 1) * size),
      );
      expect(await readAll(chunks)).toEqual(expected);
    }
  });

  it('never takes a cut stream for more than it holds', async () => {
    const whole = dump();
    const expected = await readAll([whole]);
    for (let length = 0; length < whole.length; length++) {
      const seen = await readAll([whole.subarray(0, length)]).catch((error: unknown) => {
        expect(error).toBeInstanceOf(DumpError);
        return [];
      });
      expect(expected.slice(0, seen.length)).toEqual(seen);
    }
  });

  it.each([
    ['noise', 'this is not a dump\n\n'],
    ['a wrong length', 'Node-path: a\nText-content-length: -5\n\n'],
    ['a property block that lies', 'Node-path: a\nProp-content-length: 20\n\nK 99\nname\nPROPS-END\n\n\n\n\n'],
    ['a property block of gigabytes', 'Node-path: a\nProp-content-length: 9999999999\n\n'],
  ])('refuses %s', async (_, text) => {
    await expect(readAll([Buffer.from(text)])).rejects.toBeInstanceOf(DumpError);
  });
});
