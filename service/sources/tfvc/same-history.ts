import { Failure } from '../../failures/failure.ts';
import { decodeText } from '../../git/names/bytes.ts';
import { isoSeconds } from '../folders/revision-text.ts';
import type { Changeset } from './api/answers.ts';
import type { TfvcClient } from './api/client.ts';
import { ServerRefusal } from './api/failures.ts';
import { readWholeChangeset } from './api/server.ts';
import type { JournalChangeset } from './raw/journal-line.ts';

/**
 * Whether a server is still the one that was fetched, before anything is appended: a collection that was restored from a
 * backup keeps the ids of its projects.
 * @param last the last changeset that was fetched; null before the first
 * @throws Failure when the project ends before it, or has another changeset in its place
 */
export async function requireSameHistory(
  client: TfvcClient,
  youngest: number,
  last: JournalChangeset | null,
): Promise<void> {
  if (last === null) return;
  if (youngest < last.r) throw Failure.of('source.went_backwards', { known: `C${last.r}`, youngest: `C${youngest}` });
  const now = await changesetAt(client, last.r);
  if (now !== null && isSame(last, now)) return;
  const imported = [last.p[1], last.d === null ? '' : isoSeconds(last.d), firstLine(decodeText(last.l ?? '').text)];
  const there =
    now === null
      ? ['no such changeset']
      : [now.author.name, now.seconds === null ? '' : isoSeconds(now.seconds), firstLine(now.comment)];
  throw Failure.of('source.other_history', { revision: `C${last.r}`, before: imported, after: there });
}

async function changesetAt(client: TfvcClient, id: number): Promise<Changeset | null> {
  try {
    return await readWholeChangeset(client, id);
  } catch (error) {
    if (error instanceof ServerRefusal && error.status === 404) return null;
    throw error;
  }
}

/** Comments are corrected afterwards and accounts renamed, but hardly both; dates stay. */
function isSame(last: JournalChangeset, now: Changeset): boolean {
  if (now.seconds !== null && last.d !== null && now.seconds !== last.d) return false;
  const sameAuthor = now.author.id === last.p[0];
  return sameAuthor || now.comment.trim() === decodeText(last.l ?? '').text.trim();
}

function firstLine(text: string): string {
  return (text.split('\n')[0] ?? '').slice(0, 100);
}
