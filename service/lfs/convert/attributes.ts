/** Lines of a `.gitattributes` that say which files are kept in Git LFS (gitattributes(5)). Texts are latin1: bytes. */

export const ATTRIBUTES_NAME = '.gitattributes';
/** Git ignores longer lines (attr.h, ATTR_MAX_LINE_LENGTH). */
const LONGEST_LINE = 2048;
const LFS = 'filter=lfs diff=lfs merge=lfs -text';
/** Git encodes a file anew before any filter sees it, and takes no false for it (convert.c, `git_path_check_encoding`). */
const ENCODING = 'working-tree-encoding';
const NO_ENCODING = ` !${ENCODING}`;

/**
 * The pattern that matches this path and no other. It starts with a slash, as a name without one would match in
 * every folder; that also takes their meaning from `!`, `#` and `"` at the start.
 */
export function attributesPattern(path: string): string {
  // A blank ends a pattern, quoted or not in older programs; the class stands for it.
  return `/${path.replace(/[\\*?[]/g, '\\$&').replace(/[ \t\n\v\f\r]/g, '[[:space:]]')}`;
}

/** Whether Git would read the line for this path. */
export function fitsInLine(path: string): boolean {
  return attributesPattern(path).length + LFS.length + NO_ENCODING.length + 1 < LONGEST_LINE;
}

/**
 * Which files of folders may take back what one of a folder above says of filters: the nearest file has the last word, by names of its
 * own for several attributes, too, where the root's define any (gitattributes(5), "DEFINING MACRO ATTRIBUTES").
 * @param texts of all `.gitattributes`
 */
export function overriding(texts: Iterable<string>): (text: string) => boolean {
  const all = [...texts];
  if (all.some((text) => text.includes('[attr]'))) return (text) => text !== '';
  return (text) => text.includes('filter') || text.includes(ENCODING);
}

/** Adds a line for each path behind what is there; lines that are there already are not repeated. */
export function addLfsLines(existing: string, paths: readonly string[]): string {
  const known = new Set(existing.split(/\r?\n/));
  const attributes = existing.includes(ENCODING) ? LFS + NO_ENCODING : LFS;
  const lines = [...new Set(paths.map((path) => `${attributesPattern(path)} ${attributes}`))].filter(
    (line) => !known.has(line),
  );
  if (lines.length === 0) return existing;
  const joint = existing === '' || existing.endsWith('\n') ? '' : '\n';
  return `${existing}${joint}${lines.join('\n')}\n`;
}
