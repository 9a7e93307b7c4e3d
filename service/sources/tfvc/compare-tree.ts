/** Compares a tree in Git, file by file, with what the server lists for its folder at a changeset. */
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { showPath } from '../../git/names/bytes.ts';
import { isRefused } from '../../git/names/dot-git.ts';
import type { TfvcClient } from './api/client.ts';
import { ServerRefusal } from './api/failures.ts';
import { listTree } from './api/items.ts';
import type { ContentSample, PublishedContent } from './content-sample.ts';
import type { BranchMatcher } from './mapping/matcher.ts';
import { fold, folderOf, inProject, serverPath, treePath } from './paths.ts';

export interface Comparison {
  client: TfvcClient;
  project: string;
  matcher: BranchMatcher;
  /** That holds the trees. */
  repository: string;
  /** Blob whose content had this MD5 when it was fetched, or null. */
  oidOf(md5: Buffer): string | null;
  /** Of a server without checksums, what looks at contents; null where names and kinds are enough. */
  sample: ContentSample | null;
  signal: AbortSignal;
}

export interface WantedTree {
  /** Whatever names it. */
  tree: string;
  /** Of the project, without slashes at its ends. */
  folder: string;
  /** Changeset at which the server is asked. */
  revision: number;
}

export interface ComparedTree {
  same: number;
  different: string[];
  /** What was compared of each file, as part of a sentence. */
  by: Said;
}

interface FileInGit {
  isLink: boolean;
  oid: string;
  /** Bytes. */
  size: number;
}

/** @returns null when neither has any file @throws ServerRefusal, Failure */
export async function compareTree(wanted: WantedTree, comparison: Comparison): Promise<ComparedTree | null> {
  return compareFiles(await filesInGit(wanted.tree, comparison), wanted, comparison);
}

/** As `compareTree`. @param files of the tree; those that the server lists are taken out */
export async function compareFiles(
  files: Map<string, FileInGit>,
  wanted: WantedTree,
  comparison: Comparison,
): Promise<ComparedTree | null> {
  const { client, project, matcher } = comparison;
  const line = fold(wanted.folder);
  const differences: string[] = [];
  const unsure: (PublishedContent & { below: string })[] = [];
  let same = 0;
  try {
    for await (const item of listTree(client, serverPath(project, wanted.folder), wanted.revision)) {
      const path = inProject(item.path, project);
      if (path === null || item.isFolder) continue;
      // A file is in the branch of its folder: its own name may be one that a branch had at another time.
      if (fold(showPath(matcher.lineOf(treePath(folderOf(path))))) !== line) continue;
      const names = path.split('/').map(treePath);
      if (names.some((name, at) => isRefused(name, item.isLink && at === names.length - 1))) continue;
      const below = wanted.folder === '' ? path : path.slice(wanted.folder.length + 1);
      const file = files.get(fold(below));
      files.delete(fold(below));
      const oid = item.md5 === null ? null : comparison.oidOf(item.md5);
      if (item.md5 === null && file !== undefined)
        unsure.push({ path: item.path, oid: file.oid, size: file.size, below });
      const isSame =
        file !== undefined &&
        file.isLink === item.isLink &&
        (item.md5 !== null ? oid === file.oid : item.size === null || item.size === file.size);
      if (isSame) same += 1;
      else differences.push(below);
    }
  } catch (error) {
    if (!(error instanceof ServerRefusal) || error.status !== 404) throw error;
    // What a folder without files was is not listed once it is destroyed.
    if (files.size === 0) return null;
  }
  for (const path of files.keys()) differences.push(path);
  if (unsure.length > 0 && comparison.sample === null) {
    return { same, different: differences, by: say('name and kind, as the server names no checksums') };
  }
  const known = new Set(differences);
  const sample = await comparison.sample?.compare(unsure.filter(({ below }) => !known.has(below)));
  const wrong = new Set(sample?.different);
  for (const { path, below } of unsure) {
    if (!wrong.has(path)) continue;
    differences.push(below);
    same -= 1;
  }
  const by =
    unsure.length === 0
      ? say('name, kind and checksum')
      : say('name, kind and content of {count}, as the server names no checksums', { count: sample?.compared ?? 0 });
  return { same, different: differences, by };
}

/** Files of a tree by folded path. */
export async function filesInGit(
  tree: string,
  { repository, signal }: Pick<Comparison, 'repository' | 'signal'>,
): Promise<Map<string, FileInGit>> {
  const { stdout: text } = await runGit({
    args: ['--git-dir', repository, 'ls-tree', '-r', '-l', '-z', '--full-tree', tree],
    signal,
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  const files = new Map<string, FileInGit>();
  for (const line of text.split('\0')) {
    const found = /^(\d+) \w+ (\w+) +(\d+|-)\t(.*)$/s.exec(line);
    if (found === null) continue;
    const [, mode, oid, size, path] = found as unknown as [string, string, string, string, string];
    files.set(fold(path), { isLink: mode === '120000', oid, size: Number(size) });
  }
  return files;
}
