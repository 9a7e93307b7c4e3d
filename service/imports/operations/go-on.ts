/** Imports that were cut off, by the end of the app or by a full disk, go on. */
import { say } from '../../../language/sentence.ts';
import { dataOf, Failure } from '../../failures/failure.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import { backToResult } from '../run/failed-update.ts';
import { tidyAsides } from '../run/put-aside.ts';
import { clearWay, cutOff, lacksPassword, removeStrays } from '../run/resume.ts';
import { type ImportDesk, roomName, waitsForRoom } from './import-desk.ts';

/** There is room again: goes on with what ended for a full disk, unless somebody did something with it since. */
export async function goOnWithRoom(desk: ImportDesk, { id, repository_id }: ImportRecord): Promise<void> {
  await desk.runs.settled(id);
  return desk.turn(repository_id, async () => {
    const record = desk.table.byId(id);
    if (record === undefined || !waitsForRoom(record) || desk.isBusy(repository_id)) return;
    desk.rooms.refuseLocked(repository_id);
    desk.rooms.logTable.append(id, [
      { level: 'info', text: say('There is room on the disk again. The import goes on.') },
    ]);
    desk.begin(id);
  });
}

/** At the start: removes what no row owns, and lets imports that were cut off go on. */
export async function resumeImports(desk: ImportDesk): Promise<void> {
  await removeStrays(desk.folder, desk.rooms, desk.mayTidy);
  await tidyAsides(desk.rooms, desk.mayTidy);
  const hasPassword = (record: ImportRecord) => desk.credentials.has(record);
  for (const record of desk.table.open()) {
    if (!lacksPassword(record, hasPassword)) continue;
    // An update is asked for again; the import is what it was before.
    await backToResult(desk.rooms, record.id, Failure.of('import.cut_off', { url: record.vcs_url }));
  }
  for (const record of cutOff(desk.rooms, hasPassword)) {
    await clearWay(record, desk.rooms);
    desk.runs.launch(record, true);
  }
  for (const record of desk.table.open().filter(waitsForRoom)) {
    if (desk.rooms.mayWaitForRoom(record))
      desk.room.wait(roomName(record), () => goOnWithRoom(desk, record), { since: 0 });
    else {
      const failure = dataOf(Failure.of('disk.full', {}));
      desk.table.end(record.id, { failure }, () => undefined);
    }
  }
}
