/** What Mercurial itself says that the heads hold: asked while the history is fetched, compared with what is published. */
import { createHash } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { samplePlaces } from '../sample.ts';
import { archivedFiles } from './archived-files.ts';
import type { BesideTally } from './convert/contents-beside.ts';
import type { FinalRef } from './convert/final-refs.ts';
import { isUsable } from './convert/usable-path.ts';
import type { HgServer } from './hg-server.ts';

/** Refs whose files are compared name by name; more would only repeat what one count and all trees say. */
const MOST_LISTED = 50;
/** Bytes of an archive that are read at once. */
const PIECE = 1 << 20;

export interface SourceHead {
  /** Full name of the ref in Git. */
  name: string;
  /** Whether `files` has the contents too, or only names and modes. */
  withContents: boolean;
  /** See `filesDigest`. */
  files: string;
}

export interface SourceSays {
  /** Changesets that are visible, as `hg log` counts them. */
  changesets: number;
  refs: FinalRef[];
  /** Node of the youngest changeset; absent in what earlier versions kept. */
  tip?: string;
  /** `name node` of each bookmark, sorted; absent in what earlier versions kept. */
  bookmarks?: string[];
  /** `filesStamp` before hg was asked; null or absent where it cannot tell. */
  stamp?: string | null;
  /** Full name of the default branch's ref; null without branches. */
  head: string | null;
  /** Contents that stand-ins of the largefiles extension name; absent without any. */
  largefiles?: BesideTally;
  /** Contents that pointers of the lfs extension name; absent without any. */
  lfs?: BesideTally;
  /** The default branch first; at most 50. */
  heads: SourceHead[];
  /** A few changesets of all, by names and modes of their files; absent in what earlier versions kept. */
  sample?: { node: string; files: string }[];
}

const sourceSaysFile = (folder: string): string => join(folder, 'source.json');

/** Keeps it beside staging: a mapping can be verified again without the source. */
export async function writeSourceSays(folder: string, says: SourceSays): Promise<void> {
  await writeFile(sourceSaysFile(folder), JSON.stringify(says));
}

export async function readSourceSays(folder: string): Promise<SourceSays> {
  return JSON.parse(await readFile(sourceSaysFile(folder), 'utf8')) as SourceSays;
}

/**
 * Asks for names and modes of the files of each head, and for the default branch's contents too, as hg gives them out.
 * @param head name of the default branch's ref
 * @param folder where what hg gives out lies until it is read
 * @throws Failure
 */
export async function askForHeads(
  server: HgServer,
  refs: readonly FinalRef[],
  head: string | null,
  folder: string,
): Promise<SourceHead[]> {
  const heads: SourceHead[] = [];
  const first = refs.find(({ name }) => name === head) ?? refs[0];
  for (const ref of [...new Set([first, ...refs])].slice(0, MOST_LISTED)) {
    if (ref === undefined) continue;
    const contents = ref === first ? await contentsOf(server, ref.node, join(folder, 'head.tar')) : null;
    const files = contents ?? (await filesOf(server, ref.node));
    heads.push({ name: ref.name, withContents: contents !== null, files: filesDigest(files) });
  }
  return heads;
}

/** Asks for names and modes of the files of a few changesets. @throws Failure */
export async function askForSample(server: HgServer): Promise<{ node: string; files: string }[]> {
  const youngest = Number(await server.output(['log', '-r', 'tip', '-T', '{rev}']));
  const sample: { node: string; files: string }[] = [];
  for (const number of samplePlaces(youngest + 1)) {
    // Nothing of one that is hidden.
    const found = await server.output(['log', '-r', `${number} and all()`, '-T', '{node} {manifest}']).catch(() => '');
    const [node = '', manifest = ''] = found.split(' ');
    if (node !== '') sample.push({ node, files: filesDigest(await filesOfManifest(server, manifest)) });
  }
  return sample;
}

/** `mode path` of each file of a changeset; what Git refuses as a name is left out, as the report says. */
async function filesOf(server: HgServer, node: string): Promise<string[]> {
  return await filesOfManifest(server, await server.output(['log', '-r', node, '-T', '{manifest}']));
}

