/**
 * Compares branches and tags, file by file, with what the server says now: names, sizes, what is executable, what is a link,
 * and over a network contents as well, as far as that is little beside the fetch.
 */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { isDotGit } from '../../git/names/dot-git.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Check } from '../../vocabulary/report.ts';
import { isWithin, parentOf } from '../folders/layout/paths.ts';
import type { ExpectedHead, MappedFile } from '../folders/mapping/mapped-file.ts';
import { type BlobSum, blobSums, type SummedBlob, sumKey } from './blob-sums.ts';
import { AT_ONCE } from './ranges.ts';
import { type Listing, listingOf, type Server, WHOLE_BYTES, withDetails, within } from './served-heads.ts';
import { svnInfo, svnUrl } from './svn-tool.ts';

/** Up to so many heads are listed at once and all compared. */
const ALL = 30;
/** Of more, so many are listed one by one: the default branch, and others spread over the rest. */
const SAMPLE = 12;
/** Differences named in one check at most. */
const MAX_NAMED = 5;

export interface HeadsJob {
  url: string;
  credentials: Credentials | null;
  privateFolder: string;
  repositoryPath: string;
  made: MappedFile;
  /** Revision that was fetched last. */
  revision: number;
  signal: AbortSignal;
}

/** @returns a check for each head that was compared; none where the address is no server's @throws Failure */
export async function compareHeads(job: HeadsJob): Promise<Check[]> {
  const { made, signal } = job;
  const url = svnUrl(job.url);
  if (url === null || made.heads.length === 0) return [];
  const access = { credentials: job.credentials, signal, privateFolder: job.privateFolder };
  const { rootUrl } = await svnInfo(access, url);
  const server: Server = {
    revision: job.revision,
    access,
    rootUrl,
    isNear: rootUrl.startsWith('file:'),
    wholeLeft: WHOLE_BYTES,
  };
  const heads = sampleOf(made);
  const note = heads.length < made.heads.length ? `, one of ${SAMPLE} of ${made.heads.length} heads` : '';
  const common = note === '' ? commonFolder(heads.map((head) => head.folder)) : null;
  const all = common === null ? null : await listingOf(server, common);
  if (common !== null && all === null) return [];
  const checks = new Map<ExpectedHead, Check>();
  const waiting = heads.values();
  const compareSome = async () => {
    for (const head of waiting) {
      const folder = common ?? head.folder;
      const listing = all ?? (await listingOf(server, folder));
      if (listing === null) continue;
      checks.set(head, await compareHead(job, server, head, relative(head.folder, folder), listing, note));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, compareSome));
  return heads.flatMap((head) => checks.get(head) ?? []);
}

/** The default branch first. */
function sampleOf({ heads, layout }: MappedFile): ExpectedHead[] {
  const trunk = heads.filter(({ ref }) => ref === `refs/heads/${layout.default_branch}`);
  const others = heads.filter((head) => !trunk.includes(head));
  if (heads.length <= ALL) return [...trunk, ...others];
  const wanted = SAMPLE - trunk.length;
  const spread = Array.from({ length: wanted }, (_, i) => others[Math.floor((i * others.length) / wanted)]);
  return [...trunk, ...spread.filter((head) => head !== undefined)];
}

/** @param folder of the head, relative to the listing's */
async function compareHead(
  job: HeadsJob,
  server: Server,
  head: ExpectedHead,
  folder: string,
  all: Listing,
  note: string,
): Promise<Check> {
  const { layout, heads } = job.made;
  const root = layout.root === '' ? '' : `${layout.root}/`;
  const cut = [...heads.map((other) => other.folder), ...layout.left_out.map((path) => `${root}${path}`)]
    .filter((path) => path !== head.folder && isWithin(path, head.folder))
    .map((path) => relative(path, head.folder));
  const isDefault = head.ref === `refs/heads/${layout.default_branch}`;
  const isWanted = (path: string) => !path.split('/').some(isDotGit) && !cut.some((taken) => isWithin(path, taken));
  const listing = await withDetails(server, { folder: head.folder, isDefault }, within(all, folder));
  const wanted = new Set([...listing.sizes.keys()].filter(isWanted));
  const found = await filesOf(job, head.ref);
  const sums = listing.sums === null ? null : await blobSums(job.repositoryPath, found, job.signal);
  const differences: string[] = [];
  let same = 0;
  for (const file of found) {
    // Written for svn:ignore, or joined by it.
    const isIgnore = layout.gitignore && /(^|\/)\.gitignore$/.test(file.path);
    if (isIgnore && !wanted.has(file.path)) continue;
    const sum = isIgnore ? undefined : sums?.get(sumKey(file));
    if (wanted.delete(file.path) && isSame(listing, file, sum, isIgnore)) same += 1;
    else differences.push(file.path);
  }
  differences.push(...wanted);
  const total = same + differences.length;
  const named = `${differences.slice(0, MAX_NAMED).join(', ')}${differences.length > MAX_NAMED ? ', …' : ''}`;
  const expected = `${total} files`;
  return {
    subject: head.ref,
    what: `files that the server has at r${job.revision}, by ${comparedBy(listing)}${note}`,
    expected,
    found: differences.length === 0 ? expected : `${same} files; different: ${named}`,
    ok: differences.length === 0,
  };
}

function comparedBy({ executable, sums }: Listing): string {
  if (sums !== null) return 'name, size, mode and content';
  return executable === null ? 'name and size' : 'name, size and mode';
}

interface HeadFile extends SummedBlob {
  path: string;
  mode: string;
  size: number;
}

async function filesOf(job: HeadsJob, ref: string): Promise<HeadFile[]> {
  const text = await git(job, ['ls-tree', '-r', '-l', '-z', '--full-tree', ref]);
  return text.split('\0').flatMap((line): HeadFile[] => {
    const found = /^(\d+) blob (\w+) +(\d+)\t(.*)$/s.exec(line);
    if (!found) return [];
    const [, mode = '', oid = '', size = '', path = ''] = found;
    return [{ path, mode, oid, size: Number(size), isLink: mode === '120000' }];
  });
}

function isSame(listing: Listing, file: HeadFile, sum: BlobSum | undefined, mayGrow: boolean): boolean {
  const { sizes, executable, special, sums } = listing;
  const { path, mode, size, isLink } = file;
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

function commonFolder(folders: readonly string[]): string {
  let [common = ''] = folders;
  for (const folder of folders) {
    while (!isWithin(folder, common)) common = parentOf(common);
  }
  return common;
}

function relative(path: string, folder: string): string {
  return folder === '' ? path : path.slice(folder.length + 1);
}

async function git({ repositoryPath, signal }: HeadsJob, args: string[]): Promise<string> {
  const { stdout } = await runGit({
    args: ['--git-dir', repositoryPath, ...args],
    signal,
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return stdout;
}
