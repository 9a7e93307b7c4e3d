/** Histories that grow in one thing alone, each written to a folder. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { DumpBuilder } from '../../service/sources/subversion/testing/dump-builder.ts';
import { measure } from '../measure.ts';
import { Random } from '../random.ts';
import { MercurialFolder } from './mercurial-folder.ts';
import { type Change, SubversionFolder } from './subversion-folder.ts';

const MEGABYTE = 1 << 20;
/** Files that come in one revision while a large tree is made. */
const FILES_A_REVISION = 10_000;

export interface Dimension {
  name: string;
  vcs: 'subversion' | 'git' | 'mercurial';
  /** What there are so many of, as the table says it. */
  unit: string;
  sizes: readonly number[];
  /** The largest of them takes many minutes: `--up-to` says how far it goes. */
  isLong?: true;
  /** Writes a repository of that size. */
  make: (repository: string, size: number) => Promise<void> | void;
}

/** One of 144 small files of a project, with another text. */
function smallChange(random: Random, number: number): Change {
  const path = `trunk/d${random.below(12)}/f${random.below(12)}.c`;
  return { path, content: Buffer.from(`line ${number}\n${'x = 1;\n'.repeat(random.below(40))}`) };
}

function smallRevisions(repository: string, revisions: number, authors: number): void {
  const source = new SubversionFolder(repository, revisions);
  const random = new Random(3);
  for (let i = 1; i <= revisions; i++)
    source.revision(`developer${i % authors}`, `Change ${i}`, [smallChange(random, i)]);
  source.close();
}

function paths(repository: string, size: number): void {
  const revisions = Math.ceil(size / FILES_A_REVISION);
  const source = new SubversionFolder(repository, revisions);
  for (let i = 0; i < revisions; i++) {
    const files = Array.from({ length: Math.min(FILES_A_REVISION, size - i * FILES_A_REVISION) }, (_, k) => {
      const number = i * FILES_A_REVISION + k;
      return { path: `trunk/d${Math.floor(number / 1000)}/f${number}.c`, content: Buffer.from(`file ${number}\n`) };
    });
    source.revision('ann', `Files ${i}`, files);
  }
  source.close();
}

function filesInCommits(repository: string, size: number): void {
  const commits = 10;
  const source = new SubversionFolder(repository, commits);
  for (let i = 1; i <= commits; i++) {
    const files = Array.from({ length: size }, (_, k) => ({
      path: `trunk/d${k % 100}/f${k}.c`,
      content: Buffer.from(`file ${k}\nrevision ${i}\n`),
    }));
    source.revision('ann', `Change ${i} of everything`, files);
  }
  source.close();
}

/** Numbers of a generator: nothing that packs smaller. */
function* noise(megabytes: number): Iterable<Buffer> {
  let state = 88_172_645;
  for (let i = 0; i < megabytes; i++) {
    const words = new Uint32Array(MEGABYTE / 4);
    for (let k = 0; k < words.length; k++) {
      state ^= state << 13;
      state ^= state >>> 17;
      state ^= state << 5;
      words[k] = state;
    }
    yield Buffer.from(words.buffer);
  }
}

function largeFile(repository: string, megabytes: number): void {
  const source = new SubversionFolder(repository, 1);
  const content = { pieces: () => noise(megabytes) };
  source.revision('ann', 'A large file', [{ path: 'trunk/large.bin', content }]);
  source.close();
}

