import { listRemoteRefs } from '../remote-refs.ts';
import type { ProbeResult, SourceContext } from '../source.ts';
import { isHidden } from './hidden-refs.ts';

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
