/** What a server says now of the files of branches and tags. */
import type { Credentials } from '../../vocabulary/credentials.ts';
import { type ServedFile, servedFiles } from './head-files.ts';
import { NearRepository } from './near-repository.ts';
import { askSvn } from './svn-answers.ts';
import { svnInfo } from './svn-info.ts';
import { below, localPath, type SvnAccess, saysBogusDate, svnFiles, svnUrl } from './svn-tool.ts';
import type { XmlElement } from './svn-xml.ts';

/**
 * Bytes of heads that are asked for as a whole. One property of one file is a question of its own to a server (400 files at
 * 40 ms: 17 s), a whole head is one (1.1 s), but comes with its contents.
 */
export const WHOLE_BYTES = 200 << 20;

/** Stands for a size that Subversion cannot say: it lists no file whose last change has a date that is none (`saysBogusDate`). */
const UNSAID_SIZE = Number.NaN;
/** Stands for the size of a file that only one of two answers has. */
const NO_SIZE = -1;

/** What the server says of the files of a folder; null is what it was not asked for. */
export interface Listing {
  /** Bytes by path, relative to the folder; `UNSAID_SIZE` for all of them, or for none. */
  sizes: Map<string, number>;
  executable: Set<string> | null;
  /** With svn:special. */
  special: Set<string> | null;
  /** Hex MD5 by path. */
  sums: Map<string, string> | null;
}

const NOTHING_SAID = { executable: null, special: null, sums: null };

/** A server that answered. */
export interface AskedServer {
  access: SvnAccess;
  rootUrl: string;
  /** Whether it is a folder of this machine. */
  isNear: boolean;
  /** Answers for such a folder faster than svn, where it answers at all; to be closed. */
  near: NearRepository | null;
}

export interface Server extends AskedServer {
  /** That is compared. */
  revision: number;
  /** Bytes of heads that may still be asked for as a whole. */
  wholeLeft: number;
}

/** @returns null where the address is no server's @throws Failure when it does not answer */
export async function serverOf(
  { url, credentials, privateFolder }: { url: string; credentials: Credentials | null; privateFolder: string },
  signal: AbortSignal,
): Promise<AskedServer | null> {
  const address = svnUrl(url);
  if (address === null) return null;
  const access = { credentials, privateFolder, signal };
  const { rootUrl } = await svnInfo(access, address);
  const path = localPath(rootUrl);
  // Subversion for Windows comes without svnserve at times, and takes paths there in ways of its own.
  const near = path === null || process.platform === 'win32' ? null : new NearRepository(path, privateFolder, signal);
  return { access, rootUrl, isNear: path !== null, near };
}

/** What is known of a folder in a listing. */
export function within({ sizes, ...details }: Listing, folder: string): Listing {
  if (folder === '') return { sizes, ...details };
  const around = `${folder}/`;
  const cutOf = (path: string) => (path.startsWith(around) ? [path.slice(around.length)] : []);
  const inside = new Map<string, number>();
  for (const [path, size] of sizes) if (path.startsWith(around)) inside.set(path.slice(around.length), size);
  const part = (paths: Set<string> | null) => paths && new Set([...paths].flatMap(cutOf));
  const sums =
    details.sums &&
    new Map([...details.sums].flatMap(([path, sum]) => cutOf(path).map((rest) => [rest, sum] as const)));
  return { sizes: inside, executable: part(details.executable), special: part(details.special), sums };
}

/**
 * Asks for what a listing does not say. Of heads that are too much to be asked for as a whole, only the default branch is asked
 * file by file.
 */
export async function withDetails(
  server: Server,
  head: { folder: string; isDefault: boolean },
  listing: Listing,
): Promise<Listing> {
  if (listing.executable !== null) return listing;
  const { revision, access, rootUrl } = server;
  let bytes = 0;
  for (const size of listing.sizes.values()) bytes += size;
  if (bytes <= server.wholeLeft) {
    server.wholeLeft -= bytes;
    const files = await servedFiles(access, rootUrl, head.folder, revision);
    if (files === null) return listing;
    return detailed(listing.sizes, files);
  }
  if (!head.isDefault) return listing;
  const url = below(rootUrl, head.folder);
  return { ...listing, ...(await modesOf(server, [url])).get(url) };
}

/** @param sizes of the listing */
function detailed(sizes: ReadonlyMap<string, number>, files: ReadonlyMap<string, ServedFile>): Listing {
  const having = (what: (file: ServedFile) => boolean) =>
    new Set([...files].flatMap(([path, file]) => (what(file) ? [path] : [])));
  return {
    // What the listing has and the dump has not is different as well, and the other way round.
    sizes: new Map([...[...files.keys()].map((path): [string, number] => [path, NO_SIZE]), ...sizes]),
    executable: having(({ executable }) => executable),
    special: having(({ special }) => special),
    sums: new Map([...files].flatMap(([path, { md5 }]) => (md5 === null ? [] : [[path, md5]]))),
  };
}

