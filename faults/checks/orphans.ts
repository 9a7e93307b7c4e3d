/** Processes that work on a data folder. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * @param engine process that is left out, with everything that it has started
 * @returns `pid: command` of each that has the folder in its command line, or stands in it
 */
export function processesOn(folder: string, engine: number = process.pid): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const works = command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
        return works && !isOf(Number(pid), engine) ? [`${pid}: ${command.slice(0, 200)}`] : [];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });
}

function isOf(pid: number, engine: number): boolean {
  for (let at = pid; at > 1; at = parentOf(at)) if (at === engine) return true;
  return false;
}

function parentOf(pid: number): number {
  const behindName = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '');
  return Number(behindName.split(' ')[1]);
}
