/** What was published before an update, and would be gone, or be something else, behind it. */
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isAskedFor, lostRefs, sideOf } from '../../sources/commits/source-changes.ts';
import { MADE_REVISIONS } from '../../sources/folders/mapping/made-revisions.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { SourceChange } from '../../vocabulary/last-update.ts';
import { rowOf } from '../../vocabulary/revision-row.ts';
import { readBefore } from './update.ts';

/**
 * Branches and tags that were published before an update and that a mapping does not have, and tags that are of another
 * revision now. Ids say nothing of that: other authors give other ids.
 * @param published the repository, and the list of revisions beside its report
 * @throws Failure
 */
export async function lostChanges(
  { refs }: Pick<MapResult, 'refs'>,
  published: { repository: string; revisions: string },
  { folder, signal }: Pick<SourceContext, 'folder' | 'signal'>,
): Promise<SourceChange[]> {
  const now = new Map(refs.map(({ name, oid }) => [name, oid]));
  const before = (readBefore(folder)?.refs ?? []).filter(({ name }) => isAskedFor(name));
  const gone = await lostRefs(
    published.repository,
    before.filter(({ name }) => !now.has(name)),
    signal,
  );
  const tags = before.filter(
    ({ name, oid }) => name.startsWith('refs/tags/') && ![undefined, oid].includes(now.get(name)),
  );
  if (tags.length === 0) return gone;
  const was = await revisionsOf(published.revisions, new Set(tags.map(({ oid }) => oid)));
  const is = await revisionsOf(join(folder, MADE_REVISIONS), new Set(tags.map(({ name }) => now.get(name) ?? '')));
  const moved: SourceChange[] = [];
  for (const { name, oid } of tags) {
    const [from, to] = [was.get(oid), is.get(now.get(name) ?? '')];
    if (from === undefined || to === undefined || from.revision === to.revision) continue;
    const side = await sideOf(published.repository, oid, signal);
    const after = { ...side, revision: to.revision, author: to.author, date: to.date, message: '' };
    moved.push({ name, kind: 'rewritten', before: { ...side, revision: from.revision }, after });
  }
  return [...gone, ...moved];
}

/** Lines of a list of revisions, by the commits or tags that they became. */
async function revisionsOf(file: string, wanted: ReadonlySet<string>) {
  const found = new Map<string, { revision: string; author: string; date: string }>();
  if (!existsSync(file)) return found;
  for await (const line of createInterface({ input: createReadStream(file, 'utf8') })) {
    const row = rowOf(line);
    if (row !== null && wanted.has(row.commit)) found.set(row.commit, row);
  }
  return found;
}
