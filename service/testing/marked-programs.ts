/** Which programs of an engine run, by the mark that they carry (Linux). */
import { setTimeout as pause } from 'node:timers/promises';
import { type MarkedProcess, markedProcesses, markOfFolder } from '../processes/engine-mark.ts';

/** Longest time that the programs of a killed engine may live on, in milliseconds. */
const LONGEST = 4000;

/** The programs that work for a data folder, whichever engine started them. */
export function programsOf(dataFolder: string): MarkedProcess[] {
  const folder = markOfFolder(dataFolder);
  return markedProcesses((mark) => mark.startsWith(`${folder}/`));
}

/** Resolves when no program works for the data folder. @throws when one still does after four seconds */
export async function noneRuns(dataFolder: string): Promise<void> {
  const end = Date.now() + LONGEST;
  for (;;) {
    const left = programsOf(dataFolder);
    if (left.length === 0) return;
    if (Date.now() > end)
      throw new Error(`still running: ${left.map(({ name, pid }) => `${name} (${pid})`).join(', ')}`);
    // Other processes: they send no event.
    await pause(20);
  }
}
