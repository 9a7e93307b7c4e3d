/** Complete imports whose repository was damaged since. */

import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { inEnglish } from '../../failures/sentences.ts';
import { damageOf } from '../../git/damage.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { noteDamage, putDamageAside } from '../run/mend.ts';
import type { ImportDesk } from './import-desk.ts';

/**
 * Looks whether the repository of a complete import can be read. When it cannot, the import says so and publishes anew what
 * was fetched, or fetches it again where that is damaged as well.
 */
export async function lookAtDamage(
  desk: ImportDesk,
  { id, repository_id }: ImportRecord,
  signal: AbortSignal,
): Promise<void> {
  const record = desk.table.byId(id);
  if (record?.status !== 'complete' || desk.isBusy(repository_id)) return;
  const look = (now: ImportRecord) =>
    damageOf(desk.rooms.repositoryPath(now), signal, (there) => desk.recordedRefs.lost(repository_id, there));
  const damage = await look(record);
  // Without a ref that it published there is nothing to publish again.
  if (damage === null || !desk.table.hasRefs(id)) return;
  const aside = desk.rooms.asideFolder(`import-${id}`);
  const isOurs = (status: string) => desk.table.byId(id)?.status === status && !desk.isBusy(repository_id);
  const goesOn = await desk.turn(repository_id, async () => {
    if (!isOurs('complete') || desk.repositories.isMoving(repository_id)) return false;
    // A renaming or a removal between the two looks is no damage.
    if ((await look(desk.get(id))) === null) return false;
    if (damage.isLossOfRefs && (await isUsed(desk, record, signal))) {
      desk.rooms.engineLog(
        'warning',
        `${record.owner}/${record.repo}: ${inEnglish(damage.text)}. Somebody pushed there since; nothing was changed.`,
      );
      return false;
    }
    await noteDamage(desk.rooms, record, damage.text);
    desk.tell(id);
    desk.rooms.refuseLocked(repository_id);
    await putDamageAside(desk.rooms, record, aside, signal);
    desk.runs.forgetPrepared(id);
    desk.runs.makeStale(id);
    desk.begin(id);
    return true;
  });
  if (!goesOn) return;
  await desk.runs.settled(id);
  await desk.turn(repository_id, async () => {
    if (signal.aborted || !isOurs('error')) return;
    desk.rooms.logTable.append(id, [
      { level: 'warning', text: say('What was fetched before is damaged as well. Everything is fetched again.') },
    ]);
    await putDamageAside(desk.rooms, record, aside, signal);
    await desk.trash.discard(desk.rooms.folder(id), `import-${id}`);
    desk.table.replaceLargeFiles(id, []);
    // Authors stay with what a person made of them.
    desk.table.update(id, { fetched: null });
    desk.begin(id);
  });
}

/** Whether somebody else wrote into the repository of an import: what is missing there may be what they took away. */
async function isUsed(desk: ImportDesk, record: ImportRecord, signal: AbortSignal): Promise<boolean> {
  try {
    await desk.rooms.requireOwnRefs(record, signal);
    return false;
  } catch (error) {
    if (error instanceof Failure) return true;
    throw error;
  }
}
