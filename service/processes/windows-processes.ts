/** Processes of a Windows, by their numbers: asked for once, where a crash left records (groups.ts) behind. */
import { execFileSync } from 'node:child_process';

export interface WindowsProcess {
  /** As the system names it: `git.exe`. */
  name: string;
  /** Milliseconds since 1970. */
  started: number;
}

/** PowerShell 5 is part of every Windows that Electron and Node run on; `wmic` is not any more. */
const QUESTION =
  'Get-CimInstance Win32_Process | ForEach-Object { "$($_.ProcessId)`t$(([DateTimeOffset]$_.CreationDate).ToUnixTimeMilliseconds())`t$($_.Name)" }';

/** A record is written right after its process was started, in one second or so on a busy machine. */
const TOLERANCE_MS = 5000;

/** @returns nothing where nobody can be asked: then nothing is ended */
export function windowsProcesses(): Map<number, WindowsProcess> {
  try {
    const args = ['-NoLogo', '-NoProfile', '-NonInteractive', '-Command', QUESTION];
    return readProcesses(
      execFileSync('powershell.exe', args, { encoding: 'utf8', timeout: 20_000, windowsHide: true }),
    );
  } catch {
    return new Map();
  }
}

/** @param text lines of number, start and name, with tabs between */
export function readProcesses(text: string): Map<number, WindowsProcess> {
  const lines = text.split(/\r?\n/).map((line) => /^(\d+)\t(\d+)\t(.+)$/.exec(line));
  return new Map(
    lines.flatMap((found) =>
      found === null ? [] : [[Number(found[1]), { started: Number(found[2]), name: found[3]?.trim() ?? '' }]],
    ),
  );
}

/**
 * Whether a process is the recorded one, and no stranger that got its number since.
 * @param record its program, and when the record was written, in milliseconds since 1970
 */
export function isRecorded(found: WindowsProcess | undefined, record: { command: string; started: string }): boolean {
  if (found === undefined) return false;
  const program = (path: string) => (path.split(/[\\/]/).at(-1) ?? '').toLowerCase().replace(/\.exe$/, '');
  const since = Number(record.started) - found.started;
  return program(found.name) === program(record.command) && since >= -TOLERANCE_MS && since <= TOLERANCE_MS;
}
