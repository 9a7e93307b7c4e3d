/**
 * Reads a Subversion dump stream (formats 2 and 3; Subversion's `notes/dump-load-format.txt`) record by record.
 * Paths, property names and values are bytes and kept as latin1 strings.
 */

import { closeSync, openSync, writeSync } from 'node:fs';
import { say } from '../../../../language/sentence.ts';
import { DumpError, type DumpRecord, lengthHeader, readHeaders, recordOf } from './record.ts';

/** Header blocks are a few lines; more than this is not a dump. */
const MAX_HEADER = 4 << 20;
/** Property blocks over this many bytes are refused: Subversion's own limits are far below. */
const MAX_PROPERTIES = 64 << 20;

export class DumpParser {
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #onBytes: (bytes: number) => void;
  #buffer = Buffer.allocUnsafe(1 << 20);
  #from = 0;
  #to = 0;
  #ended = false;
  #unreadText = 0;

  /** @param onBytes told of each piece that arrives, in bytes */
  constructor(stream: AsyncIterable<Buffer>, onBytes: (bytes: number) => void = () => undefined) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#onBytes = onBytes;
  }

  /** @returns the next record, or null at a clean end @throws DumpError when the stream is cut or not a dump */
  async next(): Promise<DumpRecord | null> {
    while (this.#unreadText > 0) await this.#skipText();
    let headerEnd: number;
    for (;;) {
      while (this.#from < this.#to && this.#buffer[this.#from] === 0x0a) this.#from++;
      headerEnd = this.#buffer.subarray(this.#from, this.#to).indexOf('\n\n', 0, 'latin1');
      if (headerEnd >= 0) break;
      if (this.#to - this.#from > MAX_HEADER) throw new DumpError(say('the stream is not a Subversion dump'));
      if (!(await this.#fill())) {
        if (this.#from === this.#to) return null;
        const rest = this.#buffer.toString('latin1', this.#from, this.#to);
        if (/^(SVN-fs-dump-format-version|UUID): [^\n]*\n?$/.test(rest)) return null;
        throw new DumpError(say('the stream was cut in the middle of a record'));
      }
    }
    const headers = readHeaders(this.#buffer.toString('latin1', this.#from, this.#from + headerEnd));
    this.#from += headerEnd + 2;
    const propertyLength = lengthHeader(headers, 'Prop-content-length');
    const textLength = lengthHeader(headers, 'Text-content-length');
    if (propertyLength > MAX_PROPERTIES) throw new DumpError(say('a property block is unreasonably large'));
    let properties: Buffer | null = null;
    if (propertyLength >= 0) {
      await this.#need(propertyLength);
      properties = this.#buffer.subarray(this.#from, this.#from + propertyLength);
      this.#from += propertyLength;
    }
    this.#unreadText = Math.max(textLength, 0);
    return recordOf(headers, properties, textLength);
  }

  /** The record's text content. Valid until the next call. */
  async text(): Promise<Buffer> {
    const length = this.#unreadText;
    this.#unreadText = 0;
    if (this.#to - this.#from < length) await this.#need(length);
    const text = this.#buffer.subarray(this.#from, this.#from + length);
    this.#from += length;
    return text;
  }

  /** Writes the record's text content to a file instead of holding it in memory. */
  async textToFile(path: string): Promise<void> {
    const file = openSync(path, 'w', 0o600);
    try {
      while (this.#unreadText > 0) {
        if (this.#from === this.#to && !(await this.#fill()))
          throw new DumpError(say('the stream was cut in the middle of a text'));
        const n = Math.min(this.#unreadText, this.#to - this.#from);
        for (let done = 0; done < n; ) done += writeSync(file, this.#buffer, this.#from + done, n - done);
        this.#from += n;
        this.#unreadText -= n;
      }
    } finally {
      closeSync(file);
    }
  }

  async #skipText(): Promise<void> {
    if (this.#from === this.#to && !(await this.#fill()))
      throw new DumpError(say('the stream was cut in the middle of a text'));
    const n = Math.min(this.#unreadText, this.#to - this.#from);
    this.#from += n;
    this.#unreadText -= n;
  }

  async #need(bytes: number): Promise<void> {
    while (this.#to - this.#from < bytes) {
      if (this.#from + bytes > this.#buffer.length) this.#makeRoom(bytes);
      if (!(await this.#fill())) throw new DumpError(say('the stream was cut in the middle of a record'));
    }
  }

  async #fill(): Promise<boolean> {
    if (this.#ended) return false;
    const { value, done } = await this.#chunks.next();
    if (done) {
      this.#ended = true;
      return false;
    }
    this.#onBytes(value.length);
    if (this.#to + value.length > this.#buffer.length) this.#makeRoom(this.#to - this.#from + value.length);
    value.copy(this.#buffer, this.#to);
    this.#to += value.length;
    return true;
  }

  #makeRoom(bytes: number): void {
    const kept = this.#to - this.#from;
    const target = bytes + (64 << 10) > this.#buffer.length ? Buffer.allocUnsafe(bytes + (1 << 20)) : this.#buffer;
    this.#buffer.copy(target, 0, this.#from, this.#to);
    this.#buffer = target;
    this.#from = 0;
    this.#to = kept;
  }
}

/** One property of a block: its new value, or null when it was deleted. */
export type PropertyChange = [name: string, value: string | null];

/** @param end the line behind the last one @throws DumpError for a malformed block */
export function parseProperties(block: Buffer, end = 'PROPS-END'): PropertyChange[] {
  const changes: PropertyChange[] = [];
  let at = 0;
  const line = (): string => {
    const lineEnd = block.indexOf(0x0a, at);
    if (lineEnd < 0) throw new DumpError(say('a property block is cut short'));
    const text = block.toString('latin1', at, lineEnd);
    at = lineEnd + 1;
    return text;
  };
  const counted = (head: string): string => {
    const length = Number(head.slice(2));
    if (!Number.isSafeInteger(length) || length < 0 || at + length >= block.length)
      throw new DumpError(say('a property says a wrong length'));
    const text = block.toString('latin1', at, at + length);
    at += length + 1;
    return text;
  };
  for (;;) {
    const head = line();
    if (head === end) return changes;
    if (head.startsWith('D ')) {
      changes.push([counted(head), null]);
    } else if (head.startsWith('K ')) {
      const name = counted(head);
      const valueHead = line();
      if (!valueHead.startsWith('V ')) throw new DumpError(say('a property has no value'));
      changes.push([name, counted(valueHead)]);
    } else {
      throw new DumpError(say('a property block holds an unknown line'));
    }
  }
}