/** Trunk with 100 files; each copy of it is followed by `edits` revisions of the copy, or by one of trunk. */
async function copies(repository: string, container: string, count: number, edits: number): Promise<void> {
  execFileSync('svnadmin', ['create', repository]);
  const input = async (stdin: NodeJS.WritableStream) => {
    const dump = new DumpBuilder((bytes) => void stdin.write(bytes));
    dump.revision('Start').dir('trunk').dir('branches').dir('tags');
    for (let i = 0; i < 100; i++) dump.file(`trunk/f${i}.c`, `file ${i}\n`);
    for (let i = 1; i <= count; i++) {
      const name = `${container}/n${i}`;
      dump.revision(`Copy ${i}`).copyDir(name, 'trunk', dump.number - 1);
      for (let k = 0; k < edits; k++) dump.revision(`Edit ${k}`).change(`${name}/f${k}.c`, `${name}, edit ${k}\n`);
      if (edits === 0 && i % 10 === 0) dump.revision(`Go on ${i}`).change(`trunk/f${i % 100}.c`, `text ${i}\n`);
      if ((stdin as Writable).writableNeedDrain) await once(stdin, 'drain');
    }
    stdin.end();
  };
  await measure('svnadmin', ['load', '-q', '-M', '256', '--no-flush-to-disk', repository], { input });
}

async function gitCommits(repository: string, commits: number): Promise<void> {
  execFileSync('git', ['init', '-q', '--bare', '--initial-branch=main', repository]);
  const input = async (stdin: NodeJS.WritableStream) => {
    const random = new Random(5);
    for (let i = 1; i <= commits; i++) {
      const who = `Developer ${i % 50} <developer${i % 50}@example.org> ${1_200_000_000 + i * 600} +0000`;
      const { path, content } = smallChange(random, i);
      const file = `M 100644 inline ${path}\ndata ${(content as Buffer).length}\n${content}\n`;
      const message = `Change ${i}\n`;
      const text = `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n${file}`;
      if (!stdin.write(text)) await once(stdin, 'drain');
    }
    stdin.end('done\n');
  };
  await measure('git', ['-C', repository, 'fast-import', '--quiet', '--done'], { input });
}

function changesets(repository: string, size: number): void {
  const source = new MercurialFolder(repository);
  const random = new Random(7);
  for (let i = 0; i < size; i++) {
    const user = `User ${i % 50} <user${i % 50}@example.org>`;
    const { path, content } = smallChange(random, i);
    source.changeset(user, 1_200_000_000 + i * 600, `Change ${i}`, path, content as Buffer);
  }
  source.close();
}

const subversion = (name: string, unit: string, sizes: readonly number[], make: Dimension['make']): Dimension => ({
  name,
  vcs: 'subversion',
  unit,
  sizes,
  make,
});

export const DIMENSIONS: readonly Dimension[] = [
  {
    name: 'revisions',
    vcs: 'subversion',
    unit: 'small revisions',
    sizes: [12_500, 50_000, 200_000, 1_000_000],
    isLong: true,
    make: (repository, size) => smallRevisions(repository, size, 50),
  },
  {
    name: 'paths',
    vcs: 'subversion',
    unit: 'paths in one tree',
    sizes: [62_500, 250_000, 1_000_000],
    isLong: true,
    make: paths,
  },
  subversion('branches', 'branches with ten revisions each', [125, 250, 500], (repository, size) =>
    copies(repository, 'branches', size, 10),
  ),
  subversion('tags', 'tags', [1_250, 5_000, 20_000], (repository, size) => copies(repository, 'tags', size, 0)),
  subversion('authors', 'authors of a revision each', [12_500, 25_000, 50_000], (repository, size) =>
    smallRevisions(repository, size, size),
  ),
  subversion('files', 'files in each of ten revisions', [2_500, 5_000, 10_000], filesInCommits),
  subversion('large-file', 'MB in one file', [256, 1024, 4096], largeFile),
  {
    name: 'commits',
    vcs: 'git',
    unit: 'small commits',
    sizes: [12_500, 50_000, 200_000, 1_000_000],
    isLong: true,
    make: gitCommits,
  },
  {
    name: 'changesets',
    vcs: 'mercurial',
    unit: 'small changesets',
    sizes: [12_500, 50_000, 200_000, 1_000_000],
    isLong: true,
    make: changesets,
  },
];
