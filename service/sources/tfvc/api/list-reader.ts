/**
 * Reads the list of an answer (`{"count": 2, "value": [{…}, {…}]}`) while it arrives: only one entry is ever held as text,
 * so that a listing of a million files needs no more memory than what is kept of each.
 */
import { say } from '../../../../language/sentence.ts';
import { AnswerTooLarge, NotTheApi } from './failures.ts';
import { ConnectionLost } from './transport.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Entries of one answer, unless there is another limit: what is kept of so many fits the memory of a fetch. */
const MOST_ENTRIES = 500_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = [0x7b, 0x5b];
const CLOSE = [0x7d, 0x5d];

export class ListReader {
  readonly #onEntry: (entry: Json) => void;
  /** Characters of one entry. */
  readonly #limit: number;
  /** What has arrived of the entry, or of what stands around entries. */
  #held = '';
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string that was read in the outermost object: the name of what comes behind it. */
  #name = '';
  readonly #wanted: string;
  readonly #most: number;
  #nameAt = -1;
  #inList = false;
  #found = false;
  #begun = false;
  #count = 0;

  /** @param largest bytes of one entry at most @param wanted the list's name @param most entries */
  constructor(largest: number, onEntry: (entry: Json) => void, wanted = 'value', most = MOST_ENTRIES) {
    this.#wanted = wanted;
    this.#most = most;
    this.#limit = largest;
    this.#onEntry = onEntry;
  }

  /** @throws AnswerTooLarge, NotTheApi; ConnectionLost for what is no JSON */
  write(text: string): void {
    const from = this.#held.length;
    this.#held += text;
    const all = this.#held;
    let kept = 0;
    for (let at = from; at < all.length; at++) {
      const code = all.charCodeAt(at);
      if (this.#inString) {
        if (this.#escaped) this.#escaped = false;
        else if (code === BACKSLASH) this.#escaped = true;
        else if (code === QUOTE) {
          this.#inString = false;
          if (this.#nameAt >= 0) this.#name = all.slice(this.#nameAt + 1, at);
          this.#nameAt = -1;
        }
      } else if (code === QUOTE) {
        this.#inString = true;
        if (this.#depth === 1) this.#nameAt = at;
        else if (this.#depth === 0 || (this.#inList && this.#depth === 2)) throw noObjects();
      } else if (OPEN.includes(code)) {
        const isArray = code === OPEN[1];
        if (this.#depth === 0 && (isArray || this.#found)) throw noObjects();
        if (this.#inList && this.#depth === 2) {
          if (isArray) throw noObjects();
          kept = at;
        }
        if (this.#depth === 1 && isArray && this.#name === this.#wanted) {
          this.#inList = true;
          this.#found = true;
        }
        this.#depth += 1;
        this.#begun = true;
      } else if (CLOSE.includes(code)) {
        this.#depth -= 1;
        if (this.#depth === 1) this.#inList = false;
        if (this.#inList && this.#depth === 2) {
          this.#entry(all.slice(kept, at + 1));
          kept = at + 1;
        }
      } else if (this.#depth === 0 ? !isSpace(code) : this.#inList && this.#depth === 2 && !isSpace(code, true)) {
        throw this.#depth === 0 ? new ConnectionLost(say('an answer was cut off or is no JSON')) : noObjects();
      }
    }
    // Between entries nothing needs to be kept; a name that has begun is.
    const isBetween = this.#depth < 2 || (this.#inList && this.#depth === 2);
    if (isBetween) kept = this.#nameAt >= 0 ? this.#nameAt : all.length;
    if (this.#nameAt >= 0) this.#nameAt -= kept;
    this.#held = all.slice(kept);
    if (this.#held.length > this.#limit)
      throw new AnswerTooLarge(say('more than {most} MB in one answer', { most: this.#limit >> 20 }));
  }

  /** @throws ConnectionLost when the answer is not whole; NotTheApi when it has no list */
  end(): void {
    if (!this.#begun || this.#depth !== 0) throw new ConnectionLost(say('an answer was cut off or is no JSON'));
    if (!this.#found) throw new NotTheApi(say('an answer without its list'));
  }

  #entry(text: string): void {
    if (++this.#count > this.#most)
      throw new AnswerTooLarge(say('more than {most} entries in one answer', { most: this.#most }));
    let entry: Json;
    try {
      entry = JSON.parse(text) as Json;
    } catch {
      throw new ConnectionLost(say('an answer was cut off or is no JSON'));
    }
    this.#onEntry(entry);
  }
}

function noObjects(): NotTheApi {
  return new NotTheApi(say('a list that holds no object'));
}

/** @param comma whether what separates entries counts too */
function isSpace(code: number, comma = false): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xfeff || (comma && code === 0x2c);
}
