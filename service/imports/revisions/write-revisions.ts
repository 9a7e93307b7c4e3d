/** Writes `revisions.tsv` beside the repository: which commit a revision of the source became, for who has an old number. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePieces } from '../../files/durable-file.ts';
import { isPackedThere, packedLines } from '../../files/packed-file.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { forEachCommit, peel } from '../../git/rewrite/history.ts';
import { KEPT_REVISIONS } from '../../sources/commits/kept-revisions.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';
import type { MapResult } from '../../sources/source.ts';
import type { MappedRef, Vcs } from '../../vocabulary/history.ts';
import { HEADER, lineOf, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { withoutNotes } from '../notes/notes-ref.ts';
import { ownMapping } from '../steps/own-mapping.ts';
import { commitPairs, type Parents, type Side } from './commit-pairs.ts';

export interface RevisionsJob {
  vcs: Vcs;
  /** Folder `imports/<id>`. */
  folder: string;
  /** The published repository. */
  repositoryPath: string;
  mapped: Pick<MapResult, 'refs' | 'origin' | 'conversion' | 'notes'>;
  /** File to write. */
  target: string;
  signal: AbortSignal;
}

/**
 * Whole or not there. A Git source whose commits stayed as they were has none: old ids are the new ones.
 * @throws Failure
 */
export async function writeRevisions(job: RevisionsJob): Promise<void> {
  const rows = await revisionRows(job);
  if (rows === null) return rm(job.target, { force: true });
  await writePieces(job.target, linesOf(rows));
}

async function* linesOf(rows: AsyncIterable<RevisionRow> | Iterable<RevisionRow>): AsyncGenerator<string> {
  yield `${HEADER}\n`;
  for await (const row of rows) yield lineOf(row);
}

/**
 * What revisions, changesets or rewritten commits of the source became.
 * @returns null where the source has none, or all ids are the source's own
 */
export async function revisionRows({ vcs, folder, repositoryPath, mapped, signal }: Omit<RevisionsJob, 'target'>) {
  const now = { repository: repositoryPath, refs: withoutNotes(mapped).refs };
  if (vcs === 'subversion' || vcs === 'tfvc') {
    const own = ownMapping(mapped);
    const isSame = own.mapped.refs.every(({ name, oid }, i) => now.refs[i]?.name === name && now.refs[i]?.oid === oid);
    const before = isSame ? null : { repository: own.repository ?? repositoryPath, refs: own.mapped.refs };
    const tags = isSame ? new Map<string, string>() : changedTags(own.mapped, mapped);
    return keptRows(join(folder, MADE_REVISIONS), before, now, tags, signal);
  }
  const staging = join(folder, 'staging.git');
  const fetched = { repository: staging, refs: await refsThatChanged(staging, now.refs, signal) };
  if (vcs === 'git') return rewrittenRows(fetched, now, signal);
  return keptRows(join(folder, KEPT_REVISIONS), fetched, now, new Map(), signal);
}

/** Refs of what was fetched that name something else now: usually few of hundreds of thousands, which none of this keeps. */
async function refsThatChanged(staging: string, now: readonly MappedRef[], signal: AbortSignal): Promise<MappedRef[]> {
  const changed: MappedRef[] = [];
  const oids = new Map(now.map(({ name, oid }) => [name, oid]));
  const keep = (name: string, oid: string) => {
    if (oids.has(name) && oids.get(name) !== oid) changed.push({ name, oid });
  };
  await eachRef(staging, keep, signal);
  return changed;
}

/** Where the commits that were noted, by the id that they had then, are now. */
async function keptRows(
  file: string,
  before: Side | null,
  now: Side,
  tags: ReadonlyMap<string, string>,
  signal: AbortSignal,
) {
  if (!isPackedThere(file)) return null;
  const pairs = before === null ? new Map<string, string>() : await commitPairs(before, now, signal);
  const current = new Map([...pairs].map(([to, from]) => [from, to]));
  return (async function* () {
    for await (const line of packedLines(file)) {
      const row = rowOf(line);
      if (row !== null) yield { ...row, commit: current.get(row.commit) ?? tags.get(row.commit) ?? row.commit };
    }
  })();
}

/** Annotated tags are named by refs alone. */
function changedTags(before: Pick<MapResult, 'refs'>, now: Pick<MapResult, 'refs'>): Map<string, string> {
  const names = new Map(now.refs.map(({ name, oid }) => [name, oid]));
  return new Map(before.refs.flatMap(({ name, oid }) => (names.has(name) ? [[oid, names.get(name) as string]] : [])));
}

/** Commits of a Git source that have another id now; null when all have their own. */
async function rewrittenRows(before: Side, now: Side, signal: AbortSignal): Promise<RevisionRow[] | null> {
  const options = { ...now, signal };
  const rows: RevisionRow[] = [];
  // One reading of what there is now, beside the walk through what there was.
  const read = async (): Promise<Parents> => {
    const parents = new Map<string, string[]>();
    await forEachCommit(options, (await peel(options)).commits, (id, payload) => {
      const head = payload.toString('utf8', 0, Math.max(0, payload.indexOf('\n\n')));
      // Parents stand directly behind the tree.
      const named = /^tree [\da-f]{40}\n((?:parent [\da-f]{40}\n)*)/.exec(head)?.[1] ?? '';
      parents.set(id, named.match(/[\da-f]{40}/g) ?? []);
      const author = /^author (.*) (-?\d+) [+-]\d{4}$/m.exec(head);
      if (author === null) return;
      rows.push({ revision: id, path: '', commit: id, author: author[1] as string, date: dateOf(Number(author[2])) });
    });
    return parents;
  };
  const pairs = await commitPairs(before, now, signal, read);
  if (pairs.size === 0) return null;
  for (const row of rows) row.revision = pairs.get(row.commit) ?? row.commit;
  return rows;
}

/** Commits may say any number of seconds; what four digits of a year do not hold is written as the first or last that they do. */
const [FIRST, LAST] = [-62_167_219_200, 253_402_300_799];

function dateOf(seconds: number): string {
  const within = Math.min(LAST, Math.max(FIRST, seconds));
  return `${new Date(within * 1000).toISOString().slice(0, 19)}Z`;
}
