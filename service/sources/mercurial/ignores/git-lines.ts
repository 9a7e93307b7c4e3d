/** Writes what a pattern means as lines of a `.gitignore` (gitignore(5), git's `wildmatch.c`). */
import { type Bytes, isAll, literal, MOST_SEQUENCES, type Sequence, SLASH, type Token, TooMany } from './tokens.ts';

export interface Place {
  /** Folder that the patterns are of, from the root; '' for all. */
  folder: string;
  /** Whether a path must match to the end of a name, or may go on. */
  end: 'name' | 'open';
}

const STAR: Token = { kind: 'star' };
const FOLDERS: Token = { kind: 'folders' };

/**
 * @param sequences from the beginning of a path
 * @returns lines; none for what no path can be
 * @throws TooMany
 */
export function gitLines(sequences: readonly Sequence[], place: Place): string[] {
  const lines = new Set<string>();
  for (const sequence of sequences) {
    for (const plain of plainOf(sequence, place.end)) {
      lines.add(lineOf(plain.tokens, plain.isFolder, place.folder));
      if (lines.size > MOST_SEQUENCES) throw new TooMany();
    }
  }
  // What is at the root, and in any folder, is everywhere.
  for (const line of [...lines]) {
    const rest = /^\*\*\/\*\/(.+)$/.exec(line)?.[1];
    if (rest === undefined || place.folder !== '' || !lines.delete(`/${rest}`)) continue;
    lines.delete(line);
    lines.add(/\/./.test(rest) ? `**/${rest}` : firstEscaped(rest));
  }
  return [...lines];
}

/** Tokens that Git has a sign for: bytes without the slash or the slash alone, stars, and folders behind a slash. */
interface Plain {
  tokens: Token[];
  /** Whether only folders are meant. */
  isFolder: boolean;
}

const isSlash = (token: Token | undefined): boolean =>
  token?.kind === 'bytes' && token.has[SLASH] === true && token.has.filter(Boolean).length === 1;

function plainOf(sequence: Sequence, end: Place['end']): Plain[] {
  let [open, body] = [end === 'open', [...sequence]];
  const last = body.findIndex(({ kind }) => kind === 'end');
  if (last >= 0) {
    // Nothing can come behind the end but what may be nothing.
    if (body.slice(last).some(({ kind }) => kind === 'bytes' || kind === 'start')) return [];
    [open, body] = [false, body.slice(0, last)];
  }
  const first = body.findLastIndex(({ kind }) => kind === 'start');
  if (first >= 0) {
    if (body.slice(0, first).some(({ kind }) => kind === 'bytes')) return [];
    body = body.slice(first + 1);
  }
  while (body.at(-1)?.kind === 'deep') {
    body.pop();
    open = true;
  }
  return spelledOut(body).flatMap((tokens) => finished(tokens, open));
}

/** Each token that may be a slash, or hold some, once as a slash and once not. */
function spelledOut(body: readonly Token[]): Token[][] {
  let all: Token[][] = [[]];
  const add = (choices: (before: Token[]) => Token[][]) => {
    all = all.flatMap((before) => choices(before).map((more) => [...before, ...more]));
    if (all.length > MOST_SEQUENCES) throw new TooMany();
  };
  for (const token of body) {
    if (token.kind === 'deep') {
      add((before) => (isAtName(before) ? [[FOLDERS, STAR]] : [[STAR], [STAR, literal('/'), FOLDERS, STAR]]));
    } else if (token.kind === 'folders') {
      add((before) => (isAtName(before) ? [[FOLDERS]] : [[], [STAR, literal('/'), FOLDERS]]));
    } else if (token.kind === 'bytes' && token.has[SLASH] === true && !isSlash(token)) {
      const rest: Bytes = { kind: 'bytes', has: token.has.map((there, byte) => there && byte !== SLASH) };
      add(() => [[rest], [literal('/')]]);
    } else add(() => [[token]]);
  }
  return all;
}

/** Whether what comes next begins a name. */
function isAtName(before: readonly Token[]): boolean {
  const last = before.at(-1);
  return last === undefined || last.kind === 'folders' || isSlash(last);
}

function finished(tokens: Token[], open: boolean): Plain[] {
  const body = withoutDoubles(tokens);
  // No path has an empty name in it.
  const isEmpty = body.some((token, at) => isSlash(token) && isAtName(body.slice(0, at)));
  if (isEmpty || body.some(isNothing)) return [];
  const isFolder = open && isSlash(body.at(-1));
  if (isFolder) body.pop();
  else if (open && body.at(-1)?.kind !== 'star') body.push(STAR);
  if (isSlash(body.at(-1))) return [];
  // The root itself is meant too, so that everything is.
  if (!isFolder && body.every(({ kind }) => kind !== 'bytes')) return [{ tokens: [FOLDERS, STAR], isFolder: false }];
  if (body.at(-1)?.kind === 'folders') body.push(STAR);
  return [{ tokens: body, isFolder }];
}

const isNothing = (token: Token): boolean => token.kind === 'bytes' && !token.has.includes(true);

/** Two stars would be something else. */
function withoutDoubles(tokens: readonly Token[]): Token[] {
  return tokens.filter((token, at) => {
    const before = tokens[at - 1];
    return !(before !== undefined && before.kind === token.kind && (token.kind === 'star' || token.kind === 'folders'));
  });
}

function lineOf(tokens: readonly Token[], isFolder: boolean, folder: string): string {
  const isAnywhere = tokens[0]?.kind === 'folders';
  const rest = isAnywhere ? tokens.slice(1) : tokens;
  const text = `${rest.map(textOf).join('')}${isFolder ? '/' : ''}`;
  const hasSlash = rest.some((token) => token.kind === 'folders' || isSlash(token));
  const line = text.replace(/ $/, '\\ ');
  if (folder !== '') return `/${[...folder].map(escaped).join('')}/${isAnywhere ? '**/' : ''}${line}`;
  if (!isAnywhere) return `/${line}`;
  return hasSlash ? `**/${line}` : firstEscaped(line);
}

/** These two mean something at the beginning of a line. */
function firstEscaped(line: string): string {
  return /^[#!]/.test(line) ? `\\${line}` : line;
}

function textOf(token: Token): string {
  if (token.kind === 'star') return '*';
  if (token.kind === 'folders') return '**/';
  if (token.kind !== 'bytes') return '';
  const there = token.has.flatMap((is, byte) => (is ? [byte] : []));
  if (there.length === 1) return escaped(String.fromCharCode(there[0] as number));
  if (isAll(token, 'slash')) return '?';
  const isNegated = there.length > 128;
  // In the shorter form the slash, line ends and NUL make no difference.
  const named = isNegated
    ? token.has.flatMap((is, byte) => (!is && ![0, 0x0a, SLASH].includes(byte) ? [byte] : []))
    : there;
  return `[${isNegated ? '!' : ''}${ranges(named)}]`;
}

function ranges(set: readonly number[]): string {
  let text = '';
  for (let at = 0; at < set.length; at += 1) {
    const from = set[at] as number;
    let to = from;
    while (set[at + 1] === to + 1) {
      at += 1;
      to += 1;
    }
    text += inClass(from);
    if (to > from + 1) text += '-';
    if (to > from) text += inClass(to);
  }
  return text;
}

const inClass = (byte: number): string => String.fromCharCode(byte).replace(/[\]\\[^!-]/, '\\$&');

function escaped(char: string): string {
  return /[*?[\\]/.test(char) ? `\\${char}` : char;
}
