/**
 * Sources that can send their branches and tags, and not what hosts keep beside them: `git clone` works there, a mirror does not, as refs
 * of pull requests or of a remote lead to objects that were tidied away, or damaged.
 */
import { mkdir } from 'node:fs/promises';
import { say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { readRemoteRefs } from '../remote-refs.ts';
import type { SourceContext } from '../source.ts';
import { packLoose, tellLine } from './clone.ts';
import { isHidden } from './hidden-refs.ts';

/** Names in a finding. */
const MOST = 100;

/**
 * Mirrors all but hidden refs into `staging`, which is not there.
 * @param why why a mirror of all did not come
 * @returns what to say of those that were left out; null where there are none, or where the others do not come either
 * @throws Failure when cancelled
 */
export async function cloneWithoutHidden(
  url: string,
  staging: string,
  { context, why }: { context: SourceContext; why: unknown },
): Promise<Finding | null> {
  const shown: string[] = [];
  const hidden: string[] = [];
  try {
    const { head, headBranch } = await readRemoteRefs(url, context, (name) => {
      if (name.startsWith('refs/')) (isHidden(name) ? hidden : shown).push(name);
    });
    if (hidden.length === 0 || shown.length === 0) return null;
    context.onLog(
      'warning',
      say(
        'The source cannot send all of its refs ({detail}): it is asked for those that hosts do not keep for themselves.',
        {
          detail: asFailure(why).message,
        },
      ),
    );
    await mkdir(staging);
    await git(['init', '--quiet', '--bare', '--template=', '--', staging], url, context);
    await git(
      [
        ...['-c', 'fetch.unpackLimit=1', '--git-dir', staging, 'fetch', '--progress', '--no-write-fetch-head'],
        ...['--no-tags', '--stdin', '--', url],
      ],
      url,
      context,
      shown.map((name) => `+${name}:${name}`),
    );
    await packLoose(staging, context.signal);
    if (headBranch !== null) await git(['--git-dir', staging, 'symbolic-ref', 'HEAD', headBranch], url, context);
    else if (head !== null) await git(['--git-dir', staging, 'update-ref', '--no-deref', 'HEAD', head], url, context);
  } catch (error) {
    context.signal.throwIfAborted();
    const { message } = asFailure(error);
    context.onLog('warning', say('That did not come either: {message}', { message }));
    return null;
  }
  return {
    kind: 'hidden_ref_damaged',
    severity: 'warning',
    text: say(
      'The source cannot send the refs that it keeps beside branches and tags (pull requests, remotes and the like): it lacks objects of them. They were left out unseen; "git fsck --full" names there what is missing.',
    ),
    count: hidden.length,
    examples: hidden.slice(0, MOST),
  };
}

async function git(args: string[], url: string, context: SourceContext, specs: readonly string[] = []): Promise<void> {
  const { env, secrets, mostMemory } = sourceEnvironment(url, context.credentials, context.privateFolder);
  await runGit({
    ...{ args, env, secrets, mostMemory, signal: context.signal, silenceMs: context.silenceMs ?? SILENCE_MS },
    ...(specs.length === 0 ? {} : { stdin: `${specs.join('\n')}\n` }),
    onStderrLine: (line) => tellLine(line, context),
    failure: ({ stderrTail }) => gitFailure(stderrTail, url, context.credentials !== null),
  }).done;
}
