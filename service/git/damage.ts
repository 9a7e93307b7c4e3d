/** Whether a repository can be read as far as its refs and what they name: a look that costs two gits, not a check of all. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import { runGit } from './git.ts';

/** @returns as `damageOf`, of HEAD alone */
export function damageOfHead(repository: string): string | null {
  const head = existsSync(join(repository, 'HEAD')) ? readFileSync(join(repository, 'HEAD'), 'latin1') : '';
  return /^(?:ref: refs\/|[\da-f]{40})/.test(head) ? null : 'its HEAD is empty or no HEAD';
}

/**
 * Git leaves out refs that it cannot read, and ends as if all were well.
 * @param said what `git for-each-ref` wrote to stderr
 * @returns as `damageOf`
 */
export function damageOfRefs(said: string): string | null {
  const broken = /ignoring broken ref (\S+)/.exec(said)?.[1];
  return broken === undefined ? null : `its ref ${broken} has no content`;
}

/** @returns what is wrong, as part of a sentence; null when nothing was found */
export async function damageOf(repository: string, signal: AbortSignal): Promise<string | null> {
  const head = damageOfHead(repository);
  if (head !== null) return head;
  const tips: string[] = [];
  const refs = await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(objectname)'],
    signal,
    successExitCodes: 'any',
    onStdout: (line) => tips.push(line),
  }).done;
  signal.throwIfAborted();
  const broken = damageOfRefs(refs.stderrTail);
  if (broken !== null) return broken;
  if (refs.code !== 0) return 'its refs cannot be read';
  if (tips.length === 0) return null;
  let missing = 0;
  const objects = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check'],
    signal,
    stdin: `${tips.join('\n')}\n`,
    successExitCodes: 'any',
    onStdout: (line) => {
      if (!/^[\da-f]+ (?:commit|tag|tree|blob) \d+$/.test(line)) missing += 1;
    },
  }).done;
  signal.throwIfAborted();
  if (objects.code === 0 && missing === 0) return null;
  return `${missing === 0 ? 'some' : missing} of the objects that its ${tips.length} refs name cannot be read`;
}

/** Moves packs that git finds damaged into another folder. @returns how many */
export async function setAsideDamagedPacks(repository: string, aside: string, signal: AbortSignal): Promise<number> {
  const folder = join(repository, 'objects/pack');
  const stems = new Set(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => /^pack-[\da-f]+\.(?:pack|idx)$/.test(name))
      .map((name) => name.replace(/\.\w+$/, '')),
  );
  let moved = 0;
  for (const stem of stems) {
    const { code } = await runGit({
      args: ['verify-pack', join(folder, `${stem}.idx`)],
      signal,
      successExitCodes: 'any',
    }).done;
    signal.throwIfAborted();
    if (code === 0) continue;
    mkdirSync(aside, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name.startsWith(`${stem}.`)) renameSync(join(folder, name), join(aside, basename(name)));
    }
    moved += 1;
  }
  return moved;
}
