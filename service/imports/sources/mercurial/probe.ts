import { redirectTarget, withRedirect } from '../../redirects.ts';
import type { ProbeResult, SourceContext } from '../../source.ts';
import { isRepository, localFolder } from './clone.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { hgOutput } from './repository.ts';

const NOTHING = '0'.repeat(12);

/** Looks at an address: for a folder of this disk whether Mercurial keeps a repository there, else what `hg identify` says. */
export async function probe(url: string, context: Omit<SourceContext, 'folder'>): Promise<ProbeResult> {
  const folder = localFolder(url);
  if (folder !== null) return probeFolder(folder, url, context);
  const { code, stdout, stderrTail } = await runHg(context, url, { args: ['identify', '--id', '--', url] }).done;
  const redirectedTo = redirectTarget(url, /^real URL is (\S+)$/m.exec(`${stderrTail}\n${stdout}`)?.[1]);
  if (code !== 0) throw withRedirect(hgFailure(stderrTail, url, context.credentials !== null), redirectedTo);
  const tip = linesOf(stdout).at(-1);
  return found(url, { revisions: null, branches: [], tags: [], empty: tip === NOTHING, redirectedTo });
}

async function probeFolder(folder: string, url: string, context: Omit<SourceContext, 'folder'>): Promise<ProbeResult> {
  if (!isRepository(folder)) {
    return {
      kind: 'nothing',
      message: `No Mercurial repository was found at ${url}. Check the address and try again.`,
    };
  }
  const repository = { path: folder, url };
  const ask = (...args: string[]) => hgOutput(context, repository, args);
  const [tip, branches, tags] = await Promise.all([
    ask('log', '-r', 'tip', '-T', '{rev}'),
    ask('branches', '-T', '{branch}\n'),
    ask('tags', '-T', '{tag}\n'),
  ]);
  const revisions = Number(tip) + 1;
  return found(url, {
    revisions,
    branches: linesOf(branches),
    tags: linesOf(tags).filter((name) => name !== 'tip'),
    empty: revisions === 0,
  });
}

function found(
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

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}
