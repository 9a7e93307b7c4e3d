/** A source that has become a shallow clone since an earlier fetch: what it had before is kept. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { gitFoldersOf } from './git-folder.ts';

const shallowFile = (repository: string): string => join(repository, 'shallow');
/** Commits at which the source ends and the mirror does not, a line each. */
const keptFile = (repository: string): string => join(repository, 'older-history');

/**
 * Has a mirror go on where the source ends, as far as it borrows what came before from an earlier mirror. Else a publish would take
 * it away from everybody: the branches lead to the same commits, and nobody is asked.
 * @throws Failure
 */
export async function keepOlderHistory(mirror: string, signal: AbortSignal): Promise<void> {
  const ends = linesOf(shallowFile(mirror));
  if (ends.length === 0) return;
  const parents = await parentsOf(mirror, ends, signal);
  const missing = await missingOf(mirror, [...new Set([...parents.values()].flat())], signal);
  const [kept, left] = [true, false].map((isKept) =>
    ends.filter((end) => (parents.get(end) ?? []).every((parent) => !missing.has(parent)) === isKept),
  ) as [string[], string[]];
  if (kept.length === 0) return;
  await writeDurably(keptFile(mirror), `${kept.join('\n')}\n`);
  if (left.length === 0) await rm(shallowFile(mirror));
  else await writeDurably(shallowFile(mirror), `${left.join('\n')}\n`);
}

/** A git that has all of a folder's commits borrowed asks it for nothing, and hears of no end. */
export async function noteEndsOf(url: string, mirror: string): Promise<void> {
  const [folder] = gitFoldersOf(url);
  if (folder === undefined) return;
  const known = new Set([...linesOf(shallowFile(mirror)), ...keptEnds(mirror)]);
  const unheard = linesOf(shallowFile(folder)).filter((end) => !known.has(end));
  if (unheard.length > 0) await writeDurably(keptFile(mirror), `${[...keptEnds(mirror), ...unheard].join('\n')}\n`);
}

/** Commits behind which the source has nothing any more. */
export function keptEnds(mirror: string): string[] {
  return linesOf(keptFile(mirror));
}

/** Whether a folder of this machine became a shallow clone, or ceased to be one: its refs do not tell. */
export function isOtherwiseShallow(url: string, mirror: string): boolean {
  const [folder] = gitFoldersOf(url);
  if (folder === undefined) return false;
  return existsSync(shallowFile(folder)) !== (existsSync(shallowFile(mirror)) || existsSync(keptFile(mirror)));
}

function linesOf(file: string): string[] {
  // Git clones write an end once for each ref that leads there.
  return existsSync(file) ? [...new Set(readFileSync(file, 'latin1').split('\n').filter(Boolean))] : [];
}

async function parentsOf(
  mirror: string,
  commits: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string[]>> {
  const parents = new Map<string, string[]>();
  let of: string[] = [];
  let inHead = false;
  await ask(mirror, '--batch', commits, signal, (line) => {
    const [, commit] = /^([\da-f]{40,}) commit \d+$/.exec(line) ?? [];
    if (!inHead && commit !== undefined) {
      of = [];
      parents.set(commit, of);
      inHead = true;
    } else if (line === '') inHead = false;
    else if (inHead && line.startsWith('parent ')) of.push(line.slice('parent '.length));
  });
  return parents;
}

async function missingOf(mirror: string, objects: readonly string[], signal: AbortSignal): Promise<Set<string>> {
  const missing = new Set<string>();
  await ask(mirror, '--batch-check', objects, signal, (line) => {
    const [, object] = /^(\S+) missing$/.exec(line) ?? [];
    if (object !== undefined) missing.add(object);
  });
  return missing;
}

async function ask(
  mirror: string,
  how: '--batch' | '--batch-check',
  objects: readonly string[],
  signal: AbortSignal,
  onStdout: (line: string) => void,
): Promise<void> {
  await runGit({
    args: ['--git-dir', mirror, 'cat-file', how],
    stdin: `${objects.join('\n')}\n`,
    encoding: 'latin1',
    signal,
    onStdout,
    failure: ({ stderrTail }) => gitFailure(stderrTail, mirror, false),
  }).done;
}
