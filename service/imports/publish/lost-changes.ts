/** What was published before an update, and would be gone, or be something else, behind it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { packedLines } from '../../files/packed-file.ts';
import { isAskedFor, lostRefs, sideOf } from '../../sources/commits/source-changes.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { rowOf } from '../../vocabulary/revision-row.ts';
import { type RefsPlace, recordedRefs } from './owned-refs.ts';
import { rewrittenBranches } from './rewritten-branches.ts';
import { readBefore } from './update.ts';

/** What lies in a repository, with the list of its revisions. */
export interface PublishedBefore {
  repository: string;
  /** Beside its report. */
  revisions: string;
  /** Whether other folders are branches and tags now. */
  otherShape: boolean;
  /** Where its refs are recorded; null where an update kept them. */
  refs: RefsPlace | null;
}

/**
 * Branches and tags that were published before an update or a restart and that a mapping does not have, branches whose history does not hold any more
 * what was published, and tags that are of another revision now. Ids say nothing of that: other authors give other ids. They are all that
 * there is where an earlier version published, which wrote no list of revisions.
 * @throws Failure
 */
export async function lostChanges(
  { refs }: Pick<MapResult, 'refs'>,
  published: PublishedBefore,
  { folder, signal }: Pick<SourceContext, 'folder' | 'signal'>,
): Promise<SourceChange[]> {
  const now = new Map(refs.map(({ name, oid }) => [name, oid]));
  const before = refsBefore(published.refs, folder).filter(({ name }) => isAskedFor(name));
  const gone = await lostRefs(
    published.repository,
    before.filter(({ name }) => !now.has(name)),
    signal,
  );
  const after = { repository: join(folder, 'staging.git'), revisions: join(folder, MADE_REVISIONS) };
  const isOther = ({ name, oid }: MappedRef) => ![undefined, oid].includes(now.get(name));
  const [tags, branches] = [
    before.filter((ref) => ref.name.startsWith('refs/tags/') && isOther(ref)),
    before.filter((ref) => ref.name.startsWith('refs/heads/') && isOther(ref)),
  ];
  const moved = branches.map(({ name, oid }) => ({ name, oid, now: now.get(name) ?? '' }));
  const rewritten = (await rewrittenBranches(moved, published, after, published.otherShape, signal)).map(
    ({ name, oid }) => ({
      ...{ name, oid, isTag: false },
    }),
  );
  const others = [...rewritten, ...tags.map(({ name, oid }) => ({ name, oid, isTag: true }))];
  if (others.length === 0 && gone.length === 0) return [];
  const hasList = existsSync(published.revisions);
  const wanted = [...others.map(({ oid }) => oid), ...gone.map(({ before: side }) => side.revision)];
  const was = await revisionsOf(published.revisions, new Set(wanted));
  // Who looks for it in the source knows no commit of ours.
  for (const { before: side } of gone) side.revision = was.get(side.revision)?.revision ?? side.revision;
  const is = await revisionsOf(after.revisions, new Set(others.map(({ name }) => now.get(name) ?? '')));
  const changed: SourceChange[] = [];
  for (const { name, oid, isTag } of others) {
    const [from, to] = [was.get(oid), is.get(now.get(name) ?? '')];
    if (isTag && hasList && (from === undefined || to === undefined || from.revision === to.revision)) continue;
    const [then, today] = [
      await sideOf(published.repository, oid, signal),
      await sideOf(after.repository, now.get(name) ?? '', signal),
    ];
    changed.push({
      ...{ name, kind: 'rewritten' },
      before: { ...then, revision: from?.revision ?? then.revision },
      after: { ...today, ...to },
    });
  }
  return [...gone, ...changed];
}

function refsBefore(place: RefsPlace | null, folder: string): MappedRef[] {
  if (place === null) return readBefore(folder)?.refs ?? [];
  return [...recordedRefs(place).recorded()].map(([name, oid]) => ({ name, oid }));
}

/** Lines of a list of revisions, by the commits or tags that they became. */
async function revisionsOf(file: string, wanted: ReadonlySet<string>) {
  const found = new Map<string, { revision: string; author: string; date: string }>();
  for await (const line of packedLines(file)) {
    const row = rowOf(line);
    if (row === null || !wanted.has(row.commit)) continue;
    const { revision, author, date } = row;
    found.set(row.commit, { revision, author, date });
  }
  return found;
}
