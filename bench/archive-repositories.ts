/**
 * Bare repositories as servers hold them, for the export bench: histories of sources, pictures, tables and programs, packed
 * by git itself, with some loose objects on top.
 */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { writeGitHistory } from './git-repository.ts';
import { measure } from './measure.ts';
import { Random, textLine } from './random.ts';

/** Largest part that is written at once, in bytes. */
const PIECE = 1 << 20;

type Content = (random: Random, bytes: number) => Buffer;

/** As a PNG or a JPEG: what was packed before. */
const picture: Content = (random, bytes) => {
  const content = Buffer.allocUnsafe(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) content.writeUInt32LE(Math.floor(random.next() * 2 ** 32), at);
  return content;
};

/** Rows of numbers and words, as exports of databases. */
const table: Content = (random, bytes) => {
  const lines: string[] = [];
  for (let length = 0; length < bytes; length += (lines.at(-1)?.length ?? 0) + 1) {
    const stamp = 1_500_000_000 + random.below(1e8);
    lines.push(`${stamp},${random.next().toFixed(12)},${random.below(1e9)},"${textLine(random).trim()}"`);
  }
  return Buffer.from(lines.join('\n'));
};

/** As a linked program: instructions, some of which come again and again. */
const program: Content = (random, bytes) => {
  const content = Buffer.allocUnsafe(bytes);
  for (let at = 0; at + 4 <= bytes; at += 4) {
    const operation = random.below(40);
    content[at] = operation * 5;
    content[at + 1] = operation < 20 ? 0x24 : random.below(64);
    content.writeUInt16LE(operation % 3 === 0 ? 0 : random.below(4096), at + 2);
  }
  return content;
};

/** Name, what its files are, how large one is, and its share of the whole once packed; the rest are histories of sources. */
const REPOSITORIES: { name: string; content: Content; fileBytes: number; share: number; packed: number }[] = [
  { name: 'pictures', content: picture, fileBytes: 300_000, share: 0.35, packed: 1 },
  { name: 'tables', content: table, fileBytes: 400_000, share: 0.15, packed: 0.5 },
  { name: 'programs', content: program, fileBytes: 900_000, share: 0.15, packed: 0.48 },
];
/** A commit of a history of sources takes so many bytes of a pack. */
const SOURCE_COMMIT_BYTES = 11_000;
const SOURCE_REPOSITORIES = 3;

/**
 * Makes the repositories in `folder`, about so many megabytes of packs together.
 * @returns their names, without `.git`
 */
export async function makeArchiveRepositories(folder: string, megabytes: number): Promise<string[]> {
  const bytes = megabytes * 1e6;
  const names: string[] = [];
  const make = async (name: string, write: (stdin: Writable) => Promise<void>) => {
    const path = join(folder, `${name}.git`);
    mkdirSync(path, { recursive: true });
    execFileSync('git', ['init', '-q', '--bare', '--initial-branch=main', path]);
    const importInto = (input: (stdin: Writable) => Promise<void>) =>
      measure('git', ['-C', path, 'fast-import', '--quiet', '--done'], {
        input: (stdin) => input(stdin as Writable),
      });
    await importInto(write);
    execFileSync('git', ['-C', path, 'repack', '-adq', '--threads=2']);
    execFileSync('git', ['-C', path, 'pack-refs', '--all']);
    // Few objects stay loose (git-fast-import(1), fastimport.unpackLimit).
    await importInto(async (stdin) => writeFiles(stdin, new Random(99), table, 2000, 12, 'refs/heads/main^0'));
    names.push(name);
  };
  for (const [seed, { name, content, fileBytes, share, packed }] of REPOSITORIES.entries()) {
    const count = Math.max(1, Math.round((bytes * share) / packed / fileBytes));
    await make(name, (stdin) => writeFiles(stdin, new Random(seed + 1), content, fileBytes, count, null));
  }
  const rest = bytes * (1 - REPOSITORIES.reduce((sum, { share }) => sum + share, 0));
  const commits = Math.max(10, Math.round(rest / SOURCE_REPOSITORIES / SOURCE_COMMIT_BYTES));
  for (let n = 1; n <= SOURCE_REPOSITORIES; n++) {
    await make(`sources-${n}`, (stdin) => writeGitHistory(stdin, commits, 600, 20 + n));
  }
  return names;
}

/** A commit for every eight files, of sizes around `fileBytes`. */
async function writeFiles(
  out: Writable,
  random: Random,
  content: Content,
  fileBytes: number,
  count: number,
  from: string | null,
): Promise<void> {
  const emit = async (piece: string | Buffer) => {
    if (!out.write(piece)) await once(out, 'drain');
  };
  for (let n = 0; n < count; n++) {
    if (n % 8 === 0) {
      const who = `Developer <developer@example.org> ${1_400_000_000 + n * 600} +0000`;
      const start = n === 0 && from !== null ? `from ${from}\n` : '';
      await emit(`commit refs/heads/main\ncommitter ${who}\ndata 7\nchange\n${start}`);
    }
    const bytes = content(random, Math.round(fileBytes * (0.5 + random.next())));
    await emit(`M 100644 inline part${n % 50}/file${from === null ? n : `new${n}`}\ndata ${bytes.length}\n`);
    for (let at = 0; at < bytes.length; at += PIECE) await emit(bytes.subarray(at, at + PIECE));
    await emit('\n');
  }
  await emit('done\n');
  out.end();
  await once(out, 'finish');
}
