import { Failure } from '../../failures/failure.ts';

/** Server paths (`$/Project/Folder/File`): case does not tell them apart, but is kept. */

/** The server's path of something in a project. @param relative '' for the project's folder */
export function serverPath(project: string, relative: string): string {
  return relative === '' ? `$/${project}` : `$/${project}/${relative}`;
}

/** How the server compares names: letter by letter, as .NET does (`OrdinalIgnoreCase`). */
export function fold(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
  return /^[\u0000-\u007f]*$/.test(name) ? name.toLowerCase() : name.replace(/./gsu, foldLetter);
}

/**
 * Each letter by itself: the last sigma of a word is a sigma, what would become two letters stays one, and no letter of
 * another alphabet becomes one of ASCII (the dotless i, the long s).
 */
function foldLetter(letter: string): string {
  const upper = letter.toUpperCase();
  const lower = upper.toLowerCase();
  const isPair = upper.length === letter.length && lower.toUpperCase() === upper;
  return isPair && upper <= '\u007f' === letter <= '\u007f' ? lower : letter;
}

/**
 * A server path relative to a project: '' for the project's folder, null outside of it.
 * @throws Failure for names that no version control server accepts, which could lead out of the tree
 */
export function inProject(path: string, project: string): string | null {
  const trimmed = path.replace(/\/+$/, '');
  const top = `$/${project}`;
  const head = fold(trimmed.slice(0, top.length));
  if (head !== fold(top)) return null;
  if (trimmed.length === top.length) return '';
  if (trimmed[top.length] !== '/') return null;
  const relative = trimmed.slice(top.length + 1);
  for (const name of relative.split('/')) {
    if (name === '' || name === '.' || name === '..' || name.includes('\0')) {
      throw Failure.of('tfvc.odd_path', {}, relative.slice(0, 500));
    }
  }
  return relative;
}

/** A relative path as the trees hold it: its UTF-8 bytes as a latin1 string. */
export function treePath(relative: string): string {
  return Buffer.from(relative, 'utf8').toString('latin1');
}

/** The folder of a path; '' for one at the top. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** Whether `path` is `folder` or lies in it. Both folded. */
export function liesIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
