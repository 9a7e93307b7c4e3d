/** What was published before an update, and would be gone, or be something else, behind it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { packedLines } from '../../files/packed-file.ts';
import { runGit } from '../../git/git.ts';
import { isAskedFor, lostRefs, sideOf } from '../../sources/commits/source-changes.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { rowOf } from '../../vocabulary/revision-row.ts';
import { type RefsPlace, recordedRefs } from './owned-refs.ts';
import { rewrittenBranches, withoutNumber } from './rewritten-branches.ts';
import { readBefore } from './update.ts';

/** What lies in a repository, with the list of its revisions. */
export interface PublishedBefore {
  repository: string;
  /** Beside its report. */
  revisions: string;
  /** The same of what is mapped now, before anything was made anew; null where ids are the source's own. */
  revisionsNow: string | null;
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
  mapped: Pick<MapResult, 'refs' | 'came'>,
  published: PublishedBefore,
  { folder, signal }: Pick<SourceContext, 'folder' | 'signal'>,
): Promise<SourceChange[]> {
  // Of a whole history that was fetched: staging knows no other commits.
  const { refs } = mapped.came ?? mapped;
  const now = new Map(refs.map(({ name, oid }) => [name, oid]));
  const before = refsBefore(published.refs, folder).filter(({ name }) => isAskedFor(name));
  const gone = await lostRefs(
    published.repository,
    before.filter(({ name }) => !now.has(name)),
    signal,
  );
  const after = { repository: join(folder, 'staging.git'), revisions: published.revisionsNow };
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
  const [targets, targetsNow] = await Promise.all(
    [published.repository, after.repository].map((repository) =>
      tags.length === 0 ? new Map<string, string>() : tagTargets(repository, signal),
    ),
  );
  const wanted = [
    ...others.flatMap(({ oid, name }) => [oid, targets?.get(name) ?? oid]),
    ...gone.map(({ before: side }) => side.revision),
  ];
  const was = await revisionsOf(published.revisions, new Set(wanted));
  // Who looks for it in the source knows no commit of ours.
  for (const { before: side } of gone) side.revision = was.get(side.revision)?.revision ?? side.revision;
  const wantedNow = others.flatMap(({ name }) => [now.get(name) ?? '', targetsNow?.get(name) ?? []].flat());
  const is =
    after.revisions === null ? ownRevisions(wantedNow) : await revisionsOf(after.revisions, new Set(wantedNow));
  const changed: SourceChange[] = [];
  for (const { name, oid, isTag } of others) {
    const from = was.get(oid) ?? was.get(targets?.get(name) ?? '');
    const to = is.get(targetsNow?.get(name) ?? '') ?? is.get(now.get(name) ?? '');
    const isSame =
      from === undefined || to === undefined || withoutNumber(from.revision) === withoutNumber(to.revision);
    if (isTag && hasList && isSame) continue;
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

/** What tags lead to in the end: lists of commits do not name annotated tags. */
async function tagTargets(repository: string, signal: AbortSignal): Promise<Map<string, string>> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(refname) %(objectname) %(*objectname)', 'refs/tags'],
    signal,
    failure: ({ stderrTail }) => Failure.of('git.commits_unreadable', {}, stderrTail),
  }).done;
  return new Map(
    stdout.split('\n').map((line) => {
      const [name = '', oid = '', target = ''] = line.split(' ');
      return [name, target === '' ? oid : target];
    }),
  );
}

/** Of a source whose commits keep their ids. */
function ownRevisions(commits: readonly string[]): Map<string, { revision: string }> {
  return new Map(commits.map((revision) => [revision, { revision }]));
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
