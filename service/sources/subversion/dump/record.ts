/** A record of a dump, read once into what it says (`notes/dump-load-format.txt`). Paths are bytes as latin1 strings. */

import { say } from '../../../../language/sentence.ts';
import { SaidError } from '../../../failures/said-error.ts';

/** What it says completes a sentence. */
export class DumpError extends SaidError {}

interface RecordParts {
  /** Raw property block, or null when the record has none. Valid until the parser's next call. */
  properties: Buffer | null;
  /** Bytes of text content; -1 when the record has none (the text stays as it was). */
  textLength: number;
}

/** The change of one file or directory. */
export interface NodeRecord extends RecordParts {
  kind: 'node';
  /** Without slashes at its ends; '' for the root. */
  path: string;
  action: 'add' | 'change' | 'delete' | 'replace';
  /** Null where the record does not say: then it is what it was copied from. */
  isDirectory: boolean | null;
  copiedFrom: { path: string; revision: number } | null;
  /** Whether properties that the block does not name stay as they were. */
  propertiesAreDelta: boolean;
  /** Whether the text is an svndiff against the text before, or against the copied one. */
  textIsDelta: boolean;
  /** Hex MD5 of the whole text; null when the source does not say it. */
  textMd5: string | null;
}

export type DumpRecord =
  | NodeRecord
  | (RecordParts & { kind: 'revision'; number: number })
  | (RecordParts & { kind: 'uuid'; uuid: string })
  /** The format's version, and whatever later versions add. */
  | (RecordParts & { kind: 'other' });

const ACTIONS = ['add', 'change', 'delete', 'replace'] as const;

/** @throws DumpError when it says something that cannot be */
export function recordOf(headers: Map<string, string>, properties: Buffer | null, textLength: number): DumpRecord {
  const parts = { properties, textLength };
  const path = headers.get('Node-path');
  if (path !== undefined) return { ...parts, ...nodeOf(path, headers) };
  const number = headers.get('Revision-number');
  if (number !== undefined) return { ...parts, kind: 'revision', number: Number(number) };
  const uuid = headers.get('UUID');
  return uuid === undefined ? { ...parts, kind: 'other' } : { ...parts, kind: 'uuid', uuid };
}

function nodeOf(path: string, headers: Map<string, string>): Omit<NodeRecord, keyof RecordParts> {
  const action = ACTIONS.find((known) => known === headers.get('Node-action'));
  if (action === undefined) throw new DumpError(say('the source holds an unknown action'));
  const kind = headers.get('Node-kind');
  const from = headers.get('Node-copyfrom-path');
  const revision = headers.get('Node-copyfrom-rev');
  return {
    kind: 'node',
    path: possible(path),
    action,
    isDirectory: kind === undefined ? null : kind === 'dir',
    copiedFrom:
      from === undefined || revision === undefined ? null : { path: withoutSlashes(from), revision: Number(revision) },
    propertiesAreDelta: headers.get('Prop-delta') === 'true',
    textIsDelta: headers.get('Text-delta') === 'true',
    textMd5: headers.get('Text-content-md5') ?? null,
  };
}

function possible(written: string): string {
  const path = withoutSlashes(written);
  const isOdd = (name: string) => name === '' || name === '.' || name === '..' || name.includes('\0');
  if (path !== '' && path.split('/').some(isOdd)) throw new DumpError(say('the source names an impossible path'));
  return path;
}

function withoutSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

/** The header lines of a record. @throws DumpError when they are none */
export function readHeaders(block: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of block.split('\n')) {
    const colon = line.indexOf(': ');
    if (colon > 0) headers.set(line.slice(0, colon), line.slice(colon + 2));
    else if (line.endsWith(':')) headers.set(line.slice(0, -1), '');
    else throw new DumpError(say('the stream is not a Subversion dump'));
  }
  return headers;
}

/** A length in bytes that a header says; -1 without that header. @throws DumpError */
export function lengthHeader(headers: Map<string, string>, name: string): number {
  const value = headers.get(name);
  if (value === undefined) return -1;
  const length = Number(value);
  if (!Number.isSafeInteger(length) || length < 0)
    throw new DumpError(say('the dump says a wrong {field}', { field: name }));
  return length;
}
