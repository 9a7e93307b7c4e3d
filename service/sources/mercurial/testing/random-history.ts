/** Random Mercurial histories: made as a stream for Git, turned into Mercurial's by `hg convert`. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Random } from '../../../testing/random.ts';

interface File {
  mode: '100644' | '100755' | '120000';
  content: Buffer;
}
type Tree = Map<string, File>;

const FOLDERS = ['', 'src/', 'src/lib/', 'src/lib/deep/er/', 'Docs/', 'a b/', 'grüße/'];
const NAMES = ['one', 'two.txt', 'lib', 'src', 'x', 'Makefile', 'bild.png'];

/**
 * A repository of `count` changesets whose first lines are `c0`, `c1` and so on: merges, several heads, changesets that changed
 * nothing or the same as another one (which share its manifest), files that become folders and back, modes, symbolic links,
 * small and large contents that change a little or wholly.
 * @returns its path
 */
export function makeRandomHistory(folder: string, random: Random, count: number): string {
  const git = join(folder, 'made.git');
  execFileSync('git', ['init', '-q', '--bare', git]);
  execFileSync('git', ['--git-dir', git, 'fast-import', '--quiet'], { input: streamOf(random, count) });
  const path = join(folder, 'source');
  execFileSync('hg', ['--config', 'extensions.convert=', 'convert', '-q', '--source-type', 'git', git, path], {
    env: { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null', HGENCODING: 'UTF-8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return path;
}

function streamOf(random: Random, count: number): Buffer {
  const parts: Buffer[] = [];
  const trees: Tree[] = [];
  /** The first child of each, merges left out. */
  const firstChildren = new Map<number, number>();
  const isParent = new Set<number>();
  const data = (content: Buffer) => parts.push(Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n'));
  for (let n = 0; n < count; n++) {
    const first = n === 0 ? null : random() < 0.7 ? n - 1 : Math.floor(random() * n);
    const second = n > 2 && random() < 0.25 ? Math.floor(random() * n) : null;
    const merged = second !== null && second !== first ? second : null;
    const twin = first === null || merged !== null ? undefined : firstChildren.get(first);
    const sameAs = random() < 0.4 ? twin : undefined;
    const tree = new Map(first === null ? [] : trees[sameAs ?? first]);
    if (first !== null && merged === null && twin === undefined) firstChildren.set(first, n);
    if (merged !== null) for (const [path, file] of trees[merged] as Tree) if (random() < 0.5) put(tree, path, file);
    const changes = sameAs === undefined ? Math.floor(random() * 7) : 0;
    for (let made = 0; made < changes; made++) change(tree, random);
    parts.push(
      Buffer.from(
        `commit refs/heads/b${n}\nmark :${n + 1}\ncommitter Ann <ann@example.org> ${1_400_000_000 + n * 60} +0000\n`,
      ),
    );
    data(Buffer.from(`c${n}`));
    if (first !== null) parts.push(Buffer.from(`from :${first + 1}\n`));
    if (merged !== null) parts.push(Buffer.from(`merge :${merged + 1}\n`));
    parts.push(Buffer.from('deleteall\n'));
    for (const [path, { mode, content }] of tree) {
      parts.push(Buffer.from(`M ${mode} inline ${path}\n`));
      data(content);
    }
    for (const parent of [first, merged]) if (parent !== null) isParent.add(parent);
    trees.push(tree);
  }
  // Only heads stay branches: `hg convert` asks for each.
  for (const parent of isParent) parts.push(Buffer.from(`reset refs/heads/b${parent}\nfrom ${'0'.repeat(40)}\n`));
  return Buffer.concat([...parts, Buffer.from('done\n')]);
}

/** Puts a file where it may take the place of a folder, or of a file that is now one. */
function put(tree: Tree, path: string, file: File): void {
  for (const other of [...tree.keys()]) {
    if (other.startsWith(`${path}/`) || path.startsWith(`${other}/`)) tree.delete(other);
  }
  tree.set(path, file);
}

function change(tree: Tree, random: Random): void {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const paths = [...tree.keys()];
  const what = random();
  if (paths.length === 0 || what < 0.3) {
    put(tree, pick(FOLDERS) + pick(NAMES), { mode: '100644', content: contentOf(random) });
    return;
  }
  const path = pick(paths);
  const file = tree.get(path) as File;
  if (what < 0.65 && file.mode !== '120000') tree.set(path, { ...file, content: edited(file.content, random) });
  else if (what < 0.75) tree.delete(path);
  else if (what < 0.85) {
    const mode = file.mode === '100755' ? '100644' : '100755';
    tree.set(path, { mode, content: file.mode === '120000' ? contentOf(random) : file.content });
  } else if (what < 0.92) tree.set(path, { mode: '120000', content: Buffer.from(`../${pick(NAMES)}`) });
  else put(tree, pick(FOLDERS) + pick(NAMES), file);
}

/** Mostly some lines, at times nothing, bytes of any kind, or more than what is stored as it is. */
function contentOf(random: Random): Buffer {
  const kind = random();
  if (kind < 0.05) return Buffer.alloc(0);
  if (kind < 0.2) return Buffer.from(Array.from({ length: 1 + random() * 5000 }, () => Math.floor(random() * 256)));
  const lines = Math.floor(random() * (kind < 0.8 ? 20 : 600));
  // What begins with \1\n is how Mercurial marks copies.
  const start = kind > 0.97 ? '\u0001\nno copy\n\u0001\n' : '';
  return Buffer.from(start + Array.from({ length: lines }, () => `${Math.floor(random() * 1e9)}\n`).join(''));
}

function edited(content: Buffer, random: Random): Buffer {
  const at = Math.floor(random() * (content.length + 1));
  const end = Math.min(content.length, at + Math.floor(random() * 60));
  const between = random() < 0.7 ? Buffer.from(`edit ${Math.floor(random() * 1e6)}\n`) : Buffer.alloc(0);
  return Buffer.concat([content.subarray(0, at), between, content.subarray(end)]);
}
