import { type ListedRefs, lsRemote } from '../git/ls-remote.ts';
import { redirectTarget, withRedirect } from './redirects.ts';
import type { SourceContext } from './source.ts';

export interface RemoteRefs extends Pick<ListedRefs, 'refs' | 'head'> {
  /** Address that the server sent git on to; null when it did not. */
  redirectedTo: string | null;
}

/** The refs that a repository offers. @throws Failure, with where the server sent git on to */
export async function listRemoteRefs(
  url: string,
  context: Pick<SourceContext, 'credentials' | 'privateFolder' | 'signal' | 'silenceMs'>,
): Promise<RemoteRefs> {
  const { refs, head, reached, failure } = await lsRemote(url, context);
  const redirectedTo = redirectTarget(url, reached);
  if (failure !== null) throw withRedirect(failure, redirectedTo);
  return { refs, head, redirectedTo };
}
