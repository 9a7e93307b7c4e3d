import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { applyDelta, DeltaBuilder } from '../../../git/pack/delta.ts';
import { FRAME } from '../../../git/pack/entry.ts';
import { applySvndiff, SvndiffError, streamSvndiff, targetSize } from './svndiff.ts';

/** A number as svndiff writes it. */
function number(value: number): number[] {
  const groups = [value & 0x7f];
  for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80);
  return groups;
}

interface WindowSpec {
  sourceOffset: number;
  sourceLength: number;
  instructions:
    | ['source' | 'target', from: number, length: number][]
    | ['new', text: string][]
    | (['source' | 'target', number, number] | ['new', string])[];
}

function encode(windows: WindowSpec[], section: (bytes: Buffer) => Buffer = (bytes) => bytes, version = 0): Buffer {
  const parts: Buffer[] = [Buffer.from([0x53, 0x56, 0x4e, version])];
  for (const { sourceOffset, sourceLength, instructions } of windows) {
    const ops: number[] = [];
    let data = '';
    let target = 0;
    for (const instruction of instructions) {
      const length = instruction[0] === 'new' ? instruction[1].length : (instruction[2] as number);
      const kind = { source: 0, target: 1, new: 2 }[instruction[0]] << 6;
      ops.push(...(length < 64 ? [kind | length] : [kind, ...number(length)]));
      if (instruction[0] === 'new') data += instruction[1];
      else ops.push(...number(instruction[1] as number));
      target += length;
    }
    const code = section(Buffer.from(ops));
    const text = section(Buffer.from(data));
    parts.push(
      Buffer.from([
        ...number(sourceOffset),
        ...number(sourceLength),
        ...number(target),
        ...number(code.length),
        ...number(text.length),
      ]),
      code,
      text,
    );
  }
  return Buffer.concat(parts);
}

const base = Buffer.from('The quick brown fox jumps over the lazy dog.');
const windows: WindowSpec[] = [
  {
    sourceOffset: 4,
    sourceLength: 20,
    instructions: [
      ['source', 0, 6],
      ['new', 'red '],
      ['source', 12, 3],
      ['target', 0, 6],
    ],
  },
  {
    sourceOffset: 0,
    sourceLength: 3,
    instructions: [
      ['new', 'ab'],
      ['target', 0, 200],
      ['source', 0, 3],
    ],
  },
];
const expected = `quick red foxquick ${'ab'.repeat(101)}The`.replace('foxquick ', 'foxquick ');

function apply(delta: Buffer): { text: string; viaGit: string } {
  const size = targetSize(delta);
  const builder = new DeltaBuilder();
  builder.start(base.length, size, Number.POSITIVE_INFINITY);
  const text = applySvndiff(delta, base, size, builder).subarray(FRAME).toString();
  return { text, viaGit: applyDelta(base, builder.finish() as Buffer).toString() };
}

/** An LZ4 block of literals only. */
function lz4Literals(bytes: Buffer): Buffer {
  const head = bytes.length < 15 ? [bytes.length << 4] : [0xf0, bytes.length - 15];
  return Buffer.concat([Buffer.from([...number(bytes.length), ...head]), bytes]);
}

describe('svndiff', () => {
  it.each([
    ['0', encode(windows)],
    ['1', encode(windows, (bytes) => Buffer.concat([Buffer.from(number(bytes.length)), deflateSync(bytes)]), 1)],
    [
      '1, sections as they are',
      encode(windows, (bytes) => Buffer.concat([Buffer.from(number(bytes.length)), bytes]), 1),
    ],
    ['2', encode(windows, lz4Literals, 2)],
  ])('version %s gives the text, and a Git delta that gives it too', (_, delta) => {
    expect(apply(delta)).toEqual({ text: expected, viaGit: expected });
  });

  it('gives an empty text for an empty delta', () => {
    expect(targetSize(Buffer.alloc(0))).toBe(0);
    expect(applySvndiff(Buffer.alloc(0), base, 0, null)).toHaveLength(FRAME);
  });

  it('streams window by window to the same text', () => {
    const delta = encode(windows);
    let text = '';
    streamSvndiff(
      (into, position) => delta.copy(into, 0, position),
      (offset, length) => base.subarray(offset, offset + length),
      (piece) => {
        text += piece.toString();
      },
    );
    expect(text).toBe(expected);
  });

  it('refuses a delta that is cut at any byte', () => {
    const delta = encode(windows);
    const whole = [0, 4, encode([windows[0] as WindowSpec]).length];
    for (let length = 1; length < delta.length; length++) {
      if (whole.includes(length)) continue;
      expect(() => apply(delta.subarray(0, length)), `${length} bytes`).toThrow(SvndiffError);
    }
  });

  it.each([
    ['a source view past the base', [{ sourceOffset: 40, sourceLength: 40, instructions: [['source', 0, 40]] }]],
    ['a copy past the source view', [{ sourceOffset: 0, sourceLength: 4, instructions: [['source', 2, 4]] }]],
    ['a copy from the future', [{ sourceOffset: 0, sourceLength: 0, instructions: [['target', 0, 4]] }]],
  ] as [string, WindowSpec[]][])('refuses %s', (_, spec) => {
    expect(() => apply(encode(spec))).toThrow(SvndiffError);
  });

  it('refuses windows that claim gigabytes', () => {
    const bomb = Buffer.from([0x53, 0x56, 0x4e, 0, 0, 0, ...number(2 ** 30), 1, 0, 0x80]);
    expect(() => targetSize(bomb)).toThrow(SvndiffError);
  });
});
