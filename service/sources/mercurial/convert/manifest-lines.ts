/** What one manifest has that another has not: lines of `path NUL 40 hex digits flags LF`. */
import { say } from '../../../../language/sentence.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import { eachPiece } from '../bundle/patch.ts';

const HEX_NODE = 40;
const LINE_END = 0x0a;

export interface ManifestLine {
  /** Bytes of the path as a latin1 string. */
  path: string;
  /** Hex id of the file's revision. */
  node: string;
  /** '' for a file, `x` executable, `l` symbolic link. */
  flags: string;
}

export interface ChangedLines {
  /** Paths that the new manifest lacks. */
  gone: string[];
  /** Lines that are new or different. */
  come: ManifestLine[];
}

/**
 * Compares a manifest with the one that its delta applies to, looking only at lines that the delta touches.
 * @param text the new manifest
 * @throws BundleError
 */
export function changedLines(base: Buffer, patch: Buffer, text: Buffer): ChangedLines {
  const before = new Map<string, ManifestLine>();
  const after: ManifestLine[] = [];
  // Whole lines of the base around one piece or several close ones, and how far the new text is shifted there.
  let region: { start: number; end: number; shiftAtStart: number } | null = null;
  let shift = 0;
  const finish = () => {
    if (region === null) return;
    for (const line of linesOf(base.subarray(region.start, region.end))) before.set(line.path, line);
    after.push(...linesOf(text.subarray(region.start + region.shiftAtStart, region.end + shift)));
    region = null;
  };
  eachPiece(patch, base.length, (start, end, from, to) => {
    const lineStart = start === 0 ? 0 : base.lastIndexOf(LINE_END, start - 1) + 1;
    // Up to a line end that the piece leaves alone: a piece need not end where a line does.
    const found = base.indexOf(LINE_END, end);
    const lineEnd = found < 0 ? base.length : found + 1;
    if (region !== null && lineStart < region.end) region.end = Math.max(region.end, lineEnd);
    else {
      finish();
      region = { start: lineStart, end: lineEnd, shiftAtStart: shift };
    }
    shift += to - from - (end - start);
  });
  finish();
  const come = after.filter((line) => {
    const old = before.get(line.path);
    before.delete(line.path);
    return old === undefined || old.node !== line.node || old.flags !== line.flags;
  });
  return { gone: [...before.keys()], come };
}

/** Changed lines as bytes: length of the paths that are gone (4 bytes), these paths, each with an LF, and the lines that came. */
export function encodeLines({ gone, come }: ChangedLines): Buffer {
  const paths = gone.map((path) => `${path}\n`).join('');
  const lines = come.map(({ path, node, flags }) => `${path}\0${node}${flags}\n`).join('');
  const bytes = Buffer.allocUnsafe(4 + paths.length + lines.length);
  bytes.writeUInt32BE(paths.length);
  bytes.write(paths, 4, 'latin1');
  bytes.write(lines, 4 + paths.length, 'latin1');
  return bytes;
}

/** What `encodeLines` wrote. */
export function decodeLines(bytes: Buffer): ChangedLines {
  const lines = 4 + bytes.readUInt32BE(0);
  return { gone: bytes.toString('latin1', 4, lines).split('\n').slice(0, -1), come: linesOf(bytes.subarray(lines)) };
}

/** @throws BundleError for lines that are no manifest's */
function linesOf(text: Buffer): ManifestLine[] {
  const lines: ManifestLine[] = [];
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf(LINE_END, at);
    const nul = text.indexOf(0, at);
    if (end < 0 || nul < 0 || nul + 1 + HEX_NODE > end)
      throw new BundleError(say('it holds a manifest that cannot be read'));
    lines.push({
      path: text.toString('latin1', at, nul),
      node: text.toString('latin1', nul + 1, nul + 1 + HEX_NODE),
      flags: text.toString('latin1', nul + 1 + HEX_NODE, end),
    });
    at = end + 1;
  }
  return lines;
}
