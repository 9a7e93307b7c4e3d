/** Bringing an imported repository up to date: what it was before is kept beside the import until the report says what came. */

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Sentence } from '../../../language/sentence.ts';
import { writeDurably } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { runGit } from '../../git/git.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Layout, MappedRef } from '../../vocabulary/history.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';

/** Refs whose commits are counted one by one; of more, only the names are told. */
const MOST_COUNTED = 200;

export interface Before {
  /** When the import was last complete. */
  since: string;
  /** Revisions, changesets or commits of the source then. */
  source_revisions: number;
  refs: MappedRef[];
}

/** What the row of an import said before an update. */
export interface UpdateRow {
  /** When the import was last complete. */
  since: string;
  started_at: string;
  status_text: Sentence;
  source_state: 'same' | 'moved_on' | 'not_reached' | null;
  /** The addresses of the row then; absent in files of earlier versions. */
  vcs_url?: string;
  previous_url?: string | null;
  /** Entry of the remembered credentials for that address. */
  remembered_credentials?: string | null;
  /** Absent in files of earlier versions. */
  credentials_used?: boolean;
  /** What its history suggested then; absent in files of earlier versions. */
  detected_layout?: Layout | null;
  /** Names the changes of the source that a person said may be taken over; null for none. */
  confirmed: string | null;
}

function rowFile(folder: string): string {
  return join(folder, 'update-row.json');
}

/** Keeps what the row says before an update. An update that is begun again keeps what it was at first. */
export async function writeUpdateRow(folder: string, row: UpdateRow): Promise<void> {
  const first = readUpdateRow(folder);
  await makeFolder(folder);
  await writeDurably(rowFile(folder), JSON.stringify({ ...row, ...first, confirmed: row.confirmed }));
}

/** What the row said before an update that is under way; null where none is, or nobody knows any more. */
export function readUpdateRow(folder: string): UpdateRow | null {
  return readJson<UpdateRow>(rowFile(folder));
}

/** Whether what a source has since suggests other folders as branches and tags than those that were published, and nobody chose some. */
export function isOtherShape(
  { detected_layout: before }: Pick<UpdateRow, 'detected_layout'>,
  { chosen_layout, detected_layout }: Pick<ImportRecord, 'chosen_layout' | 'detected_layout'>,
): boolean {
  return before !== undefined && chosen_layout === null && !isDeepStrictEqual(before, detected_layout);
}

function beforeFile(folder: string): string {
  return join(folder, 'before-update.json');
}

/** Keeps what the repository is before an update, whole or not at all. An update that is begun again goes on from there. */
export async function rememberBefore(folder: string, before: Before): Promise<void> {
  if (existsSync(beforeFile(folder))) return;
  await makeFolder(folder);
  await writeDurably(beforeFile(folder), JSON.stringify(before));
}

/** After the report is written: the next one is no update unless somebody asks for one. */
export async function forgetBefore(folder: string): Promise<void> {
  await rm(beforeFile(folder), { force: true });
  await rm(rowFile(folder), { force: true });
}

/**
 * What an update brought; null where none was asked for.
 * @param refs the refs that are published now
 */
export async function whatCame(
  folder: string,
  repositoryPath: string,
  refs: readonly MappedRef[],
  sourceRevisions: number,
): Promise<ImportReport['update']> {
  const before = readBefore(folder);
  if (before === null) return null;
  const then = new Map<string, string>();
  // Taken one by one: hundreds of thousands are not there twice.
  for (let ref = before.refs.pop(); ref !== undefined; ref = before.refs.pop()) then.set(ref.name, ref.oid);
  const list: NonNullable<ImportReport['update']>['refs'] = [];
  for (const [index, { name, from, to }] of changedRefs(then, refs).entries()) {
    const commits = to === null || index >= MOST_COUNTED ? null : await countNew(repositoryPath, from, to, then);
    list.push({ name, before: from, after: to, commits });
  }
  return { since: before.since, new_revisions: sourceRevisions - before.source_revisions, refs: list };
}

/** Refs that came, went or name something else now, by name. Usually few of hundreds of thousands did. */
function changedRefs(then: ReadonlyMap<string, string>, now: readonly MappedRef[]) {
  const changed: { name: string; from: string | null; to: string | null }[] = [];
  let kept = 0;
  for (const { name, oid } of now) {
    const from = then.get(name) ?? null;
    if (from !== null) kept += 1;
    if (from !== oid) changed.push({ name, from, to: oid });
  }
  if (kept < then.size) {
    const names = new Set(now.map(({ name }) => name));
    for (const [name, from] of then) if (!names.has(name)) changed.push({ name, from, to: null });
  }
  return changed.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** What the repository was before an update that is under way; null where none is. */
export function readBefore(folder: string): Before | null {
  return readJson<Before>(beforeFile(folder));
}

/** Null also for a file that is damaged: what it said cannot be known then. */
function readJson<Content>(path: string): Content | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Content;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Commits that a ref has now and none had before; null when the old ones are not in its history (it was rewritten). */
async function countNew(
  repositoryPath: string,
  from: string | null,
  to: string,
  then: ReadonlyMap<string, string>,
): Promise<number | null> {
  const known = from === null ? [...then.values()] : [from];
  if (from !== null) {
    const { code } = await runGit({
      args: ['--git-dir', repositoryPath, 'merge-base', '--is-ancestor', from, to],
      successExitCodes: 'any',
    }).done;
    if (code !== 0) return null;
  }
  const { code, stdout } = await runGit({
    args: ['--git-dir', repositoryPath, 'rev-list', '--count', '--ignore-missing', '--stdin'],
    successExitCodes: 'any',
    stdin: `${to}\n${known.map((oid) => `^${oid}`).join('\n')}\n`,
  }).done;
  return code === 0 ? Number(stdout) : null;
}
