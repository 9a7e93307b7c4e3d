/** Writes `revisions.tsv` beside the repository: which commit a revision of the source became, for who has an old number. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writePieces } from '../../files/durable-file.ts';
import { isPackedThere, packedLines } from '../../files/packed-file.ts';
import { eachRef } from '../../git/bare-repository.ts';
import { readCommitLogs } from '../../git/commit-logs.ts';
import { commitBatches, peel } from '../../git/rewrite/history.ts';
import { KEPT_REVISIONS } from '../../sources/commits/kept-revisions.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';
import type { MapResult } from '../../sources/source.ts';
import type { MappedRef, Vcs } from '../../vocabulary/history.ts';
import { HEADER, lineOf, type RevisionRow, rowOf } from '../../vocabulary/revision-row.ts';
import { withoutNotes } from '../notes/notes-ref.ts';
import { CommitPairs, tipsOf } from '../rewritten/commit-pairs.ts';
import { ownMapping } from '../steps/own-mapping.ts';

/** Rows whose commits are read at once. */
const ROWS_AT_ONCE = 5000;

interface Side {
  repository: string;
  refs: readonly MappedRef[];
}

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
  const file = join(folder, KEPT_REVISIONS);
  return isPackedThere(file) ? mappedRows(file, await pairsOf(fetched, now, signal), now.repository, signal) : null;
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
  const pairs = before === null ? null : await pairsOf(before, now, signal);
  return (async function* () {
    for await (const line of packedLines(file)) {
      const row = rowOf(line);
      if (row === null) continue;
      yield { ...row, commit: pairs?.madeOf(row.commit) ?? tags.get(row.commit) ?? row.commit };
    }
  })();
}

/** As `keptRows`, of rows that were noted before authors were mapped: with who made their commits as they are now. */
async function* mappedRows(file: string, pairs: CommitPairs, repository: string, signal: AbortSignal) {
  let rows: RevisionRow[] = [];
  let made: RevisionRow[] = [];
  const told = async () => {
    const [whole, anew] = [rows, made];
    [rows, made] = [[], []];
    const ids = anew.map(({ commit }) => commit);
    await readCommitLogs(repository, ids, signal, (log, at) => {
      const row = anew[at];
      if (row !== undefined && log !== null) row.author = log.author;
    });
    return whole;
  };
  for await (const line of packedLines(file)) {
    const row = rowOf(line);
    if (row === null) continue;
    const commit = pairs.madeOf(row.commit);
    if (commit !== null && commit !== row.commit) made.push(Object.assign(row, { commit }));
    if (rows.push(row) === ROWS_AT_ONCE) yield* await told();
  }
  yield* await told();
}

async function pairsOf(before: Side, now: Side, signal: AbortSignal): Promise<CommitPairs> {
  const sides = { before: before.repository, after: now.repository, signal };
  return await CommitPairs.read(sides, await tipsOf(sides, before.refs, now.refs));
}

/** Annotated tags are named by refs alone. */
function changedTags(before: Pick<MapResult, 'refs'>, now: Pick<MapResult, 'refs'>): Map<string, string> {
  const names = new Map(now.refs.map(({ name, oid }) => [name, oid]));
  return new Map(before.refs.flatMap(({ name, oid }) => (names.has(name) ? [[oid, names.get(name) as string]] : [])));
}

/** Commits of a Git source, each with the id or the ids that it had; null when all have their own. */
async function rewrittenRows(before: Side, now: Side, signal: AbortSignal) {
  const pairs = await pairsOf(before, now, signal);
  if (pairs.isEmpty) return null;
  return (async function* () {
    const { commits } = await peel({ ...now, signal });
    for await (const batch of commitBatches({ repository: now.repository, signal }, commits)) {
      for (const { id, payload } of batch) {
        const head = payload.toString('utf8', 0, Math.max(0, payload.indexOf('\n\n')));
        const [, author = '', seconds = '0'] = MADE_BY.exec(head) ?? [];
        const row = { path: '', commit: id, author, date: dateOf(Number(seconds)) };
        const origins = pairs.originsOf(id);
        for (const revision of origins.length === 0 ? [id] : origins) yield { revision, ...row };
      }
    }
  })();
}

/** Of one without a date git says that it was made at 0. */
const MADE_BY = /\nauthor ([^\n]*?)(?: (-?\d+) [+-]\d+)?(?:\n|$)/;

/** Commits may say any number of seconds; what four digits of a year do not hold is written as the first or last that they do. */
const [FIRST, LAST] = [-62_167_219_200, 253_402_300_799];

function dateOf(seconds: number): string {
  const within = Math.min(LAST, Math.max(FIRST, seconds));
  return `${new Date(within * 1000).toISOString().slice(0, 19)}Z`;
}
