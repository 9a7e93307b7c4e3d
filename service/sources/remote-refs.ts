import { lsRemote } from '../git/ls-remote.ts';
import { redirectTarget, withRedirect } from './redirects.ts';
import type { SourceContext } from './source.ts';

type Asking = Pick<SourceContext, 'credentials' | 'privateFolder' | 'signal' | 'silenceMs'>;

/**
 * Asks a repository for its refs.
 * @param onRef gets each as it comes
 * @returns the address that the server sent git on to, null when it did not, and the commit of HEAD and its branch, null where
 *   that has none
 * @throws Failure, with where the server sent git on to
 */
export async function readRemoteRefs(
  url: string,
  context: Asking,
  onRef: (name: string, oid: string) => void,
): Promise<{ redirectedTo: string | null; head: string | null; headBranch: string | null }> {
  const { reached, head, headBranch, failure } = await lsRemote(url, context, onRef);
  const redirectedTo = redirectTarget(url, reached);
  if (failure !== null) throw withRedirect(url, failure, redirectedTo);
  return { redirectedTo, head, headBranch };
}

/** The refs that a repository offers, name to object id. @throws Failure, with where the server sent git on to */
export async function listRemoteRefs(url: string, context: Asking): Promise<Map<string, string>> {
  const refs = new Map<string, string>();
  await readRemoteRefs(url, context, (name, oid) => refs.set(name, oid));
  return refs;
}
