/** One record of an archive <-> one row of its table. */

import { say } from '../../../language/sentence.ts';
import { SaidError } from '../../failures/said-error.ts';
import { FILE_ROOT, ROOT, rewriteJson, withoutRoot, withRoot } from './addresses.ts';
import { type Field, isReference, type Model } from './models.ts';
import { withoutSecrets } from './webhook-secrets.ts';

export type ArchiveRecord = Record<string, unknown>;
export type Value = string | number | null;
export type Row = Record<string, Value>;

/** A record that cannot be stored; the sentence names it. */
export class InvalidRecord extends SaidError {}

/**
 * The columns of a record: those of its model, `address`, and `other_fields` (JSON) for what the model does not
 * know or what has another type than the model's.
 * @param root what the archive's addresses begin with
 * @returns `secrets`: hosts of webhooks of which something was taken out
 * @throws InvalidRecord without an address
 */
export function rowOf(model: Model, record: ArchiveRecord, root: string): { row: Row; secrets: string[] } {
  if (typeof record.url !== 'string' || record.url === '') {
    throw new InvalidRecord(say('A record of {kind} has no "url", which is its id.', { kind: model.plural }));
  }
  const row: Row = { address: withoutRoot(record.url, root) };
  const others = new Map(Object.entries(record));
  others.delete('url');
  if (record.type === model.type) others.delete('type');
  let secrets: string[] = [];
  for (const field of model.fields) {
    let value: unknown = record[field.name] ?? null;
    if (field.name === 'webhooks') {
      const clean = withoutSecrets(value);
      value = clean.webhooks;
      secrets = clean.found;
      others.set(field.name, value);
    }
    const stored = storedValue(field, value, root);
    row[field.name] = typeof stored === 'string' ? stored.toWellFormed() : (stored ?? null);
    // Half a character, as writers leave that cut texts, is none in SQLite: JSON keeps it.
    const isKept = typeof stored === 'string' ? stored.isWellFormed() : stored !== undefined;
    if (isKept) others.delete(field.name);
  }
  const rest = others.size === 0 ? null : canonicalJson(Object.fromEntries(others), root);
  row.other_fields = rest;
  return { row, secrets };
}

/** Undefined for a value of another type than the field's. */
function storedValue(field: Field, value: unknown, root: string): Value | undefined {
  if (value === null) return null;
  switch (field.kind) {
    case 'json':
      return canonicalJson(value, root);
    case 'boolean':
      return typeof value === 'boolean' ? Number(value) : undefined;
    case 'integer':
      return Number.isSafeInteger(value) ? (value as number) : undefined;
    case 'file':
      return typeof value === 'string' && value.startsWith(FILE_ROOT) ? value.slice(FILE_ROOT.length) : undefined;
    default:
      if (typeof value !== 'string') return undefined;
      return isReference(field.kind) ? withoutRoot(value, root) : value;
  }
}

/** Inside JSON, addresses keep a root (ours), so that they cannot be taken for other text. */
function canonicalJson(value: unknown, root: string): string {
  const json = JSON.stringify(value);
  return root === ROOT ? json : rewriteJson(json, root, (address) => ROOT + address);
}

/**
 * The record of a row: `type`, `url`, the model's fields in their order, then the others.
 * @param instead fields whose value is another one now; undefined leaves a field out
 */
export function recordOf(model: Model, row: Row, instead: ArchiveRecord = {}): ArchiveRecord {
  const record: ArchiveRecord = { type: model.type, url: withRoot(row.address as string) };
  const text = row.other_fields;
  const others = typeof text === 'string' ? (JSON.parse(text) as ArchiveRecord) : {};
  for (const field of model.fields) {
    const value =
      field.name in instead
        ? instead[field.name]
        : (others[field.name] ??
          readValue(field, row[field.name] ?? null) ??
          (field.optional ? undefined : field.empty));
    delete others[field.name];
    if (value !== undefined) record[field.name] = value;
  }
  // Spread, not assigned: a field called __proto__ is one.
  return typeof text === 'string' ? { ...record, ...others } : record;
}

/** Undefined for no value. */
function readValue(field: Field, value: Value): unknown {
  if (value === null) return undefined;
  switch (field.kind) {
    case 'json':
      return JSON.parse(value as string);
    case 'boolean':
      return value === 1;
    case 'file':
      return FILE_ROOT + value;
    default:
      return isReference(field.kind) ? withRoot(value as string) : value;
  }
}

/** The row with all its addresses rewritten; the same object when nothing changes. */
export function rewriteRow(model: Model, row: Row, rewrite: (address: string) => string): Row {
  const changed: Row = { ...row, address: rewrite(row.address as string) };
  for (const field of model.fields) {
    const value = row[field.name];
    if (typeof value !== 'string') continue;
    if (isReference(field.kind)) changed[field.name] = rewrite(value);
    else if (field.kind === 'json') changed[field.name] = rewriteJson(value, ROOT, (each) => ROOT + rewrite(each));
  }
  const others = row.other_fields;
  if (typeof others === 'string') changed.other_fields = rewriteJson(others, ROOT, (each) => ROOT + rewrite(each));
  return changed;
}
