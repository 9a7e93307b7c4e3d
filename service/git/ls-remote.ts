import type { Failure } from '../failures/failure.ts';
import { askRefusingPage } from '../network/refusing-page.ts';
import { SILENCE_MS } from '../processes/silence.ts';
import type { Credentials } from '../vocabulary/credentials.ts';
import { gitFailure } from './failures.ts';
import { type GitOptions, runGit } from './git.ts';
import { readRefName } from './ref-name.ts';
import { severalSymrefs } from './several-symrefs.ts';
import { sourceEnvironment } from './source-environment.ts';

/** Bytes that git may hold to list refs; a hundred thousand take about 35 MB. */
const LIST_BYTES = 4 * 2 ** 30;
/** The same at first: where git goes round for ever it fills what it is given, which takes long and is missing elsewhere. */
const USUAL_BYTES = 2 ** 29;

/** What a repository said when it was asked for its refs. */
export interface ListedRefs {
  /** Address that the server sent git on to, as git tells it; undefined when it told none. */
  reached: string | undefined;
  /** The commit that HEAD leads to; null where it leads to none. */
  head: string | null;
  /** The branch that HEAD is, shown or not; null where it is detached, leads to no commit, or the server is older than Git 1.8.5. */
  headBranch: string | null;
  /** Why there are no refs; null when there may be. */
  failure: Failure | null;
}

/**
 * Asks a repository for its refs.
 * @param onRef gets each, annotated tags with the tag object's own id
 * @throws Failure when git cannot run, is cancelled, or hears nothing
 */
export async function lsRemote(
  url: string,
  options: {
    credentials: Credentials | null;
    privateFolder: string;
    signal: AbortSignal;
    silenceMs?: number;
    listBytes?: number;
  },
  onRef: (name: string, oid: string) => void,
): Promise<ListedRefs> {
  const { env, secrets, mostMemory } = sourceEnvironment(url, options.credentials, options.privateFolder);
  let head: string | null = null;
  let headBranch: string | null = null;
  const asking: GitOptions = {
    args: ['ls-remote', '--symref', '--', url],
    // Where the server led to is told by a warning, of a failure too.
    successExitCodes: 'any',
    env,
    secrets,
    signal: options.signal,
    silenceMs: options.silenceMs ?? SILENCE_MS,
    encoding: 'latin1',
    onStdout: (line) => {
      const [value = '', bytes = ''] = line.split('\t');
      const leadsTo = /^ref: (.*)/.exec(value)?.[1];
      if (leadsTo !== undefined) {
        if (bytes === 'HEAD') headBranch = readRefName(leadsTo).name;
        return;
      }
      if (bytes === 'HEAD') head = value;
      const { name } = readRefName(bytes);
      if (name.startsWith('refs/') && !name.endsWith('^{}')) onRef(name, value);
    },
  };
  const ask = async (memory: number) => {
    const { code, stderrTail } = await runGit({ ...asking, mostMemory: memory }).done;
    return { stderrTail, failure: code === 0 ? null : gitFailure(stderrTail, url, options.credentials !== null) };
  };
  const all = Math.min(mostMemory, options.listBytes ?? LIST_BYTES);
  let { stderrTail, failure } = await ask(Math.min(all, USUAL_BYTES));
  // In a folder the same git holds the list and the tags that it leads through: which of them was too large is not said.
  if (failure?.key === 'git.answer_too_large' || failure?.key === 'git.object_too_large') {
    const why = await severalSymrefs(url, asking);
    // Git tells no ref before it has them all.
    if (why !== null) failure = why;
    else if (all > USUAL_BYTES) ({ stderrTail, failure } = await ask(all));
  }
  if (failure?.key === 'connection.http_refused') failure = (await askRefusingPage(url, options.signal)) ?? failure;
  const reached = /^warning: redirecting to (\S+)/m.exec(stderrTail)?.[1];
  return { reached, head, headBranch, failure };
}
