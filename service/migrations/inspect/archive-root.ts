/** What an archive's addresses begin with. */
import type { ArchiveRecord } from '../records/record-rows.ts';
import { PARENTS } from '../records/records-database.ts';
import { type AddressShape, shapeOf } from './address-shapes.ts';

/** How many parts of an address are the record's own name, where that is known. */
const OWN_PARTS: Record<string, number> = { users: 1, organizations: 1, repositories: 2 };

/**
 * Fields that tell where a record belongs, the surest first. Its own address may be anywhere: attachments of 2020 are at
 * `https://user-images.githubusercontent.com/<id>/<name>`, and come first in an archive that was packed in alphabetical order.
 */
const BELONGS_TO = [...PARENTS, 'user'];

/** What the addresses of an archive begin with, and how they go on. */
export interface ArchiveRoot {
  root: string;
  shape: AddressShape;
}

/** The archive was begun to be read with another root than its repositories have. */
export class OtherRoot extends Error {
  readonly root: ArchiveRoot;
  constructor(root: ArchiveRoot) {
    super(root.root);
    this.root = root;
  }
}

/**
 * Told by the first record that is read: what precedes `/<login>` or `/<owner>/<name>`, else the origin of what it belongs to.
 * @returns null for a record without a usable address
 */
export function rootOf(plural: string, record: ArchiveRecord): string | null {
  const parts = OWN_PARTS[plural];
  if (parts !== undefined) return above(record.url, parts);
  for (const field of BELONGS_TO) {
    const root = above(record[field], field.startsWith('repository') ? 2 : 0);
    if (root !== null) return root;
  }
  return above(record.url, 0);
}

/** What most of these repositories' addresses begin with: all else is found by them. */
export function rootOfRepositories(records: readonly ArchiveRecord[]): ArchiveRoot | null {
  const found = new Map<string, { count: number; shape: AddressShape }>();
  for (const record of records) {
    const told = shapeOf(record);
    const root = told.root ?? rootOf('repositories', record);
    if (root === null) continue;
    const { count, shape } = found.get(root) ?? { count: 0, shape: 'plain' };
    // People's own repositories do not show it.
    found.set(root, { count: count + 1, shape: shape === 'plain' ? told.shape : shape });
  }
  const [most] = [...found].sort(([, a], [, b]) => b.count - a.count);
  return most === undefined ? null : { root: most[0], shape: most[1].shape };
}

/** An address without its last parts; its origin where it has not so many, or where `parts` is 0. */
function above(url: unknown, parts: number): string | null {
  if (typeof url !== 'string' || !URL.canParse(url)) return null;
  const { origin } = new URL(url);
  if (origin === 'null') return null;
  if (parts === 0) return origin;
  const root = url.split('/').slice(0, -parts).join('/');
  return root.startsWith(origin) ? root : origin;
}
