/** The tables of `docs/benchmarks.md` that the bench writes itself: each between `<!-- bench:<name> -->` and `<!-- /bench -->`. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { type Row, tableOf } from './table.ts';

const END = '<!-- /bench -->';

/**
 * Puts a text in the place of a section, or behind everything where there is none yet.
 * @param name letters, digits and dashes
 * @throws Error when a section is begun and not ended
 */
export function withSection(document: string, name: string, text: string): string {
  const begin = `<!-- bench:${name} -->`;
  const section = `${begin}\n${text.trim()}\n${END}`;
  const from = document.indexOf(begin);
  if (from === -1) return `${document.trimEnd()}\n\n${section}\n`;
  const to = document.indexOf(END, from);
  const next = document.indexOf('<!-- bench:', from + begin.length);
  if (to === -1 || (next !== -1 && next < to)) throw new Error(`The section ${name} has no end.`);
  return document.slice(0, from) + section + document.slice(to + END.length);
}

/** Writes the rows of a section, with when and where they were measured. */
export function recordSection(file: string, name: string, command: string, rows: readonly Row[]): void {
  const text = `${circumstances(command)}\n\n${tableOf(rows)}`;
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), name, text));
}

function circumstances(command: string): string {
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB`;
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), ${memory}, ${process.platform} ${release()}`;
  const tools = [
    version('git', ['--version']),
    version('svn', ['--version', '--quiet']),
    version('hg', ['--version', '-q']),
  ];
  return `\`${command}\`, ${new Date().toISOString().slice(0, 10)}; ${machine}; Node ${process.versions.node}, git ${tools[0]}, Subversion ${tools[1]}, Mercurial ${tools[2]}.`;
}

/** The first number with dots that a program says of itself. */
function version(program: string, args: readonly string[]): string {
  try {
    return /\d+(\.\d+)+/.exec(execFileSync(program, args, { encoding: 'utf8' }))?.[0] ?? 'unknown';
  } catch {
    return 'none';
  }
}
