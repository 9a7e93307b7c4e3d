/** Where a repository of this disk says that its files really are: version control systems follow what these files and links name. */
import { open, readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { placeOf, whatIs } from './places.ts';

/** Repositories that borrow from one that borrows, and so on; git ends at five (object-file.c, `alt_odb_usable`). */
const DEEPEST = 6;
/** Longest file that names another place, in bytes; the rest is not read. */
const LONGEST = 64 * 1024;
/** Links of one folder that are looked at. */
const MOST_LINKS = 500;

/** What git tries for a path that it is given (path.c, `enter_repo`; builtin/clone.c, `get_repo_path`). */
const SUFFIXES = ['', '.git', '/.git', '.git/.git', '.bundle'];
/** Folders of a repository whose own links count: of git, of Mercurial, of Subversion. */
const FOLDERS = [
  '',
  'objects',
  'objects/pack',
  'objects/info',
  'refs',
  'refs/heads',
  '.hg',
  '.hg/store',
  '.hg/store/data',
  '.hg/data',
  'db',
  'db/revs',
];

/**
 * All paths that a tool may read or write when it is given one path.
 * @returns the path itself among them; each may or may not be there
 */
export async function pathsBehind(path: string): Promise<string[]> {
  const found = new Set<string>();
  const follow = async (at: string, depth: number): Promise<void> => {
    if (found.has(at) || depth > DEEPEST) return;
    found.add(at);
    const there = await whatIs(at);
    if (there === null) return;
    const further = there.isDirectory() ? await namedInFolder(at) : await namedInFile(at, there.isFile());
    for (const next of further) await follow(next, depth + 1);
  };
  for (const suffix of SUFFIXES) await follow(path + suffix, 0);
  // Subversion looks for its repository in the folders above, too.
  for (let at = resolve(path); dirname(at) !== at; at = dirname(at)) {
    if ((await whatIs(join(at, 'format'))) !== null) found.add(await placeOf(join(at, 'db')));
  }
  return [...found];
}

async function namedInFile(path: string, isFile: boolean): Promise<string[]> {
  const target = isFile ? /^gitdir: (.+)$/m.exec(await firstBytes(path))?.[1] : undefined;
  return target === undefined ? [] : [resolve(dirname(path), target.trim())];
}

async function namedInFolder(folder: string): Promise<string[]> {
  const [common, alternates, ofObjects, shared] = await Promise.all(
    ['commondir', 'objects/info/alternates', 'info/alternates', '.hg/sharedpath'].map((name) =>
      firstBytes(join(folder, name)),
    ),
  );
  const lines = (text: string | undefined) =>
    (text ?? '').split(/\r?\n/).filter((line) => line !== '' && line[0] !== '#');
  const links = await Promise.all(FOLDERS.map((name) => linksOf(join(folder, name))));
  return [
    ...lines(common).map((line) => resolve(folder, line)),
    ...lines(alternates).map((line) => resolve(folder, 'objects', unquoted(line))),
    ...lines(ofObjects).map((line) => resolve(folder, unquoted(line))),
    ...lines(shared).map((line) => resolve(folder, '.hg', line)),
    ...links.flat(),
  ];
}

/** Where the links of a folder lead. */
async function linksOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const links = entries.filter((entry) => entry.isSymbolicLink()).slice(0, MOST_LINKS);
  return Promise.all(links.map(({ name }) => placeOf(join(folder, name))));
}

/** git writes a path with unusual characters in quotes. */
function unquoted(line: string): string {
  return /^"(.*)"$/.exec(line)?.[1]?.replace(/\\(.)/g, '$1') ?? line;
}

/** The beginning of a file, long enough for whatever names another place; '' for what is no file. */
export async function firstBytes(path: string): Promise<string> {
  // A pipe would keep whoever opens it waiting.
  if ((await whatIs(path))?.isFile() !== true) return '';
  const file = await open(path).catch(() => null);
  if (file === null) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(LONGEST), 0, LONGEST, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
