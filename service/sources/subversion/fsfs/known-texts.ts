/** Which blob a text of the repository became: a table of 16 bytes an entry, as there are as many as changes of files. */

const START = 1 << 12;

export class KnownTexts {
  #revisions = new Int32Array(START).fill(-1);
  #items = new Float64Array(START);
  #blobs = new Int32Array(START);
  #count = 0;

  /** Object number of the blob; -1 when the text was not seen. */
  get(revision: number, item: number): number {
    const at = this.#slot(revision, item);
    return this.#revisions[at] === -1 ? -1 : (this.#blobs[at] as number);
  }

  set(revision: number, item: number, blob: number): void {
    if (this.#count * 2 >= this.#revisions.length) this.#grow();
    const at = this.#slot(revision, item);
    if (this.#revisions[at] === -1) this.#count += 1;
    this.#revisions[at] = revision;
    this.#items[at] = item;
    this.#blobs[at] = blob;
  }

  /** Where the text stands, or the free place for it. */
  #slot(revision: number, item: number): number {
    const mask = this.#revisions.length - 1;
    let at = (Math.imul(revision, 0x9e3779b1) ^ Math.imul(item % 0x7fffffff, 0x85ebca6b)) & mask;
    while (this.#revisions[at] !== -1 && (this.#revisions[at] !== revision || this.#items[at] !== item))
      at = (at + 1) & mask;
    return at;
  }

  #grow(): void {
    const revisions = this.#revisions;
    const items = this.#items;
    const blobs = this.#blobs;
    this.#revisions = new Int32Array(revisions.length * 2).fill(-1);
    this.#items = new Float64Array(revisions.length * 2);
    this.#blobs = new Int32Array(revisions.length * 2);
    this.#count = 0;
    for (let i = 0; i < revisions.length; i++)
      if (revisions[i] !== -1) this.set(revisions[i] as number, items[i] as number, blobs[i] as number);
  }
}
