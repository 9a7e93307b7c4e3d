/** Compares the files of a Git tree with what a server says of them. */
import { type Said, say } from '../../../language/sentence.ts';
import { isDotGit, isDotGitModules } from '../../git/names/dot-git.ts';
import type { TreeFile, TreeFiles } from '../../git/tree-files.ts';
import { isWithin } from '../folders/layout/paths.ts';
import { type BlobSum, blobSums, type SummedBlob, sumKey } from './blob-sums.ts';
import type { Listing } from './served-heads.ts';

/** Mode of a symbolic link. */
const LINK = '120000';

/** Two listings of more files than this are not held at the same time: each takes some 150 bytes a file. */
export const MANY_FILES = 100_000;

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
  const isTaken = (path: string) => !path.split('/').some(isDotGit) && !cut.some((taken) => isWithin(path, taken));
  // A link of that name is left out; where nobody was asked what is a link, it may be one.
  const mayBeLink = (path: string) => listing.special?.has(path) ?? true;
  const isWanted = (path: string) => isTaken(path) && !(isDotGitModules(lastOf(path)) && mayBeLink(path));
  const sums = listing.sums === null ? null : await blobSums(job.repository, await blobsOf(job), job.signal);
  const different: string[] = [];
  let same = 0;
  let found = 0;
  // Neither side is copied: there may be a million files.
  for await (const { prefix, files } of job.files.folders(job.tree)) {
    for (const file of files) {
      const path = `${prefix}${file.path}`;
      const isIgnore = job.gitignore && file.path === '.gitignore';
      const isThere = listing.sizes.has(path) && isTaken(path);
      if (isIgnore && !isThere) continue;
      if (isThere && isWanted(path)) found += 1;
      const sum = isIgnore ? undefined : sums?.get(sumKey(blobOf(file)));
      if (isThere && isSame(listing, path, file, sum, isIgnore)) same += 1;
      else different.push(path);
    }
  }
  let wanted = 0;
  for (const path of listing.sizes.keys()) if (isWanted(path)) wanted += 1;
  if (found < wanted) for (const path of await missing(job, isWanted)) different.push(path);
  return { same, different };
}

/** What the server lists and the tree does not have. */
async function missing({ listing, files, tree }: FilesJob, isWanted: (path: string) => boolean): Promise<Set<string>> {
  const paths = new Set([...listing.sizes.keys()].filter(isWanted));
  for await (const { prefix, files: found } of files.folders(tree))
    for (const { path } of found) paths.delete(`${prefix}${path}`);
  return paths;
}

async function blobsOf({ files, tree }: FilesJob): Promise<SummedBlob[]> {
  const blobs: SummedBlob[] = [];
  for await (const folder of files.folders(tree)) for (const file of folder.files) blobs.push(blobOf(file));
  return blobs;
}

function blobOf({ oid, mode }: TreeFile): SummedBlob {
  return { oid, isLink: mode === LINK };
}

function saysNoSizes(sizes: Listing['sizes']): boolean {
  for (const size of sizes.values()) if (Number.isNaN(size)) return true;
  return false;
}

/** What is compared of each file, as part of a sentence. */
export function comparedBy({ sizes, executable, sums }: Listing): Said {
  if (saysNoSizes(sizes)) {
    if (sums !== null) return say('name, mode and content');
    return executable === null ? say('name alone') : say('name and mode');
  }
  if (sums !== null) return say('name, size, mode and content');
  return executable === null ? say('name and size') : say('name, size and mode');
}

function isSame(
  listing: Listing,
  path: string,
  { mode, size }: TreeFile,
  sum: BlobSum | undefined,
  mayGrow: boolean,
): boolean {
  const isLink = mode === LINK;
  const { sizes, executable, special, sums } = listing;
  const listed = sizes.get(path) as number;
  // Subversion keeps a symbolic link as a file that says "link " before its target.
  const actual = size + (isLink ? 5 : 0);
  if (!Number.isNaN(listed) && (mayGrow ? actual < listed : actual !== listed)) return false;
  const said = sums?.get(path);
  if (said !== undefined && sum !== undefined && said !== sum.md5) return false;
  if (executable === null || special === null) return true;
  // What has svn:special and does not say "link " is a file; a link cannot be executable.
  if (isLink || (sum?.saysLink === true && special.has(path))) return isLink && special.has(path);
  return (mode === '100755') === executable.has(path);
}

function lastOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
