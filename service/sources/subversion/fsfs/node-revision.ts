/** What a revision file says of one file or folder, and what changed (Subversion's `libsvn_fs_fs/structure`). */
import { FsfsError } from './fsfs-error.ts';

/** Where a text lies, before it is taken apart. */
export interface Representation {
  revision: number;
  /** Number of the item in its revision, or bytes from where the revision begins (`RevisionFiles`). */
  item: number;
  /** Bytes that it takes, without its first line. */
  length: number;
  /** Hex MD5 of the text. */
  md5: string;
}

export interface NodeRevision {
  isDirectory: boolean;
  /** Where it was made, without a slash at its start. */
  path: string;
  /** Null for an empty text. */
  text: Representation | null;
  properties: Representation | null;
  /** What it was before, or what it was copied from. */
  before: { revision: number; item: number } | null;
}

const PATH_FIELD = '\ncpath: ';
const ID = /\.r(\d+)\/(\d+)$/;

/** Where the node of a node-revision was made. @throws FsfsError */
export function pathOf(block: string): string {
  const from = block.indexOf(PATH_FIELD);
  if (from < 0) throw new FsfsError('a revision file names a node without its kind or path');
  const end = block.indexOf('\n', from + PATH_FIELD.length);
  return withoutSlash(block.slice(from + PATH_FIELD.length, end < 0 ? undefined : end));
}

/** @param block the lines of a node-revision, as latin1 @throws FsfsError */
export function readNodeRevision(block: string): NodeRevision & { id: string } {
  const fields = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
  }
  const type = fields.get('type');
  const id = fields.get('id');
  const path = fields.get('cpath');
  if (id === undefined || path === undefined || (type !== 'file' && type !== 'dir'))
    throw new FsfsError('a revision file names a node without its kind or path');
  const before = fields.get('pred');
  return {
    id,
    isDirectory: type === 'dir',
    path: withoutSlash(path),
    text: representation(fields.get('text')),
    properties: representation(fields.get('props')),
    before: before === undefined ? null : placeOfId(before),
  };
}

/** @throws FsfsError for the id of a node that is in no revision */
export function placeOfId(id: string): { revision: number; item: number } {
  const match = ID.exec(id);
  if (match === null) throw new FsfsError('a revision file names a node that is in no revision');
  return { revision: Number(match[1]), item: Number(match[2]) };
}

function representation(line: string | undefined): Representation | null {
  if (line === undefined) return null;
  const match = /^(\d+) (\d+) (\d+) \d+ ([0-9a-f]{32})(?: |$)/.exec(line);
  if (match === null) throw new FsfsError('a revision file says a text in a way of its own');
  return { revision: Number(match[1]), item: Number(match[2]), length: Number(match[3]), md5: match[4] as string };
}

function withoutSlash(path: string): string {
  if (!path.startsWith('/')) throw new FsfsError('a revision file names a path without its slash');
  return path.slice(1);
}

export interface ChangedPath {
  /** Without a slash at its start; '' for the root. */
  path: string;
  action: 'add' | 'change' | 'delete' | 'replace';
  textChanged: boolean;
  propertiesChanged: boolean;
  copiedFrom: { path: string; revision: number } | null;
}

const CHANGE =
  /^\S+ (add|modify|delete|replace)(?:-(?:file|dir))? (true|false) (true|false) (?:(?:true|false) )?(\/[^\0]*)$/;

/**
 * Two lines at a time: what became of a path, and what it was copied from.
 * @param lines from where the list begins; it ends with an empty line where a path was due, or with the file
 * @throws FsfsError
 */
export function readChangedPaths(lines: Iterator<string>): ChangedPath[] {
  const changes: ChangedPath[] = [];
  const seen = new Set<string>();
  for (;;) {
    const line = lines.next();
    if (line.done === true || line.value === '') return changes;
    const match = CHANGE.exec(line.value);
    const from = lines.next();
    if (match === null || from.done === true) throw new FsfsError('a list of changed paths holds an unknown line');
    const path = withoutSlash(match[4] as string);
    // Some early versions wrote one line for each step of a commit, of which only all together say what became of a path.
    if (seen.has(path)) throw new FsfsError('a list of changed paths names one twice');
    seen.add(path);
    changes.push({
      path,
      action: match[1] === 'modify' ? 'change' : (match[1] as ChangedPath['action']),
      textChanged: match[2] === 'true',
      propertiesChanged: match[3] === 'true',
      copiedFrom: from.value === '' ? null : copiedFrom(from.value),
    });
  }
}

function copiedFrom(line: string): { path: string; revision: number } {
  const space = line.indexOf(' ');
  const revision = Number(line.slice(0, space));
  if (space <= 0 || !Number.isSafeInteger(revision))
    throw new FsfsError('a list of changed paths holds an unknown line');
  return { revision, path: withoutSlash(line.slice(space + 1)) };
}

/** Folders before what is in them, as Subversion itself walks: a slash comes before everything else. */
function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  const before = a[at] === '/' ? 0 : a.charCodeAt(at);
  return before - (b[at] === '/' ? 0 : b.charCodeAt(at));
}

/**
 * The order in which `svnadmin` dumps them: folders before what is in them, and what is gone from a folder behind all else in it.
 * Branches that were renamed are told by it, so it is the same however a revision arrives.
 */
export function inDumpOrder(changes: readonly ChangedPath[]): ChangedPath[] {
  const ordered: ChangedPath[] = [];
  const open: { folder: string; gone: ChangedPath[] }[] = [];
  const leave = () => ordered.push(...(open.pop()?.gone ?? []));
  for (const change of [...changes].sort((left, right) => comparePaths(left.path, right.path))) {
    const parent = change.path.slice(0, Math.max(0, change.path.lastIndexOf('/')));
    for (let top = open.at(-1); top !== undefined && !isIn(change.path, top.folder); top = open.at(-1)) leave();
    if (change.action !== 'delete') ordered.push(change);
    else if (open.at(-1)?.folder === parent) open.at(-1)?.gone.push(change);
    else open.push({ folder: parent, gone: [change] });
  }
  while (open.length > 0) leave();
  return ordered;
}

function isIn(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}
