/** What a push changes beside its refs: the default branch of a repository that was empty, its size, when it was pushed to. */
import { listRefs, readHead, writeHead } from '../git/bare-repository.ts';
import { namesForOneFile } from '../git/names/file-names.ts';
import { packAllRefs } from '../git/packed-refs.ts';
import { measureRepositories } from '../repositories/measure.ts';
import type { DoorRooms } from './rooms.ts';

/** Refs and HEAD as one text. */
export async function refsNow(path: string): Promise<string> {
  const refs = await listRefs(path, undefined, 'left out');
  return refs.map(({ name, oid }) => `${oid} ${name}`).join('\n');
}

/** @param before what `refsNow` said before the push */
export async function notePush(
  { repositories, recordedRefs }: Pick<DoorRooms, 'repositories' | 'recordedRefs'>,
  id: number,
  before: string,
): Promise<void> {
  const row = repositories.byId(id);
  if (row === undefined) return;
  const path = repositories.path(row);
  const after = await refsNow(path);
  if (after === before) return;
  // Git wrote what was pushed into files, which are in each other's way where a disk confuses their names.
  if (namesForOneFile([...new Set([...namesIn(before), ...namesIn(after)])]).length > 0) await packAllRefs(path);
  const there = new Set(namesIn(after));
  await recordedRefs.letGo(
    id,
    namesIn(before).filter((name) => !there.has(name)),
  );
  const head = await settleHead(path);
  const [size] = await measureRepositories(repositories, [row]);
  repositories.pushed(row, { default_branch: head ?? row.default_branch, size_kb: size ?? row.size_kb });
}

/** Of what `refsNow` said. */
function namesIn(refs: string): string[] {
  return refs === '' ? [] : refs.split('\n').map((line) => line.slice(line.indexOf(' ') + 1));
}

/** A HEAD that names no branch yet follows the first push. @returns the default branch; null when HEAD names none */
async function settleHead(path: string): Promise<string | null> {
  const head = await readHead(path);
  if (head === null) return null;
  const branches = (await listRefs(path, undefined, 'left out'))
    .map(({ name }) => name)
    .filter((name) => name.startsWith('refs/heads/'));
  const usual = ['refs/heads/main', 'refs/heads/master'].find((name) => branches.includes(name));
  const chosen = branches.includes(head) ? head : (usual ?? branches[0] ?? head);
  if (chosen !== head) await writeHead(path, chosen);
  return chosen.replace(/^refs\/heads\//, '');
}