/** @returns null when the server has no such folder at that revision @throws Failure */
export async function listingOf(server: Server, folder: string): Promise<Listing | null> {
  return (await listingsOf(server, [folder]))?.get(folder) ?? null;
}

/**
 * Several folders in one question, with modes where the source is near.
 * @returns by folder; null when one of them is not there @throws Failure
 */
export async function listingsOf(server: Server, folders: readonly string[]): Promise<Map<string, Listing> | null> {
  const { access, rootUrl, revision, isNear } = server;
  const near = await nearListings(server, folders);
  if (near !== undefined) return near;
  const urls = folders.map((folder) => below(rootUrl, folder));
  const all: Map<string, number>[] = [];
  let sizes = new Map<string, number>();
  const onElement = ({ name, texts }: XmlElement) => {
    if (name === 'entry' && texts.size !== undefined) sizes.set(texts.name ?? '', Number(texts.size));
    if (name !== 'list') return;
    all.push(sizes);
    sizes = new Map();
  };
  const [areThere, modes] = await Promise.all([
    askSvn(access, { command: ['list'], revision, urls }, onElement).catch((error: unknown) => {
      if (saysBogusDate(error)) return 'undated';
      throw error;
    }),
    isNear ? modesOf(server, urls) : null,
  ]);
  if (areThere === false) return null;
  if (areThere === 'undated') return undatedListings(server, folders);
  return new Map(
    folders.map((folder, i): [string, Listing] => {
      const { executable, special } = modes?.get(urls[i] as string) ?? { executable: null, special: null };
      return [folder, { sizes: all[i] as Map<string, number>, executable, special, sums: null }];
    }),
  );
}

/** Names alone are listed without a date; what the files hold, a dump of them says. */
async function undatedListings(server: Server, folders: readonly string[]): Promise<Map<string, Listing> | null> {
  const { access, rootUrl, revision } = server;
  const listings = new Map<string, Listing>();
  for (const folder of folders) {
    const names = await svnFiles(access, below(rootUrl, folder), revision);
    if (names === null) return null;
    const sizes = new Map(names.map((name) => [name, UNSAID_SIZE]));
    const budget = { left: server.wholeLeft };
    const files = await servedFiles(access, rootUrl, folder, revision, budget);
    server.wholeLeft = Math.max(0, budget.left);
    listings.set(folder, files === null ? { ...NOTHING_SAID, sizes } : detailed(sizes, files));
  }
  return listings;
}

/** @returns undefined where it does not answer: svn says why, or knows more */
async function nearListings({ near, revision, access }: Server, folders: readonly string[]) {
  if (near === null) return undefined;
  const listings = new Map<string, Listing>();
  try {
    const answers = await Promise.all(folders.map((folder) => near.files(folder, revision)));
    for (const [index, files] of answers.entries()) {
      if (files === null) return null;
      listings.set(folders[index] as string, { ...files, sums: null });
    }
    return listings;
  } catch {
    access.signal.throwIfAborted();
    return undefined;
  }
}

interface Modes {
  executable: Set<string>;
  special: Set<string>;
}

/** Which files are executable or special, by the address of the folder that they are in, asked file by file. */
async function modesOf({ access, revision }: Server, urls: readonly string[]): Promise<Map<string, Modes>> {
  const modes = new Map(urls.map((url): [string, Modes] => [url, { executable: new Set(), special: new Set() }]));
  let names: string[] = [];
  await askSvn(access, { command: ['proplist'], revision, urls }, ({ name, attributes }) => {
    if (name === 'property') names.push(attributes.name ?? '');
    if (name !== 'target') return;
    const executable = names.includes('svn:executable');
    const special = names.includes('svn:special');
    names = [];
    if (!executable && !special) return;
    // Folders may lie within one another.
    for (const [url, found] of modes) {
      const path = pathBelow(attributes.path ?? '', url);
      if (path === null) continue;
      if (executable) found.executable.add(path);
      if (special) found.special.add(path);
    }
  });
  return modes;
}

/** svn names what it was asked for by address, in its own way of writing it. @returns null for what is not below */
function pathBelow(path: string, url: string): string | null {
  const [full, around] = [decoded(path), decoded(url)];
  return full.startsWith(`${around}/`) ? full.slice(around.length + 1) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
