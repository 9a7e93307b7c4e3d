/** Adds up the files of a tree by the ends of their names, as git lists them. */
import type { RepositoryStatistics } from '../../vocabulary/repository-statistics.ts';

const MOST_TYPES = 30;
const MOST_LARGE = 20;
/** Ends of names that are longer are none that anybody knows. */
const LONGEST_TYPE = 12;
/** `<mode> <kind> <id> <size>\t<path>` (git-ls-tree(1)); odd paths stand in quotes. */
const LINE = /^\d+ blob [\da-f]+ +(\d+)\t(.*)$/;

type Files = Pick<RepositoryStatistics, 'files' | 'bytes' | 'types' | 'largest'>;

/** What `git ls-tree -r -l` says, line by line. */
export class FileCount {
  #files = 0;
  #bytes = 0;
  readonly #types = new Map<string, { files: number; bytes: number }>();
  #largest: { path: string; bytes: number }[] = [];

  /** Takes one line over. */
  take(line: string): void {
    const [, size, path] = LINE.exec(line) ?? [];
    if (size === undefined || path === undefined) return;
    const bytes = Number(size);
    const plain = unquoted(path);
    this.#files += 1;
    this.#bytes += bytes;
    const type = typeOf(plain);
    const known = this.#types.get(type) ?? { files: 0, bytes: 0 };
    this.#types.set(type, { files: known.files + 1, bytes: known.bytes + bytes });
    const least = this.#largest.at(-1);
    if (this.#largest.length < MOST_LARGE || least === undefined || bytes > least.bytes) {
      this.#largest = [...this.#largest, { path: plain, bytes }].sort((a, b) => b.bytes - a.bytes).slice(0, MOST_LARGE);
    }
  }

  /** What all lines come to. */
  result(): Files {
    const types = [...this.#types]
      .map(([type, { files, bytes }]) => ({ type, files, bytes }))
      .sort((a, b) => b.bytes - a.bytes || b.files - a.files || (a.type < b.type ? -1 : 1))
      .slice(0, MOST_TYPES);
    return { files: this.#files, bytes: this.#bytes, types, largest: this.#largest };
  }
}

function typeOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  const end = dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
  return end.length > LONGEST_TYPE || !/^[\p{L}\p{N}_+-]*$/u.test(end) ? '' : end;
}

/** A path as it is; git quotes those with quotes, backslashes and control characters as C does. */
function unquoted(path: string): string {
  if (!path.startsWith('"')) return path;
  const text = path.slice(1, -1);
  const bytes: number[] = [];
  const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character !== '\\') {
      const point = text.codePointAt(at) ?? 0;
      bytes.push(...Buffer.from(String.fromCodePoint(point)));
      if (point > 0xffff) at += 1;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(at + 1, at + 4))?.[0];
    bytes.push(octal === undefined ? (escapes[text[at + 1] ?? ''] ?? 63) : Number.parseInt(octal, 8));
    at += octal?.length ?? 1;
  }
  return Buffer.from(bytes).toString('utf8');
}
