/** The JSON files of an archive: schema.json and the records. */
import { Failure } from '../../../failures/failure.ts';
import { shown } from './refusal.ts';

/** Largest file of records: 100 records with the longest bodies there are fit. */
export const LARGEST_RECORDS_FILE = 64 * 1024 * 1024;
const LARGEST_SCHEMA = 64 * 1024;

/** Files up to this size are not looked at before they are parsed: that would cost more than it could save. */
const HARMLESS = 2 * 1024 * 1024;
/** Real records have about six levels. */
const DEEPEST = 100;

type RecordObject = Record<string, unknown>;

/** @throws Failure (a sentence) for a file that cannot be an archive's */
export function checkJsonSize(path: string, size: number): void {
  const limit = path === 'schema.json' ? LARGEST_SCHEMA : LARGEST_RECORDS_FILE;
  if (size <= limit) return;
  const text = limit >= 1024 * 1024 ? `${limit / 1024 / 1024} MB` : `${limit / 1024} KB`;
  throw Failure.of('archive.record_file_too_large', { path: shown(path), most: text });
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function parse(path: string, bytes: Uint8Array): unknown {
  if (bytes.length > HARMLESS && isTooDeep(bytes)) {
    throw Failure.of('archive.record_file_too_deep', { path: shown(path) });
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    throw Failure.of('archive.record_file_no_json', { path: shown(path) }, error instanceof Error ? error.message : '');
  }
}

/**
 * The version that schema.json names.
 * @throws Failure (a sentence) when it is none, or of another major version than 1
 */
export function readSchemaVersion(bytes: Uint8Array): string {
  const schema = parse('schema.json', bytes);
  const version = isObject(schema) ? schema.version : undefined;
  if (typeof version !== 'string' || !/^\d{1,6}\.\d{1,6}\.\d{1,6}(?:[-+][\w.+-]{1,64})?$/.test(version)) {
    throw Failure.of('archive.no_version', {});
  }
  if (!version.startsWith('1.')) {
    throw Failure.of('archive.other_version', { version });
  }
  return version;
}

/** @throws Failure (a sentence) when the file is not an array of objects */
export function readRecords(path: string, bytes: Uint8Array): RecordObject[] {
  const records = parse(path, bytes);
  if (!Array.isArray(records) || !records.every(isObject)) {
    throw Failure.of('archive.no_list', { path: shown(path) });
  }
  return records;
}

function isObject(value: unknown): value is RecordObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether arrays and objects stand within each other beyond all measure, which would take all memory to parse. */
function isTooDeep(bytes: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x22) {
      // To the end of the string.
      for (at++; at < bytes.length && bytes[at] !== 0x22; at++) if (bytes[at] === 0x5c) at++;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      if (depth > DEEPEST) return true;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
  }
  return false;
}
