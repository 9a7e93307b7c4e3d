/** `.hgignore` as `.gitignore` (hgignore(5), `readpatternfile` in mercurial/match.py). Texts are bytes as latin1. */
import { posix } from 'node:path';
import { gitLines } from './git-lines.ts';
import { readGlob } from './glob.ts';
import { readRegexp } from './regexp.ts';
import { NotTranslated, type Sequence } from './tokens.ts';

type Syntax = 'relre' | 'relglob' | 'rootglob' | 'include' | 'subinclude';

const SYNTAXES: Record<string, Syntax> = {
  re: 'relre',
  relre: 'relre',
  regexp: 'relre',
  glob: 'relglob',
  relglob: 'relglob',
  rootglob: 'rootglob',
  include: 'include',
  subinclude: 'subinclude',
};
/** What a whole file may begin with. */
const FILE_SYNTAXES = new Set(['re', 'regexp', 'glob', 'rootglob', 'include', 'subinclude']);
/** Files that include each other. */
const DEEPEST = 8;

export interface LeftOut {
  line: string;
  /** Part of a sentence. */
  reason: string;
}

export interface Translated {
  /** Lines of a `.gitignore`; what could not be translated is a comment. */
  lines: string[];
  translated: number;
  leftOut: LeftOut[];
}

/**
 * @param text of an `.hgignore` at the root
 * @param read gives the text of another file of the same revision, by its path; null where there is none
 */
export function translateIgnores(text: string, read: (path: string) => string | null): Translated {
  const result: Translated = { lines: [], translated: 0, leftOut: [] };
  translateInto(result, text, { folder: '', read, depth: 0 });
  return result;
}

interface Where {
  /** The folder that patterns are of. */
  folder: string;
  read(path: string): string | null;
  depth: number;
}

function translateInto(result: Translated, text: string, where: Where): void {
  let syntax: Syntax = 'relre';
  for (const raw of text.split('\n')) {
    const line = withoutComment(raw).replace(/[\s]+$/, '');
    if (line === '') continue;
    if (line.startsWith('syntax:')) {
      const name = line.slice('syntax:'.length).trim();
      syntax = FILE_SYNTAXES.has(name) ? (SYNTAXES[name] as Syntax) : syntax;
      continue;
    }
    const [, name, rest] = /^(re|relre|regexp|glob|relglob|rootglob|include|subinclude):(.*)$/s.exec(line) ?? [];
    const own = name === undefined ? syntax : (SYNTAXES[name] as Syntax);
    try {
      // Mercurial takes a line that begins so for an inclusion, and finds no colon.
      if (name === undefined && /^(sub)?include/.test(line)) throw new NotTranslated('an inclusion without a file');
      translateLine(result, own, rest ?? line, where);
      result.translated += 1;
    } catch (error) {
      if (!(error instanceof NotTranslated)) throw error;
      result.lines.push(`# Not translated from .hgignore (${error.message}): ${line}`);
      result.leftOut.push({ line, reason: error.message });
    }
  }
}

function translateLine(result: Translated, syntax: Syntax, pattern: string, where: Where): void {
  const { folder } = where;
  switch (syntax) {
    case 'relglob': {
      const anywhere = readGlob(pattern).map((sequence): Sequence => [{ kind: 'folders' }, ...sequence]);
      add(result, gitLines(anywhere, { folder, end: 'name' }));
      break;
    }
    case 'rootglob':
      add(result, gitLines(readGlob(pattern), { folder, end: 'name' }));
      break;
    case 'relre':
      add(result, gitLines(readRegexp(pattern), { folder, end: 'open' }));
      break;
    default: {
      const path = posix.normalize(folder === '' ? pattern : `${folder}/${pattern}`);
      const text = path.startsWith('../') || path.startsWith('/') ? null : where.read(path);
      if (text === null) throw new NotTranslated('that file is not there');
      if (where.depth === DEEPEST) throw new NotTranslated('files that include each other');
      const inside = posix.dirname(path) === '.' ? '' : posix.dirname(path);
      translateInto(result, text, {
        ...where,
        folder: syntax === 'include' ? folder : inside,
        depth: where.depth + 1,
      });
    }
  }
}

function add({ lines }: Translated, more: readonly string[]): void {
  for (const line of more) if (!lines.includes(line)) lines.push(line);
}

/** A `#` that no backslash protects begins a comment. */
function withoutComment(line: string): string {
  if (!line.includes('#')) return line;
  return line.replace(/((?:^|[^\\])(?:\\\\)*)#.*/s, '$1').replaceAll('\\#', '#');
}
