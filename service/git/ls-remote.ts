import type { Failure } from '../failures/failure.ts';
import { SILENCE_MS } from '../processes/silence.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { gitFailure } from './failures.ts';
import { runGit } from './git.ts';
import { sourceEnvironment } from './source-environment.ts';

/** What a repository said when it was asked for its refs. */
export interface ListedRefs {
  /** Name to object id, annotated tags by the tag object's own id. */
  refs: Map<string, string>;
  /** Full name of the ref that HEAD names; null when it names none. */
  head: string | null;
  /** Address that the server sent git on to, as git tells it; undefined when it told none. */
  reached: string | undefined;
  /** Why there are no refs; null when there may be. */
  failure: Failure | null;
}

/** Asks a repository for its refs. @throws Failure when git cannot run, is cancelled, or hears nothing */
export async function lsRemote(
  url: string,
  options: { credentials: Credentials | null; privateFolder: string; signal: AbortSignal; silenceMs?: number },
): Promise<ListedRefs> {
  const { env, secrets } = sourceEnvironment(url, options.credentials, options.privateFolder);
  const refs = new Map<string, string>();
  let head: string | null = null;
  const { code, stderrTail } = await runGit({
    args: ['ls-remote', '--symref', '--', url],
    // Where the server led to is told by a warning, of a failure too.
    successExitCodes: 'any',
    env,
    secrets,
    signal: options.signal,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    onStdout: (line) => {
      const [value = '', name = ''] = line.split('\t');
      if (value.startsWith('ref: ')) {
        if (name === 'HEAD') head = value.slice(5);
      } else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, value);
    },
  }).done;
  const reached = /^warning: redirecting to (\S+)/m.exec(stderrTail)?.[1];
  return {
    refs,
    head,
    reached,
    failure: code === 0 ? null : gitFailure(stderrTail, url, options.credentials !== null),
  };
}
