import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { CLONE_PHASES, isProgressNoise, readProgress } from '../../git/progress-lines.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import { forgetCommitCount } from '../commits/commit-count.ts';
import type { SourceContext } from '../source.ts';

/** Share of the clone in the whole fetch. */
const CLONE_SHARE = 0.95;

/**
 * Mirrors the source into `staging`. A clone cannot go on where it stopped, so an earlier one that did
 * not end is removed first.
 * @throws Failure
 */
export async function clone(url: string, staging: string, context: SourceContext): Promise<void> {
  await rm(staging, { recursive: true, force: true });
  await forgetCommitCount(context.folder);
  const { env, secrets } = sourceEnvironment(url, context.credentials, context.privateFolder);
  const { code, stderrTail } = await runGit({
    successExitCodes: 'any',
    args: ['clone', '--mirror', '--progress', '--template=', '--', url, staging],
    env,
    secrets,
    signal: context.signal,
    silenceMs: context.silenceMs ?? SILENCE_MS,
    onStdout: 'ignore',
    onStderrLine: (line) => {
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
    },
  }).done;
  if (code === 0) {
    await packAll(staging, context.signal);
    return;
  }
  await rm(staging, { recursive: true, force: true });
  throw gitFailure(stderrTail, url, context.credentials !== null);
}

/** Makes the packs hold everything: a clone of a local folder takes over loose objects and borrowed ones. */
async function packAll(staging: string, signal: AbortSignal): Promise<void> {
  const borrowed = existsSync(join(staging, 'objects/info/alternates'));
  const folders = await readdir(join(staging, 'objects'));
  const loose = folders.some((name) => /^[\da-f]{2}$/.test(name));
  if (!borrowed && !loose) return;
  await runGit({
    args: ['--git-dir', staging, 'repack', '-d', '-q', ...(borrowed ? ['-a'] : [])],
    signal,
    failure: ({ stderrTail }) => gitFailure(stderrTail, staging, false),
  }).done;
  if (borrowed) await rm(join(staging, 'objects/info/alternates'));
}
