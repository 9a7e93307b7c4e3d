/** Compares the files of a Git tree with what a server says of them. */
import { type Said, say } from '../../../language/sentence.ts';
import { isDotGit } from '../../git/names/dot-git.ts';
import type { TreeFile, TreeFiles } from '../../git/tree-files.ts';
import { isWithin } from '../folders/layout/paths.ts';
import { type BlobSum, blobSums, sumKey } from './blob-sums.ts';
import type { Listing } from './served-heads.ts';

/** Mode of a symbolic link. */
const LINK = '120000';

export interface FilesJob {
  repository: string;
  /** Those of the repository. */
  files: TreeFiles;
  /** Name or id of a commit or tag. */
  tree: string;
  listing: Listing;
  /** Folders of the listing that the tree leaves out. */
  cut: readonly string[];
  /** Whether `.gitignore` files were written for svn:ignore, or joined by it. */
  gitignore: boolean;
  signal: AbortSignal;
}

export interface ComparedFiles {
  same: number;
  different: string[];
}

/** @throws Failure when git cannot read the tree */
export async function compareFiles(job: FilesJob): Promise<ComparedFiles> {
  const { listing, cut } = job;
  const isWanted = (path: string) => !path.split('/').some(isDotGit) && !cut.some((taken) => isWithin(path, taken));
  const wanted = new Set([...listing.sizes.keys()].filter(isWanted));
  const found = (await job.files.of(job.tree)).map((file) => ({ ...file, isLink: file.mode === LINK }));
  const sums = listing.sums === null ? null : await blobSums(job.repository, found, job.signal);
  const different: string[] = [];
  let same = 0;
  for (const file of found) {
    const isIgnore = job.gitignore && /(^|\/)\.gitignore$/.test(file.path);
    if (isIgnore && !wanted.has(file.path)) continue;
    const sum = isIgnore ? undefined : sums?.get(sumKey(file));
    if (wanted.delete(file.path) && isSame(listing, file, sum, isIgnore)) same += 1;
    else different.push(file.path);
  }
  different.push(...wanted);
  return { same, different };
}

/** What is compared of each file, as part of a sentence. */
export function comparedBy({ executable, sums }: Listing): Said {
  if (sums !== null) return say('name, size, mode and content');
  return executable === null ? say('name and size') : say('name, size and mode');
}

interface FoundFile extends TreeFile {
  isLink: boolean;
}

function isSame(
  listing: Listing,
  { path, mode, size, isLink }: FoundFile,
  sum: BlobSum | undefined,
  mayGrow: boolean,
): boolean {
  const { sizes, executable, special, sums } = listing;
  const listed = sizes.get(path) as number;
  // Subversion keeps a symbolic link as a file that says "link " before its target.
  const actual = size + (isLink ? 5 : 0);
  if (mayGrow ? actual < listed : actual !== listed) return false;
  const said = sums?.get(path);
  if (said !== undefined && sum !== undefined && said !== sum.md5) return false;
  if (executable === null || special === null) return true;
  // What has svn:special and does not say "link " is a file; a link cannot be executable.
  if (isLink || (sum?.saysLink === true && special.has(path))) return isLink && special.has(path);
  return (mode === '100755') === executable.has(path);
}
