/**
 * Where Mercurial's store keeps a file's revisions: names that every file system takes (mercurial/store.py,
 * `_hybridencode`; mercurial/helptext/internals/requirements.txt, "fncache" and "dotencode"). Paths are bytes as latin1 strings.
 */
import { hash } from 'node:crypto';

/** A longer name is replaced by one with a sum in it. */
const LONGEST = 120;
/** Of such a name: bytes of each folder, and of all folders together. */
const FOLDER_START = 8;
const FOLDERS_LONGEST = 8 * (FOLDER_START + 1) - 4;
/** `data/`, which the short form does not keep. */
const PREFIX = 5;

/** Names that Windows keeps for devices, whatever follows their first dot. */
const DEVICE = /^(aux|con|prn|nul|com[1-9]|lpt[1-9])(?=\.|$)/;

const ENCODED = Array.from({ length: 256 }, (_, byte) => encodedByte(byte, true));
const LOWERED = Array.from({ length: 256 }, (_, byte) => encodedByte(byte, false));

function encodedByte(byte: number, marksCapitals: boolean): string {
  const letter = String.fromCharCode(byte);
  if (byte < 32 || byte >= 126 || '\\:*?"<>|'.includes(letter)) return escaped(letter);
  if (marksCapitals && /[A-Z_]/.test(letter)) return `_${letter.toLowerCase()}`;
  return letter.toLowerCase();
}

/**
 * @param path `data/<path>.i` or `data/<path>.d`
 * @param escapesDots whether the store's requirements name `dotencode`
 * @returns the path below `.hg/store`
 */
export function storePath(path: string, escapesDots: boolean): string {
  const named = encodedFolders(path);
  const whole = segments(encodeBytes(named, ENCODED), escapesDots).join('/');
  return whole.length > LONGEST ? shortened(named, escapesDots) : whole;
}

/** Folders cannot be taken for revisions of files: mercurial/store.py, `encodedir`. */
function encodedFolders(path: string): string {
  return path.replaceAll('.hg/', '.hg.hg/').replaceAll('.i/', '.i.hg/').replaceAll('.d/', '.d.hg/');
}

/** The other way round, as the list of the store's files has it. */
export function decodedFolders(path: string): string {
  if (!path.includes('.hg/')) return path;
  return path.replaceAll('.d.hg/', '.d/').replaceAll('.i.hg/', '.i/').replaceAll('.hg.hg/', '.hg/');
}

function encodeBytes(path: string, table: readonly string[]): string {
  let encoded = '';
  for (let at = 0; at < path.length; at++) encoded += table[path.charCodeAt(at)];
  return encoded;
}

function segments(path: string, escapesDots: boolean): string[] {
  return path.split('/').map((segment) => segmentOf(segment, escapesDots));
}

function segmentOf(segment: string, escapesDots: boolean): string {
  if (segment === '') return segment;
  let name = segment;
  if (escapesDots && /^[. ]/.test(name)) name = escaped(name[0] as string) + name.slice(1);
  else if (DEVICE.test(name)) name = name.slice(0, 2) + escaped(name[2] as string) + name.slice(3);
  return /[. ]$/.test(name) ? name.slice(0, -1) + escaped(name.at(-1) as string) : name;
}

function escaped(letter: string): string {
  return `~${letter.charCodeAt(0).toString(16).padStart(2, '0')}`;
}

function shortened(path: string, escapesDots: boolean): string {
  const sum = hash('sha1', Buffer.from(path, 'latin1'), 'hex');
  const parts = segments(encodeBytes(path.slice(PREFIX), LOWERED), escapesDots);
  const name = parts.pop() as string;
  let folders = '';
  for (const part of parts) {
    const start = part.slice(0, FOLDER_START).replace(/[. ]$/, '_');
    if (folders !== '' && folders.length + start.length > FOLDERS_LONGEST) break;
    folders += `${start}/`;
  }
  const end = sum + (/^\.*[^.].*(\.[^.]*)$/s.exec(name)?.[1] ?? '');
  const room = LONGEST - `dh/${folders}${end}`.length;
  return `dh/${folders}${room > 0 ? name.slice(0, room) : ''}${end}`;
}
