/** Deltas between two versions of a Git tree that many changes lie between. */
import type { DeltaBuilder } from './delta.ts';
import { endOfName } from './entry.ts';
import { isFolder, startOfName } from './tree-entries.ts';

const OID_BYTES = 20;
const SLASH = 0x2f;

/**
 * The delta that copies each entry that both trees have.
 * @param most bytes of it
 * @returns valid until the next use of `builder`; null when it would be longer
 * @throws RangeError for what is no tree
 */
export function treeDelta(builder: DeltaBuilder, base: Buffer, target: Buffer, most: number): Buffer | null {
  builder.start(base.length, target.length, most);
  let from = 0;
  for (let at = 0; at < target.length; ) {
    const end = endOfEntry(target, at);
    let order = -1;
    while (from < base.length) {
      order = compareKeys(base, from, target, at);
      if (order >= 0) break;
      from = endOfEntry(base, from);
    }
    const length = end - at;
    const isSame =
      order === 0 && from + length <= base.length && base.compare(target, at, end, from, from + length) === 0;
    if (isSame) builder.copy(from, length);
    else builder.insert(target, at, end);
    at = end;
  }
  return builder.finish();
}

function endOfEntry(tree: Buffer, at: number): number {
  return endOfName(tree, startOfName(tree, at)) + 1 + OID_BYTES;
}

/** The order of two entries, as Git sorts them: a folder's name counts with a slash behind it. */
function compareKeys(one: Buffer, at: number, other: Buffer, otherAt: number): number {
  const [from, otherFrom] = [startOfName(one, at), startOfName(other, otherAt)];
  for (let i = 0; ; i++) {
    const [byte, otherByte] = [one[from + i] as number, other[otherFrom + i] as number];
    if (byte === otherByte && byte !== 0) continue;
    if (byte !== 0 && otherByte !== 0) return byte - otherByte;
    const own = byte === 0 && isFolder(one, at) ? SLASH : byte;
    const others = otherByte === 0 && isFolder(other, otherAt) ? SLASH : otherByte;
    if (own !== others) return own - others;
    // One name goes on with a slash, which none may: the trees are no trees.
    if (byte !== otherByte) throw new RangeError('a tree is damaged');
    return 0;
  }
}
