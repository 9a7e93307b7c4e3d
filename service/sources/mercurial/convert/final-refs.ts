/** Which refs the branches, bookmarks and tags of a Mercurial repository become. No head is left without one. */
import { say } from '../../../../language/sentence.ts';
import { legalRefName, RefNames } from '../../../git/names/ref-names.ts';
import type { FindingCollector } from '../../findings.ts';
import type { BranchHead, NamedNode } from '../repository.ts';

/** What the branch that Mercurial calls `default` is called in Git. */
export const DEFAULT_BRANCH = 'main';
const SHORT_NODE = 12;

export interface RefSources {
  /** Newest first, obsolete ones last. */
  heads: readonly BranchHead[];
  bookmarks: readonly NamedNode[];
  tags: readonly NamedNode[];
}

/** A ref and the changeset that it names. */
export interface FinalRef {
  name: string;
  /** Hex id in Mercurial. */
  node: string;
}

/**
 * Names everything.
 * - the newest open head of a branch: the branch's own name; `default` is `main`
 * - other open heads: the name and 12 digits of the changeset
 * - obsolete heads that no bookmark and no tag names: the same
 * - closed heads: tags `closed/<branch>`, with the digits where a branch has several
 * - where nothing is open, and no bookmark is there: the newest closed head of `default`, else of all, is a branch as well
 * - bookmarks: branches, unless one of that name is there for the same commit; tags: tags
 */
export function finalRefs(sources: RefSources, findings: FindingCollector): { refs: FinalRef[]; head: string | null } {
  const branches = new RefNames();
  const tagNames = new RefNames();
  const refs = new Map<string, FinalRef>();
  const put = (name: string, node: string) => {
    refs.set(name, { name, node });
  };
  const named = new Set([...sources.bookmarks, ...sources.tags].map(({ node }) => node));
  const unnamed = sources.heads.filter(({ obsolete, node }) => !obsolete || !named.has(node));
  const byBranch = Map.groupBy(unnamed, (head) => head.branch);
  const order = [...byBranch.keys()].sort(
    (a, b) => Number(b === 'default') - Number(a === 'default') || (a < b ? -1 : 1),
  );
  for (const branch of order) {
    const heads = byBranch.get(branch) ?? [];
    const name = branch === 'default' ? DEFAULT_BRANCH : legal(branch);
    const open = heads.filter((head) => !head.closed);
    // What it is in the end: another branch, or `default`, may have the name already.
    const given = open.length === 0 ? name : branches.take(name);
    if (branch !== 'default') noteOtherName(findings, 'branch_renamed', branch, given);
    for (const [index, { node, obsolete }] of open.entries()) {
      const taken = index === 0 ? given : branches.take(`${name}-${node.slice(0, SHORT_NODE)}`);
      put(`refs/heads/${taken}`, node);
      if (index === 0 && !obsolete) continue;
      const [kind, words] = obsolete ? OBSOLETE : UNNAMED;
      findings.add(kind, 'info', words, `${branch}: ${node.slice(0, SHORT_NODE)}`);
    }
    const closed = heads.filter((head) => head.closed);
    for (const { node } of closed) {
      const wanted = closed.length === 1 ? `closed/${name}` : `closed/${name}-${node.slice(0, SHORT_NODE)}`;
      put(`refs/tags/${tagNames.take(wanted)}`, node);
      findings.add(
        'closed_head',
        'info',
        say(
          'These branches are closed in the source. Each became a tag below "closed/", so that nothing of it is lost.',
        ),
        `${branch}: ${node.slice(0, SHORT_NODE)}`,
      );
    }
  }
  const newestClosed = byBranch.get('default')?.[0] ?? unnamed[0];
  const isAllClosed = sources.bookmarks.length === 0 && unnamed.every(({ closed }) => closed);
  if (isAllClosed && newestClosed !== undefined) {
    const { branch, node } = newestClosed;
    put(`refs/heads/${branches.take(branch === 'default' ? DEFAULT_BRANCH : legal(branch))}`, node);
    findings.add('all_closed', 'info', ALL_CLOSED, `${branch}: ${node.slice(0, SHORT_NODE)}`);
  }
  for (const { name, node } of sources.bookmarks) {
    const wanted = legal(name);
    if (refs.get(`refs/heads/${wanted}`)?.node === node) continue;
    const taken = branches.take(refs.has(`refs/heads/${wanted}`) ? `${wanted}-bookmark` : wanted);
    noteOtherName(findings, 'bookmark_renamed', name, taken);
    put(`refs/heads/${taken}`, node);
  }
  for (const { name, node } of sources.tags) {
    const taken = tagNames.take(legal(name));
    noteOtherName(findings, 'tag_renamed', name, taken);
    put(`refs/tags/${taken}`, node);
  }
  const names = [...refs.keys()];
  const heads = names.filter((name) => name.startsWith('refs/heads/'));
  const head = heads.find((name) => name === `refs/heads/${DEFAULT_BRANCH}`) ?? heads[0] ?? null;
  return { refs: names.sort().map((name) => refs.get(name) as FinalRef), head };
}

const UNNAMED = [
  'unnamed_head',
  say(
    'These branches have several heads in the source. The newest keeps the name; the others got the number of their changeset added.',
  ),
] as const;

const OBSOLETE = [
  'obsolete_head',
  say('These heads are obsolete in the source but still visible. Each became a branch, so that nothing of it is lost.'),
] as const;

const ALL_CLOSED = say(
  'All branches are closed in the source. This one became a branch as well, so that a clone of the repository is not empty.',
);

function legal(name: string): string {
  return name === '@' ? 'at' : legalRefName(Buffer.from(name, 'utf8').toString('latin1'));
}

const OTHER_NAMES = {
  branch_renamed: say(
    'These branches have other names in Git, which does not take every name, and none twice; "default" is "main" there.',
  ),
  bookmark_renamed: say('These bookmarks have other names in Git, which does not take every name, and none twice.'),
  tag_renamed: say('These tags have other names in Git, which does not take every name, and none twice.'),
};

function noteOtherName(
  findings: FindingCollector,
  kind: keyof typeof OTHER_NAMES,
  before: string,
  after: string,
): void {
  if (before === after) return;
  findings.add(kind, 'info', OTHER_NAMES[kind], `${before} → ${after}`);
}
