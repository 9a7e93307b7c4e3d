/** Branches of a source that name something else than a commit, as other programs than git leave them: git writes no such branch. */
import { say } from '../../../language/sentence.ts';
import { runGit } from '../../git/git.ts';
import type { MappedRef } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';

const BRANCHES = 'refs/heads/';

/**
 * A branch at an annotated tag is the commit of that tag, as git takes it where it is checked out; one at a file or a folder is left out.
 * @throws Failure
 */
export async function atCommits(
  repository: string,
  refs: MappedRef[],
  signal: AbortSignal,
): Promise<{ refs: MappedRef[]; findings: Finding[] }> {
  const branches = refs.filter(({ name }) => name.startsWith(BRANCHES));
  const others = new Set<string>();
  await look(repository, new Set(branches.map(({ oid }) => oid)), '', signal, (asked, line) => {
    if (!line.endsWith(' commit')) others.add(asked);
  });
  if (others.size === 0) return { refs, findings: [] };
  const commits = new Map<string, string>();
  await look(repository, others, '^{commit}', signal, (asked, line) => {
    if (line.endsWith(' commit')) commits.set(asked, line.slice(0, line.indexOf(' ')));
  });
  const odd = branches.filter(({ oid }) => others.has(oid));
  const atTags = odd.filter(({ oid }) => commits.has(oid)).map(({ name }) => name);
  const atFiles = odd.filter(({ oid }) => !commits.has(oid)).map(({ name }) => name);
  const leftOut = new Set(atFiles);
  return {
    refs: refs
      .filter(({ name }) => !leftOut.has(name))
      .map(({ name, oid }) => ({ name, oid: (name.startsWith(BRANCHES) && commits.get(oid)) || oid })),
    findings: [...finding('branch_at_tag', 'info', atTags), ...finding('branch_without_commit', 'warning', atFiles)],
  };
}

const TEXTS = {
  branch_at_tag: say(
    'These branches name an annotated tag in the source, which Git writes for no branch: here they name the commit that it tags.',
  ),
  branch_without_commit: say(
    'These branches name a file or a folder in the source and no commit, so they were left out. Delete them there, or keep what they name as a tag, and update.',
  ),
};

function finding(kind: keyof typeof TEXTS, severity: Finding['severity'], names: readonly string[]): Finding[] {
  if (names.length === 0) return [];
  return [{ kind, severity, text: TEXTS[kind], count: names.length, examples: names.slice(0, 100) }];
}

/** @param suffix behind each id, as git-rev-parse(1) knows it */
async function look(
  repository: string,
  ids: ReadonlySet<string>,
  suffix: string,
  signal: AbortSignal,
  onAnswer: (asked: string, line: string) => void,
): Promise<void> {
  if (ids.size === 0) return;
  const asked = ids.values();
  await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname) %(objecttype)'],
    stdin: `${[...ids].map((id) => id + suffix).join('\n')}\n`,
    signal,
    // One line each, in their order.
    onStdout: (line) => onAnswer(asked.next().value as string, line),
  }).done;
}
