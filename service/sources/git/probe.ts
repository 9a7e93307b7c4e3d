import { gitFailure } from '../../git/failures.ts';
import { runGit } from '../../git/git.ts';
import { sourceEnvironment } from '../../git/source-environment.ts';
import { redirectTarget, withRedirect } from '../redirects.ts';
import { type ProbeResult, SILENCE_MS, type SourceContext } from '../source.ts';
import { isHidden } from './hidden-refs.ts';

export interface RemoteRefs {
  /** Name to object id, annotated tags by the tag object's own id. */
  refs: Map<string, string>;
  /** Full name of the ref that HEAD names; null when it names none. */
  head: string | null;
  /** Address that the server sent git on to. */
  redirectedTo: string | null;
}

/**
 * The refs that a repository offers.
 * @throws Failure
 */
export async function listRemoteRefs(
  url: string,
  context: Pick<SourceContext, 'credentials' | 'privateFolder' | 'signal' | 'silenceMs'>,
): Promise<RemoteRefs> {
  const { env, secrets } = sourceEnvironment(url, context.credentials, context.privateFolder);
  const refs = new Map<string, string>();
  let head: string | null = null;
  const { code, stderrTail } = await runGit({
    args: ['ls-remote', '--symref', '--', url],
    // Where the server led to is told by a warning, of a failure too.
    successExitCodes: 'any',
    env,
    secrets,
    signal: context.signal,
    silenceMs: context.silenceMs ?? SILENCE_MS,
    onStdout: (line) => {
      const [value = '', name = ''] = line.split('\t');
      if (value.startsWith('ref: ')) {
        if (name === 'HEAD') head = value.slice(5);
      } else if (name.startsWith('refs/') && !name.endsWith('^{}')) refs.set(name, value);
    },
  }).done;
  const redirectedTo = redirectTarget(url, /^warning: redirecting to (\S+)/m.exec(stderrTail)?.[1]);
  if (code !== 0) throw withRedirect(gitFailure(stderrTail, url, context.credentials !== null), redirectedTo);
  return { refs, head, redirectedTo };
}

/** Looks at an address by `git ls-remote`. */
export async function probe(url: string, context: Omit<SourceContext, 'folder'>): Promise<ProbeResult> {
  const { refs, redirectedTo } = await listRemoteRefs(url, context);
  const names = [...refs.keys()].filter((name) => !isHidden(name));
  const under = (prefix: string) =>
    names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
  return {
    kind: 'found',
    vcs: 'git',
    root_url: url,
    uuid: null,
    revision_count: null,
    branches: under('refs/heads/'),
    tags: under('refs/tags/'),
    layout: null,
    project_choices: [],
    empty: names.length === 0,
    redirected_to: redirectedTo,
  };
}
