/**
 * What is known of each object, by number (its place in order of writing) and by id.
 * Typed arrays and open addressing: 40 to 60 bytes an object, so millions fit in bounded memory.
 */
const OID_BYTES = 20;

/** Objects that there is room for from the beginning. */
const LEAST = 4096;

/** Bytes of one record of the object log; see `ObjectTable.encode`. */
export const RECORD_BYTES = 32;

export class ObjectTable {
  #count = 0;
  #capacity: number;
  #oids: Buffer;
  #offsets: Float64Array;
  #types: Uint8Array;
  #depths: Uint8Array;
  #packs: Uint16Array;
  /** Slots hold object number + 1; 0 is free. */
  #slots: Int32Array;

  /** @param expected objects that will be there: while it grows, it is in memory twice and more */
  constructor(expected = 0) {
    this.#capacity = Math.max(LEAST, expected);
    this.#oids = Buffer.allocUnsafe(this.#capacity * OID_BYTES);
    this.#offsets = new Float64Array(this.#capacity);
    this.#types = new Uint8Array(this.#capacity);
    this.#depths = new Uint8Array(this.#capacity);
    this.#packs = new Uint16Array(this.#capacity);
    this.#slots = new Int32Array(slotsFor(this.#capacity));
  }

  get count(): number {
    return this.#count;
  }

  /** @returns the number of the object whose id stands in `oid` at `at`, or -1 */
  find(oid: Buffer, at = 0): number {
    const mask = this.#slots.length - 1;
    let slot = oid.readInt32LE(at) & mask;
    for (;;) {
      const found = (this.#slots[slot] as number) - 1;
      if (found < 0) return -1;
      if (isSame(this.#oids, found * OID_BYTES, oid, at)) return found;
      slot = (slot + 1) & mask;
    }
  }

  /** Adds an object that `find` does not know. @returns its number */
  add(oid: Buffer, type: number, pack: number, offset: number, depth: number): number {
    if (this.#count === this.#capacity) this.#grow();
    const number = this.#count++;
    oid.copy(this.#oids, number * OID_BYTES, 0, OID_BYTES);
    this.#offsets[number] = offset;
    this.#types[number] = type;
    this.#depths[number] = depth;
    this.#packs[number] = pack;
    this.#place(number);
    return number;
  }

  /** The object's id as a view; copy it to keep it beyond the next `add`. */
  oid(number: number): Buffer {
    return this.#oids.subarray(number * OID_BYTES, number * OID_BYTES + OID_BYTES);
  }

  hex(number: number): string {
    return this.#oids.toString('hex', number * OID_BYTES, number * OID_BYTES + OID_BYTES);
  }

  copyOid(number: number, into: Buffer, at: number): void {
    const oids = this.#oids;
    const start = number * OID_BYTES;
    // For so few bytes a call of `copy` costs more than they do.
    for (let i = 0; i < OID_BYTES; i++) into[at + i] = oids[start + i] as number;
  }

  /** Where the entry starts in its pack, in bytes. */
  offset(number: number): number {
    return this.#offsets[number] as number;
  }

  type(number: number): number {
    return this.#types[number] as number;
  }

  /** Deltas between this entry and a whole object. */
  depth(number: number): number {
    return this.#depths[number] as number;
  }

  pack(number: number): number {
    return this.#packs[number] as number;
  }

  /** Records of objects [from, to) as the object log keeps them: id, offset (6 bytes), type, depth, pack (2 bytes), 2 zero bytes. */
  encode(from: number, to: number): Buffer {
    const out = Buffer.alloc((to - from) * RECORD_BYTES);
    for (let number = from, at = 0; number < to; number++, at += RECORD_BYTES) {
      this.copyOid(number, out, at);
      out.writeUIntLE(this.offset(number), at + 20, 6);
      out[at + 26] = this.type(number);
      out[at + 27] = this.depth(number);
      out.writeUInt16LE(this.pack(number), at + 28);
    }
    return out;
  }

  /** Adds the records of an object log. */
  decode(records: Buffer): void {
    for (let at = 0; at + RECORD_BYTES <= records.length; at += RECORD_BYTES) {
      this.add(
        records.subarray(at, at + OID_BYTES),
        records[at + 26] as number,
        records.readUInt16LE(at + 28),
        records.readUIntLE(at + 20, 6),
        records[at + 27] as number,
      );
    }
  }

  #place(number: number): void {
    const mask = this.#slots.length - 1;
    let slot = this.#oids.readInt32LE(number * OID_BYTES) & mask;
    while (this.#slots[slot] !== 0) slot = (slot + 1) & mask;
    this.#slots[slot] = number + 1;
  }

  /** By half: what is made anew is beside what it replaces for a moment, and half of twice as much would stay empty. */
  #grow(): void {
    this.#capacity += this.#capacity >> 1;
    const oids = Buffer.allocUnsafe(this.#capacity * OID_BYTES);
    this.#oids.copy(oids);
    this.#oids = oids;
    const offsets = new Float64Array(this.#capacity);
    offsets.set(this.#offsets);
    this.#offsets = offsets;
    const types = new Uint8Array(this.#capacity);
    types.set(this.#types);
    this.#types = types;
    const depths = new Uint8Array(this.#capacity);
    depths.set(this.#depths);
    this.#depths = depths;
    const packs = new Uint16Array(this.#capacity);
    packs.set(this.#packs);
    this.#packs = packs;
    const slots = slotsFor(this.#capacity);
    if (slots === this.#slots.length) return;
    this.#slots = new Int32Array(slots);
    for (let number = 0; number < this.#count; number++) this.#place(number);
  }
}

/** A power of two of which at most two thirds are taken: a search goes to the next free one. */
function slotsFor(capacity: number): number {
  return 2 ** Math.ceil(Math.log2(capacity * 1.5));
}

function isSame(a: Buffer, atA: number, b: Buffer, atB: number): boolean {
  for (let i = 0; i < OID_BYTES; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
}
