/** Compares branches and tags, file by file, with what the server lists now: names, sizes, what is executable, what is a link. */
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { isDotGit } from '../../git/names/dot-git.ts';
import { runTool } from '../../processes/run.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Check } from '../../vocabulary/report.ts';
import { isWithin, parentOf } from '../folders/layout/paths.ts';
import type { ExpectedHead, MappedFile } from '../folders/mapping/mapped-file.ts';
import { accessArguments, below, type SvnAccess, svnEnvironment, svnInfo, svnUrl } from './svn-tool.ts';
import { SvnXml, type XmlElement } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

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

/** What the server says of the files of a folder. */
interface Listing {
  /** Bytes by path, relative to the folder. */
  sizes: Map<string, number>;
  executable: Set<string>;
  /** With svn:special. */
  special: Set<string>;
}

/** @returns a check for each head that was compared; none where the address is no server's @throws Failure */
export async function compareHeads(job: HeadsJob): Promise<Check[]> {
  const { made, revision, signal } = job;
  const url = svnUrl(job.url);
  if (url === null || made.heads.length === 0) return [];
  const access = { credentials: job.credentials, signal, privateFolder: job.privateFolder };
  const { rootUrl } = await svnInfo(access, url);
  const list = (folder: string) => listingOf(access, below(rootUrl, folder), revision);
  if (made.heads.length <= ALL) {
    const folder = commonFolder(made.heads.map((head) => head.folder));
    const listing = await list(folder);
    if (listing === null) return [];
    return Promise.all(made.heads.map((head) => compareHead(job, head, relative(head.folder, folder), listing, '')));
  }
  const checks: Check[] = [];
  for (const head of sampleOf(made)) {
    const listing = await list(head.folder);
    const note = `, one of ${SAMPLE} of ${made.heads.length} heads that the server was asked for`;
    if (listing !== null) checks.push(await compareHead(job, head, '', listing, note));
  }
  return checks;
}

function sampleOf({ heads, layout }: MappedFile): ExpectedHead[] {
  const trunk = heads.filter(({ ref }) => ref === `refs/heads/${layout.default_branch}`);
  const others = heads.filter((head) => !trunk.includes(head));
  const wanted = SAMPLE - trunk.length;
  const spread = Array.from({ length: wanted }, (_, i) => others[Math.floor((i * others.length) / wanted)]);
  return [...trunk, ...spread.filter((head) => head !== undefined)];
}

/** @param folder of the head, relative to the listing's */
async function compareHead(
  job: HeadsJob,
  head: ExpectedHead,
  folder: string,
  listing: Listing,
  note: string,
): Promise<Check> {
  const { layout, heads } = job.made;
  const prefix = folder === '' ? '' : `${folder}/`;
  const root = layout.root === '' ? '' : `${layout.root}/`;
  const cut = [...heads.map((other) => other.folder), ...layout.left_out.map((path) => `${root}${path}`)]
    .filter((path) => path !== head.folder && isWithin(path, head.folder))
    .map((path) => `${prefix}${relative(path, head.folder)}`);
  const wanted = new Set(
    [...listing.sizes.keys()].filter(
      (path) =>
        path.startsWith(prefix) && !path.split('/').some(isDotGit) && !cut.some((taken) => isWithin(path, taken)),
    ),
  );
  const text = await git(job, ['ls-tree', '-r', '-l', '-z', '--full-tree', head.ref]);
  const differences: string[] = [];
  let same = 0;
  for (const line of text.split('\0')) {
    const found = /^(\d+) \w+ \w+ +(\d+|-)\t(.*)$/s.exec(line);
    if (!found) continue;
    const [, mode = '', size = '', name = ''] = found;
    const path = `${prefix}${name}`;
    // Written for svn:ignore, or joined by it.
    const isIgnore = layout.gitignore && /(^|\/)\.gitignore$/.test(name);
    if (isIgnore && !wanted.has(path)) continue;
    if (wanted.delete(path) && isSame(listing, path, mode, Number(size), isIgnore)) same += 1;
    else differences.push(name);
  }
  differences.push(...[...wanted].map((path) => path.slice(prefix.length)));
  const total = same + differences.length;
  const named = `${differences.slice(0, MAX_NAMED).join(', ')}${differences.length > MAX_NAMED ? ', …' : ''}`;
  const expected = `${total} files`;
  return {
    subject: head.ref,
    what: `files listed by the server at r${job.revision}, by name, size and mode${note}`,
    expected,
    found: differences.length === 0 ? expected : `${same} files; different: ${named}`,
    ok: differences.length === 0,
  };
}

function isSame({ sizes, executable, special }: Listing, path: string, mode: string, size: number, mayGrow: boolean) {
  const listed = sizes.get(path) as number;
  const isLink = mode === '120000';
  // Subversion keeps a symbolic link as a file that says "link " before its target.
  const actual = size + (isLink ? 5 : 0);
  if (mayGrow ? actual < listed : actual !== listed) return false;
  // What has svn:special and does not say "link " is a file; a link cannot be executable.
  if (isLink) return special.has(path);
  return (mode === '100755') === executable.has(path);
}

/** @returns null when the server has no such folder at that revision */
async function listingOf(access: SvnAccess, url: string, revision: number): Promise<Listing | null> {
  const sizes = new Map<string, number>();
  const onEntry = ({ name, texts }: XmlElement) => {
    if (name === 'entry' && texts.size !== undefined) sizes.set(texts.name ?? '', Number(texts.size));
  };
  const withProperty = async (property: string) => {
    const paths = new Set<string>();
    await ask(access, url, revision, ['propget', property, '--xml', '--recursive'], ({ name, attributes }) => {
      if (name === 'target') paths.add(pathBelow(attributes.path ?? '', url));
    });
    return paths;
  };
  const [isThere, executable, special] = await Promise.all([
    ask(access, url, revision, ['list', '--xml', '--recursive'], onEntry),
    withProperty('svn:executable'),
    withProperty('svn:special'),
  ]);
  return isThere ? { sizes, executable, special } : null;
}

/** @returns whether the folder is there @throws Failure */
async function ask(
  access: SvnAccess,
  url: string,
  revision: number,
  command: readonly string[],
  onElement: (element: XmlElement) => void,
): Promise<boolean> {
  const { credentials, signal } = access;
  const xml = new SvnXml(onElement);
  const { code, stderrTail } = await runTool({
    command: 'svn',
    successExitCodes: 'any',
    args: [...command, '-r', String(revision), ...accessArguments(access, url), '--', `${url}@${revision}`],
    env: svnEnvironment(url),
    signal,
    ...(credentials === null ? {} : { stdin: `${credentials.password}\n`, secrets: [credentials.password] }),
    onStdout: (line) => xml.write(`${line}\n`),
  }).done;
  // The folder may be gone from the youngest revision: then there is nothing to compare. Everything else is told.
  if (code !== 0 && !/E160013|E200009|E200005/.test(stderrTail)) throw toolFailure('svn', url, stderrTail);
  if (code !== 0) return false;
  try {
    xml.end();
  } catch (error) {
    throw noSense(url, error);
  }
  return true;
}

/** svn names what it was asked for by address, in its own way of writing it. */
function pathBelow(path: string, url: string): string {
  const [full, around] = [decoded(path), decoded(url)];
  return full.startsWith(`${around}/`) ? full.slice(around.length + 1) : full;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
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
