/** What a look at a Mercurial repository found. */
import type { ProbeResult } from '../source.ts';

export function found(
  url: string,
  {
    revisions,
    branches,
    tags,
    empty,
    redirectedTo = null,
  }: {
    revisions: number | null;
    branches: string[];
    tags: string[];
    empty: boolean;
    redirectedTo?: string | null;
  },
): ProbeResult {
  return {
    kind: 'found',
    vcs: 'mercurial',
    root_url: url,
    uuid: null,
    revision_count: revisions,
    branches,
    tags,
    layout: null,
    project_choices: [],
    empty,
    redirected_to: redirectedTo,
  };
}

export function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
