/**
 * The changesets of a history in the order in which they came, parents before children. A million of them are too much for
 * memory: what they say lies in a file, and they are found by their ids only as long as they come.
 */
import { say } from '../../../../language/sentence.ts';
import { NumberList } from '../../../git/number-list.ts';
import { BundleError } from '../bundle/byte-reader.ts';
import { type Changeset, readChangeset } from './changeset.ts';
import { isNull, NODE_BYTES, NodeTable } from './node-table.ts';
import { RecordFile } from './record-file.ts';

/** Of a changeset without such a parent. */
export const NONE = -1;

export class ChangesetLog {
  /** Records: id, text. */
  readonly #records: RecordFile;
  /** Null once all changesets came. */
  #nodes: NodeTable | null = new NodeTable();
  /** Two places each. */
  readonly #parents = new NumberList(1 << 12);
  #first: string | null = null;

  /** @param path of a file that is there until `close` */
  constructor(path: string) {
    this.#records = new RecordFile(path);
  }

  get count(): number {
    return this.#records.count;
  }

  /** Hex id of the first one; null before it came. */
  get first(): string | null {
    return this.#first;
  }

  /**
   * @param parents both ids, one behind the other
   * @returns its place
   * @throws BundleError for one whose parents did not come before it, that was there, or that comes too late
   */
  add(node: Buffer, parents: Buffer, text: Buffer): number {
    if (this.#nodes === null) throw new BundleError(say('it holds changesets behind its files'));
    const first = parentPlace(this.#nodes, parents, 0);
    const second = parentPlace(this.#nodes, parents, NODE_BYTES);
    const place = this.#records.count;
    if (this.#nodes.add(node, 0) !== place) throw new BundleError(say('it holds a changeset twice'));
    this.#first ??= node.toString('hex');
    this.#records.add(node, text);
    this.#parents.push(first);
    this.#parents.push(second);
    return place;
  }

  /** None is added any more. */
  allCame(): void {
    this.#nodes = null;
  }

  node(place: number): string {
    return this.#records.read(place).toString('hex', 0, NODE_BYTES);
  }

  changeset(place: number): Changeset {
    return readChangeset(this.#records.read(place).subarray(NODE_BYTES));
  }

  /** Places of both parents, or NONE. */
  parents(place: number): [number, number] {
    return [this.#parents.at(2 * place), this.#parents.at(2 * place + 1)];
  }

  /** Looks through all of them. @param nodes 40 hex digits each @returns the place of each that came */
  placesOf(nodes: readonly string[]): Map<string, number> {
    const wanted = new NodeTable();
    for (const node of nodes) wanted.add(Buffer.from(node, 'hex'), NONE);
    for (let place = 0; place < this.count; place++) {
      const found = wanted.find(this.#records.read(place));
      if (found >= 0) wanted.set(found, place);
    }
    const places = new Map<string, number>();
    for (let each = 0; each < wanted.count; each++) {
      if (wanted.value(each) !== NONE) places.set(wanted.hex(each), wanted.value(each));
    }
    return places;
  }

  /** How many changesets the ones at these places have behind them, themselves included. */
  reachedFrom(places: Iterable<number>): number {
    const reached = new Uint8Array(this.count);
    for (const place of places) reached[place] = 1;
    let count = 0;
    for (let place = this.count - 1; place >= 0; place--) {
      if (reached[place] === 0) continue;
      count += 1;
      for (const parent of this.parents(place)) if (parent !== NONE) reached[parent] = 1;
    }
    return count;
  }

  close(): void {
    this.#records.close();
  }
}

function parentPlace(nodes: NodeTable, parents: Buffer, at: number): number {
  if (isNull(parents, at)) return NONE;
  const place = nodes.find(parents, at);
  if (place < 0) throw new BundleError(say('a changeset lacks its parent'));
  return place;
}
