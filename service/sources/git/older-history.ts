/** A source that has become a shallow clone since an earlier fetch: what it had before is kept. */
import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { writeDurably } from '../../files/durable-file.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { gitFolderOf } from './git-folder.ts';

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
  // The earlier mirror may end as well, further back; and the source go further back than it on other branches.
  const all = [...new Set([...ends, ...endsOfLender(mirror)])];
  const parents = await parentsOf(mirror, all, signal);
  const missing = await missingOf(mirror, [...new Set([...parents.values()].flat())], signal);
  const isEnd = (commit: string) => parents.get(commit)?.some((parent) => missing.has(parent)) ?? true;
  const kept = ends.filter((end) => !isEnd(end) && parents.get(end)?.length !== 0);
  if (kept.length === 0) return;
  await writeDurably(keptFile(mirror), textOf(kept));
  const left = all.filter(isEnd);
  if (left.length === 0) await rm(shallowFile(mirror));
  else await writeDurably(shallowFile(mirror), textOf(left));
}

/** Where the mirror ends that this one borrows from. */
function endsOfLender(mirror: string): string[] {
  const [objects] = linesOf(join(mirror, 'objects/info/alternates'));
  return objects === undefined ? [] : linesOf(shallowFile(dirname(objects)));
}

/** A git that has all of a folder's commits borrowed asks it for nothing, and hears of no end. */
export async function noteEndsOf(url: string, mirror: string, signal: AbortSignal): Promise<void> {
  const known = new Set([...linesOf(shallowFile(mirror)), ...keptEnds(mirror)]);
  const unheard = (await endsOfFolder(url, mirror, signal)).filter((end) => !known.has(end));
  if (unheard.length > 0) await writeDurably(keptFile(mirror), textOf([...keptEnds(mirror), ...unheard]));
}

/** Where a folder of this machine ends, of what came from there: its file goes on naming commits of branches that are gone, or is empty. */
async function endsOfFolder(url: string, mirror: string, signal: AbortSignal): Promise<string[]> {
  const folder = gitFolderOf(url);
  const ends = folder === undefined ? [] : linesOf(shallowFile(folder)).filter((end) => /^[\da-f]{40,}$/.test(end));
  const missing = await missingOf(mirror, ends, signal);
  return ends.filter((end) => !missing.has(end));
}

/** Commits behind which the source has nothing any more. */
export function keptEnds(mirror: string): string[] {
  return linesOf(keptFile(mirror));
}

/** Whether a folder of this machine became a shallow clone, or ceased to be one: its refs do not tell. */
export async function isOtherwiseShallow(url: string, mirror: string, signal: AbortSignal): Promise<boolean> {
  if (gitFolderOf(url) === undefined) return false;
  const isShallow = (await endsOfFolder(url, mirror, signal)).length > 0;
  return isShallow !== (existsSync(shallowFile(mirror)) || existsSync(keptFile(mirror)));
}

function textOf(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`;
}

function linesOf(file: string): string[] {
  // Git clones write an end once for each ref that leads there.
  return existsSync(file) ? [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))] : [];
}

/** As the commits themselves say; those that the mirror lacks are absent. */
export async function parentsOf(
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
  if (objects.length === 0) return;
  await runGit({
    args: ['--git-dir', mirror, 'cat-file', how],
    stdin: `${objects.join('\n')}\n`,
    encoding: 'latin1',
    signal,
    onStdout,
    failure: ({ stderrTail }) => gitFailure(stderrTail, mirror, false),
  }).done;
}
