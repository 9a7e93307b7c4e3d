/** Names by their hashes, in 16 bytes each and as much again: a map of strings takes ten times as much, and holds no more than 16 million. */
import { hash, randomBytes } from 'node:crypto';

/** Two numbers of 32 bits; never both zero, which a free slot is. */
type Hash = readonly [number, number];

const FIRST_SLOTS = 1 << 10;
/** Numbers of a slot: the name's hash, and that of what is kept with it. */
const WIDTH = 4;

/** Nobody who makes an archive knows which names fall together. */
const SALT = randomBytes(16).toString('hex');

/** Two that fall together by chance among five million are one case in a million archives; the archive is refused then. */
function hashOf(text: string): Hash {
  const sum = hash('sha256', SALT + text, 'buffer');
  const [high, low] = [sum.readUInt32LE(0), sum.readUInt32LE(4)];
  return [high, high === 0 && low === 0 ? 1 : low];
}

export class HashedNames {
  #slots = new Uint32Array(FIRST_SLOTS * WIDTH);
  size = 0;

  /**
   * Keeps a name with another one that goes with it, unless it is kept already.
   * @returns 'new', or whether what is kept with it is `beside`
   */
  add(name: string, beside: string): 'new' | 'same' | 'other' {
    const [high, low] = hashOf(name);
    const [besideHigh, besideLow] = hashOf(beside);
    const at = this.#slotOf(high, low);
    const slots = this.#slots;
    if (!isFree(slots, at)) return slots[at + 2] === besideHigh && slots[at + 3] === besideLow ? 'same' : 'other';
    slots.set([high, low, besideHigh, besideLow], at);
    this.size += 1;
    if (this.size * WIDTH * 4 > slots.length * 3) this.#grow();
    return 'new';
  }

  /** Where it is kept, or would be. */
  #slotOf(high: number, low: number): number {
    const slots = this.#slots;
    const mask = slots.length / WIDTH - 1;
    for (let slot = high & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WIDTH;
      if (isFree(slots, at) || (slots[at] === high && slots[at + 1] === low)) return at;
    }
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (let at = 0; at < before.length; at += WIDTH) {
      if (isFree(before, at)) continue;
      const kept = before.subarray(at, at + WIDTH);
      this.#slots.set(kept, this.#slotOf(kept[0] as number, kept[1] as number));
    }
  }
}

function isFree(slots: Uint32Array, at: number): boolean {
  return slots[at] === 0 && slots[at + 1] === 0;
}
