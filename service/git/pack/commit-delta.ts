/** Deltas between commits that follow each other: who made them, and where, is mostly the same. */
import type { DeltaBuilder } from './delta.ts';

const NEWLINE = 0x0a;
/** Lines that each have their like: tree, parent, author, committer. Behind them comes the message. */
const LINES = 4;

/**
 * The delta that copies what lines have in common at their ends.
 * @param base,target payloads of commits with as many parents
 * @returns valid until the next use of `builder`; null where it would save less than a quarter
 */
export function commitDelta(builder: DeltaBuilder, base: Buffer, target: Buffer): Buffer | null {
  builder.start(base.length, target.length, target.length - (target.length >> 2));
  let from = 0;
  let at = 0;
  for (let line = 0; line <= LINES; line++) {
    const isLast = line === LINES;
    const fromEnd = isLast ? base.length : base.indexOf(NEWLINE, from) + 1;
    const end = isLast ? target.length : target.indexOf(NEWLINE, at) + 1;
    if (fromEnd === 0 || end === 0) return null;
    const most = Math.min(fromEnd - from, end - at);
    let before = 0;
    while (before < most && base[from + before] === target[at + before]) before += 1;
    let behind = 0;
    while (behind < most - before && base[fromEnd - 1 - behind] === target[end - 1 - behind]) behind += 1;
    builder.copy(from, before);
    builder.insert(target, at + before, end - behind);
    builder.copy(fromEnd - behind, behind);
    from = fromEnd;
    at = end;
  }
  return builder.finish();
}
