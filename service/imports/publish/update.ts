/** Bringing an imported repository up to date: what it was before is kept beside the import until the report says what came. */

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { makeFolder } from '../../files/durable-tree.ts';
import { runGit } from '../../git/git.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { ImportReport } from '../../vocabulary/import-report.ts';

/** Refs whose commits are counted one by one; of more, only the names are told. */
const MOST_COUNTED = 200;

interface Before {
  /** When the import was last complete. */
  since: string;
  /** Revisions, changesets or commits of the source then. */
  source_revisions: number;
  refs: MappedRef[];
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
  const now = new Map(refs.map(({ name, oid }) => [name, oid]));
  const then = new Map(before.refs.map(({ name, oid }) => [name, oid]));
  const changed = [...new Set([...then.keys(), ...now.keys()])]
    .filter((name) => then.get(name) !== now.get(name))
    .sort();
  const list: NonNullable<ImportReport['update']>['refs'] = [];
  for (const [index, name] of changed.entries()) {
    const [from, to] = [then.get(name) ?? null, now.get(name) ?? null];
    const commits = to === null || index >= MOST_COUNTED ? null : await countNew(repositoryPath, from, to, then);
    list.push({ name, before: from, after: to, commits });
  }
  return { since: before.since, new_revisions: sourceRevisions - before.source_revisions, refs: list };
}

/** Null also for a file that is damaged: what came cannot be said then. */
function readBefore(folder: string): Before | null {
  if (!existsSync(beforeFile(folder))) return null;
  try {
    return JSON.parse(readFileSync(beforeFile(folder), 'utf8')) as Before;
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