const LINK = '120000';
const MODES: Record<string, string> = { '': '100644', x: '100755', l: LINK };

/**
 * As hg keeps it, in one piece: `hg manifest` says the same in three pieces for each file, and takes a hundred times as long.
 * @param manifest `number:id`, as hg names it
 */
async function filesOfManifest(server: HgServer, manifest: string): Promise<string[]> {
  const number = manifest.slice(0, manifest.indexOf(':'));
  // A changeset without files.
  if (number === '-1') return [];
  // Path, NUL, 40 hex digits, at most one flag (mercurial/manifest.py).
  const listed = await server.output(['debugdata', '-m', '--', number], 'latin1');
  return listed.split('\n').flatMap((line) => {
    const end = line.indexOf('\0');
    if (end < 0) return [];
    const path = server.realPath(line.slice(0, end));
    const mode = MODES[line.slice(end + 41)];
    return mode === undefined || !isUsable(path, mode === LINK) ? [] : [`${mode} ${path}`];
  });
}

/**
 * `mode size path` of each file of a changeset, as hg counts the bytes; without sizes as `filesOf`.
 * @param folder of the repository: hg names paths from where it is
 */
export async function listFiles(server: HgServer, node: string, folder: string, withSizes: boolean): Promise<string[]> {
  if (!withSizes) return filesOf(server, node);
  const listed = await server.output(
    ['files', '--cwd', folder, '-r', node, '-T', '{flags}|{size}|{path}\\0'],
    'latin1',
  );
  return listed.split('\0').flatMap((entry) => {
    const [, flags, size, path] = /^([xl]?)\|(\d+)\|(.*)$/s.exec(entry) ?? [];
    if (path === undefined || !isUsable(path, flags === 'l')) return [];
    return [`${flags === 'l' ? LINK : flags === 'x' ? '100755' : '100644'} ${size} ${path}`];
  });
}

/** What hg says where a content of the extensions largefiles and lfs is nowhere: the latter names the file where it would lie. */
const CONTENT_MISSING = /largefile .* not found|No such file or directory: .*[\da-f]{62}/;

/** `mode oid path` of each file, through a file at `archive`; null where contents that lie beside the history are missing. */
async function contentsOf(server: HgServer, node: string, archive: string): Promise<string[] | null> {
  const settings = ['--config', 'ui.archivemeta=False'];
  // A name of an archive is a pattern (a percent sign) and a template (a brace).
  const target = archive.replaceAll('%', '%%').replaceAll('{', '{r"{"}');
  try {
    await server.run(['archive', ...settings, '--type', 'tar', '--prefix', '.', '-r', node, '--', target]);
    const files: string[] = [];
    for await (const { mode, oid, path } of archivedFiles(createReadStream(archive, { highWaterMark: PIECE }))) {
      if (isUsable(path, mode === LINK)) files.push(`${mode} ${oid} ${path}`);
    }
    return files;
  } catch (error) {
    if (error instanceof Failure && CONTENT_MISSING.test(error.detail)) return null;
    // hg refuses to archive a changeset without files.
    if (error instanceof Failure && (await filesOf(server, node)).length === 0) return [];
    throw error;
  } finally {
    rmSync(archive, { force: true });
  }
}

/**
 * Many files in one line of a report: their number, and a sum over all of them.
 * @param files `mode path` or `mode oid path` of each, bytes of the path as a latin1 string
 */
export function filesDigest(files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of [...files].sort()) sum.update(`${file}\0`);
  return `${files.length} files, ${sum.digest('hex').slice(0, 16)}`;
}

/** A digest as it is said in a report. */
export function digestWords(digest: string): Sentence {
  const [, count = '', sum = ''] = /^(\d+) files, ([\da-f]+)$/.exec(digest) ?? [];
  if (sum === '') return digest;
  return count === '1' ? say('1 file, {sum}', { sum }) : say('{count} files, {sum}', { count: Number(count), sum });
}
