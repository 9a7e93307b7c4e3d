import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import type { FailureKind } from '../../failures/entry.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { CLONE_PHASES, isProgressNoise, readProgress } from '../../git/progress-lines.ts';
import { looseIds } from '../../git/reachable/stored-objects.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { forgetCommitCount } from '../commits/commit-count.ts';
import type { SourceContext } from '../source.ts';
import type { ArrivingMirror } from './arriving.ts';
import { borrow, ownEverything } from './borrowed.ts';
import { withoutGrafts } from './grafts.ts';
import { keepPacksAlone } from './near-packs.ts';
import { noteEndsOf } from './older-history.ts';
import { refsOfNothing } from './refs-of-nothing.ts';

/** Share of the clone in the whole fetch. */
export const CLONE_SHARE = 0.95;

/** Kinds of failures that are neither the line's, nor a login's, nor the disk's. */
const MAY_LIE_HERE: ReadonlySet<FailureKind> = new Set(['broken_source', 'internal']);

/** From where a source is mirrored. */
export interface CloneFrom {
  url: string;
  /** Git folder of this machine that is copied as it lies (see `near-folder.ts`); null has git send its objects. */
  near: string | null;
  /** Mirror of an earlier fetch, whose objects need not be sent again; null for none. */
  earlier: string | null;
  /** What came of it where the connection broke off. */
  arriving: ArrivingMirror;
}

/**
 * Mirrors the source into `staging`. A clone cannot go on where it stopped, so an earlier one that did
 * not end is removed first; after one whose connection broke off the source comes in pieces.
 * @returns names of refs that git does not take, and left out
 * @throws Failure
 */
export async function clone(
  { url, near, earlier, arriving }: CloneFrom,
  staging: string,
  context: SourceContext,
): Promise<readonly string[]> {
  await rm(staging, { recursive: true, force: true });
  await forgetCommitCount(context.folder);
  if (near === null && (await arriving.arrive(staging, context))) return [];
  const leftOut: string[] = [];
  const { env, secrets, mostMemory } = sourceEnvironment(url, context.credentials, context.privateFolder);
  // Not linked: what is written over in the source, byte by byte, must not change here.
  const [how, from] = near === null ? [['--no-local', ...withoutGrafts(url)], url] : [['--no-hardlinks'], near];
  // What it has is not sent again, and then copied: that mirror goes when this one is whole.
  const borrowed = near === null && earlier !== null ? [`--reference-if-able=${earlier}`] : [];
  const { code, stderrTail } = await runGit({
    successExitCodes: 'any',
    args: ['clone', '--mirror', ...how, ...borrowed, '--progress', '--template=', '--', from, staging],
    env,
    secrets,
    mostMemory,
    signal: context.signal,
    // Git says nothing while it copies, however long that takes.
    silenceMs: near === null ? (context.silenceMs ?? SILENCE_MS) : undefined,
    onStdout: 'ignore',
    onStderrLine: (line) => {
      // Git's fetch goes on without it (remote.c, `get_fetch_map`).
      const funny = /^error: \* Ignoring funny ref '(.*)' locally$/.exec(line)?.[1];
      if (funny !== undefined) leftOut.push(funny);
      tellLine(line, context);
    },
  }).done;
  try {
    if (code !== 0) {
      throw (
        (await refsOfNothing(stderrTail, url, context)) ?? gitFailure(stderrTail, url, context.credentials !== null)
      );
    }
    if (near !== null) await keepPacksAlone(staging);
    if (borrowed.length > 0) {
      // Git clones beside no mirror that is shallow.
      if (earlier !== null && existsSync(join(earlier, 'shallow'))) await borrow(staging, earlier);
      await ownEverything(staging, context.signal);
      await noteEndsOf(url, staging, context.signal);
    }
    await packLoose(staging, context.signal);
    return leftOut;
  } catch (error) {
    await rm(staging, { recursive: true, force: true });
    const failure = asFailure(error);
    if (near === null && mayPass(failure)) await arriving.begin();
    // What an earlier mirror has may be damaged.
    if (borrowed.length === 0 || !MAY_LIE_HERE.has(failure.kind)) throw error;
    return await clone({ url, near, earlier: null, arriving }, staging, context);
  }
}

/** Tells what git writes while it fetches: how far it is, and the rest to the log. */
export function tellLine(line: string, context: SourceContext): void {
  const progress = readProgress(line, CLONE_PHASES);
  if (progress !== null) {
    const { fraction, done, total, text } = progress;
    context.onProgress({
      step: 'raw',
      fraction: fraction * CLONE_SHARE,
      done,
      total,
      unit: 'objects',
      status_text: text,
    });
  } else if (!isProgressNoise(line)) context.onLog('info', `git: ${line}`);
}

/** Makes the packs hold everything: folders of this machine, and web servers that only hand out files, have loose objects. */
export async function packLoose(staging: string, signal: AbortSignal): Promise<void> {
  if (looseIds(staging).length === 0) return;
  await runGit({
    args: ['--git-dir', staging, 'repack', '-d', '-q'],
    signal,
    failure: ({ stderrTail }) => gitFailure(stderrTail, staging, false),
  }).done;
  // What no ref reaches stays loose.
  for (const start of new Set(looseIds(staging).map((id) => id.slice(0, 2)))) {
    await rm(join(staging, 'objects', start), { recursive: true });
  }
}
