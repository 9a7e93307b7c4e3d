/** What a server says now of the files of branches and tags. */
import { runTool } from '../../processes/run.ts';
import { type ServedFile, servedFiles } from './head-files.ts';
import { accessArguments, below, type SvnAccess, svnEnvironment } from './svn-tool.ts';
import { SvnXml, type XmlElement } from './svn-xml.ts';
import { noSense, toolFailure } from './tool-failure.ts';

/**
 * Bytes of heads that are asked for as a whole. One property of one file is a question of its own to a server (400 files at
 * 40 ms: 17 s), a whole head is one (1.1 s), but comes with its contents.
 */
export const WHOLE_BYTES = 200 << 20;

/** What the server says of the files of a folder; null is what it was not asked for. */
export interface Listing {
  /** Bytes by path, relative to the folder. */
  sizes: Map<string, number>;
  executable: Set<string> | null;
  /** With svn:special. */
  special: Set<string> | null;
  /** Hex MD5 by path. */
  sums: Map<string, string> | null;
}

export interface Server {
  /** That is compared. */
  revision: number;
  access: SvnAccess;
  rootUrl: string;
  /** Whether it is a folder of this machine. */
  isNear: boolean;
  /** Bytes of heads that may still be asked for as a whole. */
  wholeLeft: number;
}

/** What is known of a folder in a listing. */
export function within({ sizes, ...details }: Listing, folder: string): Listing {
  if (folder === '') return { sizes, ...details };
  const inside = [...sizes].filter(([path]) => path.startsWith(`${folder}/`));
  const cut = (path: string) => path.slice(folder.length + 1);
  const part = (paths: Set<string> | null) =>
    paths && new Set([...paths].filter((path) => path.startsWith(`${folder}/`)).map(cut));
  return {
    sizes: new Map(inside.map(([path, size]) => [cut(path), size])),
    executable: part(details.executable),
    special: part(details.special),
    sums: null,
  };
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
  const bytes = [...listing.sizes.values()].reduce((sum, size) => sum + size, 0);
  if (bytes <= server.wholeLeft) {
    server.wholeLeft -= bytes;
    const files = await servedFiles(access, rootUrl, head.folder, revision);
    if (files === null) return listing;
    const having = (what: (file: ServedFile) => boolean) =>
      new Set([...files].flatMap(([path, file]) => (what(file) ? [path] : [])));
    return {
      // What the listing has and the dump has not is different as well, and the other way round.
      sizes: new Map([...[...files.keys()].map((path): [string, number] => [path, -1]), ...listing.sizes]),
      executable: having(({ executable }) => executable),
      special: having(({ special }) => special),
      sums: new Map([...files].flatMap(([path, { md5 }]) => (md5 === null ? [] : [[path, md5]]))),
    };
  }
  if (!head.isDefault) return listing;
  return { ...listing, ...(await modesOf(server, head.folder)) };
}

/** @returns null when the server has no such folder at that revision */
export async function listingOf(server: Server, folder: string): Promise<Listing | null> {
  const { access, rootUrl, revision } = server;
  const sizes = new Map<string, number>();
  const onEntry = ({ name, texts }: XmlElement) => {
    if (name === 'entry' && texts.size !== undefined) sizes.set(texts.name ?? '', Number(texts.size));
  };
  const [isThere, modes] = await Promise.all([
    ask(access, below(rootUrl, folder), revision, ['list', '--xml', '--recursive'], onEntry),
    server.isNear ? modesOf(server, folder) : { executable: null, special: null },
  ]);
  return isThere ? { sizes, ...modes, sums: null } : null;
}

/** Which files are executable or special, asked file by file. */
async function modesOf({ access, rootUrl, revision }: Server, folder: string) {
  const url = below(rootUrl, folder);
  const withProperty = async (property: string) => {
    const paths = new Set<string>();
    await ask(access, url, revision, ['propget', property, '--xml', '--recursive'], ({ name, attributes }) => {
      if (name === 'target') paths.add(pathBelow(attributes.path ?? '', url));
    });
    return paths;
  };
  const [executable, special] = await Promise.all([withProperty('svn:executable'), withProperty('svn:special')]);
  return { executable, special };
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
