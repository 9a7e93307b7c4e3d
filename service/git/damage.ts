/** Whether a repository can be read as far as its refs and what they name: a look that costs one git, not a check of all. */

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type Said, say } from '../../language/sentence.ts';
import { asFailure } from '../failures/as-failure.ts';
import { Failure } from '../failures/failure.ts';
import { renamePatientlyNow } from '../files/patient-rename.ts';
import { runGit } from './git.ts';
import { NamesOfRefs } from './names-of-refs.ts';

/** @throws Failure when what git said is of the disk */
function requireWellDisk(path: string, said: string): void {
  const failure = asFailure(Failure.of('git.refs_unreadable', { path }, said));
  if (failure.kind === 'disk_failed' || failure.kind === 'disk_full') throw failure;
}

export interface Damage {
  /** What is wrong, as part of a sentence. */
  text: Said;
  /** Whether it is that refs are missing, which somebody may have taken away in the folder itself. */
  isLossOfRefs: boolean;
}

/** Refs named in a text; the rest is counted. */
const NAMED = 3;

/** @returns what is wrong with HEAD, as part of a sentence; null for nothing */
export function damageOfHead(repository: string): Said | null {
  const head = existsSync(join(repository, 'HEAD')) ? readFileSync(join(repository, 'HEAD'), 'latin1') : '';
  return /^(?:ref: refs\/|[\da-f]{40})/.test(head) ? null : say('its HEAD is empty or no HEAD');
}

/**
 * Git leaves out refs that it cannot read, and ends as if all were well.
 * @param said what `git for-each-ref` wrote to stderr
 * @returns what is wrong, as part of a sentence; null for nothing
 */
export function damageOfRefs(said: string): Said | null {
  const broken = /ignoring broken ref (\S+)/.exec(said)?.[1];
  return broken === undefined ? null : say('its ref {ref} has no content', { ref: broken });
}

/**
 * @param lost of the refs that should be there, those that are not among these names
 * @returns null when nothing was found
 * @throws Failure when the disk is not well, which is another thing than damage
 */
export async function damageOf(
  repository: string,
  signal: AbortSignal,
  lost?: (there: Iterable<string>) => Promise<string[]>,
): Promise<Damage | null> {
  const head = damageOfHead(repository);
  if (head !== null) return { text: head, isLossOfRefs: false };
  // Git ends where a ref names an object that it cannot read, whose kind it is asked for here.
  const refs = await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(objecttype) %(refname)'],
    signal,
    successExitCodes: 'any',
    onStdout: 'bytes',
  }).done;
  signal.throwIfAborted();
  requireWellDisk(repository, refs.stderrTail);
  const broken = damageOfRefs(refs.stderrTail);
  if (broken !== null) return { text: broken, isLossOfRefs: false };
  if (refs.code !== 0) return unreadableObjects(repository, signal);
  const missingRefs = (await lost?.(new NamesOfRefs(refs.bytes))) ?? [];
  if (missingRefs.length === 0) return null;
  const named = missingRefs.slice(0, NAMED).join(', ');
  const more = missingRefs.length - NAMED;
  const text =
    more > 0
      ? say('refs are missing: {refs} and {count} more', { refs: named, count: more })
      : say('refs are missing: {refs}', { refs: named });
  return { text, isLossOfRefs: true };
}

/** Counts the objects that refs name and git cannot read. */
async function unreadableObjects(repository: string, signal: AbortSignal): Promise<Damage> {
  const refs = await runGit({
    args: ['--git-dir', repository, 'for-each-ref', '--format=%(objectname)'],
    signal,
    successExitCodes: 'any',
    onStdout: 'bytes',
  }).done;
  signal.throwIfAborted();
  requireWellDisk(repository, refs.stderrTail);
  if (refs.code !== 0) return { text: say('its refs cannot be read'), isLossOfRefs: false };
  let [asked, there] = [0, 0];
  const objects = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objecttype)'],
    signal,
    stdin: refs.bytes,
    successExitCodes: 'any',
    onStdout: (line) => {
      asked += 1;
      if (/^(?:commit|tag|tree|blob)$/.test(line)) there += 1;
    },
  }).done;
  signal.throwIfAborted();
  requireWellDisk(repository, objects.stderrTail);
  const text =
    objects.code === 0 && asked > there
      ? say('{count} of the objects that its refs name cannot be read', { count: asked - there })
      : say('some of the objects that its refs name cannot be read');
  return { text, isLossOfRefs: false };
}

/**
 * Moves packs that git finds damaged into another folder.
 * @returns how many
 * @throws Failure when the disk is not well: what it does not give now may be whole
 */
export async function setAsideDamagedPacks(repository: string, aside: string, signal: AbortSignal): Promise<number> {
  const folder = join(repository, 'objects/pack');
  const stems = new Set(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((name) => /^pack-[\da-f]+\.(?:pack|idx)$/.test(name))
      .map((name) => name.replace(/\.\w+$/, '')),
  );
  let moved = 0;
  for (const stem of stems) {
    const { code, stderrTail } = await runGit({
      args: ['verify-pack', join(folder, `${stem}.idx`)],
      signal,
      successExitCodes: 'any',
    }).done;
    signal.throwIfAborted();
    if (code === 0) continue;
    requireWellDisk(repository, stderrTail);
    mkdirSync(aside, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name.startsWith(`${stem}.`)) renamePatientlyNow(join(folder, name), join(aside, basename(name)));
    }
    moved += 1;
  }
  return moved;
}
