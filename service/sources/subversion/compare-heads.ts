/**
 * Compares branches and tags, file by file, with what the server says now: names, sizes, what is executable, what is a link,
 * and over a network contents as well, as far as that is little beside the fetch.
 */
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import type { TreeFiles } from '../../git/tree-files.ts';
import type { Check } from '../../vocabulary/report.ts';
import { isWithin, parentOf } from '../folders/layout/paths.ts';
import type { ExpectedHead, MappedFile } from '../folders/mapping/mapped-file.ts';
import { comparedBy, compareFiles } from './compare-files.ts';
import { AT_ONCE } from './ranges.ts';
import {
  type AskedServer,
  type Listing,
  listingOf,
  listingsOf,
  type Server,
  WHOLE_BYTES,
  withDetails,
  within,
} from './served-heads.ts';

/** Up to so many heads are listed at once and all compared. */
const ALL = 30;
/** Of more, so many are listed one by one: the default branch, and others spread over the rest. */
const SAMPLE = 12;
/** Differences named in one check at most. */
const MAX_NAMED = 5;

export interface HeadsJob {
  repositoryPath: string;
  /** Those of the repository. */
  files: TreeFiles;
  made: MappedFile;
  /** Revision that was fetched last. */
  revision: number;
  /** Resolves when the repository can be read; the server is asked before. */
  published: Promise<void>;
  /** Told how many files a listing holds, of each that is compared. */
  onListed(files: number): void;
  signal: AbortSignal;
}

/** @returns a check for each head that was compared @throws Failure */
export async function compareHeads(asked: AskedServer, job: HeadsJob): Promise<Check[]> {
  const { made } = job;
  if (made.heads.length === 0) return [];
  const server: Server = { ...asked, revision: job.revision, wholeLeft: WHOLE_BYTES };
  const heads = sampleOf(made);
  const some = heads.length < made.heads.length ? { some: SAMPLE, all: made.heads.length } : null;
  const common = some === null ? commonFolder(heads.map((head) => head.folder)) : null;
  const all = common === null ? null : await listingOf(server, common);
  if (common !== null && all === null) return [];
  // One question costs less than many, but does not hide a line's delay; and one folder that is gone spoils it.
  const together =
    common === null && server.isNear
      ? await listingsOf(
          server,
          heads.map(({ folder }) => folder),
        )
      : null;
  const checks = new Map<ExpectedHead, Check>();
  const waiting = heads.values();
  const compareSome = async () => {
    for (const head of waiting) {
      const folder = common ?? head.folder;
      try {
        const listing = all ?? together?.get(folder) ?? (await listingOf(server, folder));
        if (listing === null) continue;
        job.onListed(listing.sizes.size);
        checks.set(head, await compareHead(job, server, head, relative(head.folder, folder), listing, some));
      } catch (error) {
        if (!isForbidden(error)) throw error;
        checks.set(head, notCompared(head));
      }
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
  some: { some: number; all: number } | null,
): Promise<Check> {
  const { layout, heads } = job.made;
  const root = layout.root === '' ? '' : `${layout.root}/`;
  const cut = [...heads.map((other) => other.folder), ...layout.left_out.map((path) => `${root}${path}`)]
    .filter((path) => path !== head.folder && isWithin(path, head.folder))
    .map((path) => relative(path, head.folder));
  const isDefault = head.ref === `refs/heads/${layout.default_branch}`;
  const listing = await withDetails(server, { folder: head.folder, isDefault }, within(all, folder));
  await job.published;
  const { same, different: differences } = await compareFiles({
    ...{
      repository: job.repositoryPath,
      files: job.files,
      tree: head.ref,
      listing,
      cut,
      gitignore: layout.gitignore,
      signal: job.signal,
    },
  });
  const total = same + differences.length;
  const named = `${differences.slice(0, MAX_NAMED).join(', ')}${differences.length > MAX_NAMED ? ', …' : ''}`;
  const expected = say('{count} files', { count: total });
  const values = { revision: job.revision, by: comparedBy(listing) };
  return {
    subject: head.ref,
    what:
      some === null
        ? say('files that the server has at r{revision}, by {by}', values)
        : say('files that the server has at r{revision}, by {by}, one of {some} of {all} heads', {
            ...values,
            ...some,
          }),
    expected,
    found:
      differences.length === 0 ? expected : say('{count} files; different: {names}', { count: same, names: named }),
    ok: differences.length === 0,
  };
}

/** What came as a copy of a folder that may be read, into one that the server hides. */
function isForbidden(error: unknown): boolean {
  return error instanceof Failure && error.key === 'subversion.forbidden';
}

function notCompared(head: ExpectedHead): Check {
  const listed = say('files listed by the server');
  const found = say('not compared: the server could not list it');
  return { subject: head.ref, what: listed, expected: listed, found, ok: false };
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
