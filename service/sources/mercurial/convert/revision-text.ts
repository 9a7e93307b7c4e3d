/** Texts of revisions, proved by their ids. */

import { hash } from 'node:crypto';
import { say } from '../../../../language/sentence.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import { NODE_BYTES } from './node-table.ts';

/** Room in front of a text for the two parents that are hashed with it. */
export const PARENTS = 2 * NODE_BYTES;

/**
 * Checks a revision's id: SHA-1 of its parents, the smaller first, and its text (mercurial/revlogutils, `hashrevisionsha1`).
 * @param framed the text behind `PARENTS` free bytes, which are written to
 * @returns whether the id is right
 */
export function proves(node: Buffer, parents: Buffer, framed: Buffer): boolean {
  const first = parents.subarray(0, NODE_BYTES);
  const second = parents.subarray(NODE_BYTES, PARENTS);
  const swap = first.compare(second) > 0;
  (swap ? second : first).copy(framed, 0);
  (swap ? first : second).copy(framed, NODE_BYTES);
  return hash('sha1', framed, 'hex') === node.toString('hex');
}

/** @throws BundleError naming what is damaged */
export function requireProof(node: Buffer, parents: Buffer, framed: Buffer, what: string): void {
  if (!proves(node, parents, framed))
    throw new BundleError(say('{name} is damaged: its id does not fit its text', { name: what }));
}
