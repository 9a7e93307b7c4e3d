/** The repositories that lie in a folder which is none itself: a server's folder was given, or the one that a repository was copied into. */
import { type Dirent, promises as files } from 'node:fs';
import { join } from 'node:path';
import { namedByGitFile } from '../../git/git-file.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import { type ListedRepository, MOST_LISTED } from '../listed-repositories.ts';
import type { Source } from '../source.ts';
import { isOfTheSystem } from './folder-addresses.ts';
import { whatIs } from './places.ts';
import { REPOSITORY_MARKS } from './repository-marks.ts';
import { sourceOfBundle } from './what-lies-there.ts';

/** Folders that are looked into at most, repositories among them. */
export const MOST_FOLDERS = 10_000;
/** Folders within each other that are looked into. */
const DEEPEST = 8;
/** Folders that are read at the same time. */
const AT_ONCE = 16;
/** Time for all of it, in milliseconds: with what the sources take before, a share far away stays within that of the whole look. */
const LOOK_MS = 14_000;
/** What programs keep for themselves, repositories that they cloned among it. */
const OF_PROGRAMS = /^(?:\..*|node_modules)$/;
/** Where a checkout leads that belongs to another repository (gitrepository-layout(5)). */
const OF_ANOTHER = /[/\\](?:worktrees|modules)[/\\]/;

export interface RepositoriesIn {
  /** In the order of their paths. */
  repositories: ListedRepository[];
  /** Folders that could not be read. */
  unreadable: string[];
  /** Folders and bundles whose names are bytes that are no text: no program can be handed such a path. */
  nameless: string[];
  /** Whether there may be more than these. */
  mayBeMore: boolean;
}

/**
 * Looks for repositories in a folder and in the folders in it, by what lies in each. Repositories and checkouts are not looked into, nor
 * are folders whose names begin with a dot.
 * @param folder an absolute path
 * @param limits folders that are looked into, and what ends the look with what was found until then; tests lower them
 */
export async function repositoriesIn(
  folder: string,
  sources: readonly Pick<Source, 'vcs' | 'bundles'>[],
  signal: AbortSignal,
  limits: { most?: number; enough?: AbortSignal } = {},
): Promise<RepositoriesIn> {
  const known = new Set(sources.map(({ vcs }) => vcs));
  const found: ListedRepository[] = [];
  const seen = new Set<string>();
  const unreadable: string[] = [];
  const nameless: string[] = [];
  let left = limits.most ?? MOST_FOLDERS;
  const enough = limits.enough ?? AbortSignal.timeout(LOOK_MS);
  // A share whose server is gone may never answer.
  const ended = new Promise<null>((resolve) =>
    AbortSignal.any([signal, enough]).addEventListener('abort', () => resolve(null), { once: true }),
  );
  // Looked into last: what lies here is named by its own path, not by that of a link to it.
  let links: string[] = [];
  const look = async (path: string): Promise<string[]> => {
    const entries = await files.readdir(path, { withFileTypes: true }).catch(() => null);
    if (entries === null) {
      unreadable.push(path);
      return [];
    }
    const systems = systemsOf(path, new Set(entries.map(({ name }) => name)));
    if (systems === null) {
      const bundles = await Promise.all(entries.map((entry) => bundleIn(path, entry, sources)));
      found.push(...bundles.filter((bundle) => bundle !== null));
      for (const entry of entries) {
        const at = join(path, entry.name);
        if (isBundle(entry) && (await isNameless(at))) nameless.push(at);
      }
      const leading = entries.filter(({ name }) => !OF_PROGRAMS.test(name));
      links.push(...leading.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(path, name)));
      return leading.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name));
    }
    const [only] = systems;
    if (systems.some((vcs) => known.has(vcs)))
      found.push({ url: path, vcs: systems.length === 1 && only !== undefined ? only : null });
    return [];
  };
  const lookInto = async (paths: readonly string[]): Promise<string[]> => {
    const selves = await Promise.all(
      paths.map(async (path) => {
        if (await isNameless(path)) nameless.push(path);
        return selfOf(path);
      }),
    );
    const fresh = paths.filter((_path, index) => isNew(selves[index] ?? null, seen));
    return (await Promise.all(fresh.map(look))).flat();
  };
  let level = [folder];
  let isTooDeep = false;
  const isEnough = () => enough.aborted || left <= 0 || found.length > MOST_LISTED;
  while (level.length > 0 && !isEnough()) {
    for (let depth = 0; depth <= DEEPEST && level.length > 0 && !isEnough(); depth++) {
      const next: string[] = [];
      let at = 0;
      while (at < level.length && left > 0 && !enough.aborted) {
        signal.throwIfAborted();
        const some = level.slice(at, at + Math.min(AT_ONCE, left));
        const within = await Promise.race([lookInto(some), ended]);
        signal.throwIfAborted();
        if (within === null) break;
        next.push(...within);
        at += some.length;
        left -= some.length;
      }
      level = [...level.slice(at), ...next];
    }
    isTooDeep ||= level.length > 0;
    level = links.sort();
    links = [];
  }
  const byPath = new Map(found.map((one) => [one, inOrder(one.url)]));
  found.sort((one, other) => ((byPath.get(one) ?? '') < (byPath.get(other) ?? '') ? -1 : 1));
  return {
    repositories: found.slice(0, MOST_LISTED),
    unreadable: [...unreadable],
    nameless: [...nameless],
    mayBeMore: isTooDeep || level.length > 0 || found.length > MOST_LISTED,
  };
}

/** The numbers in names count as such. */
function inOrder(path: string): string {
  return path.replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}

/** What tells a folder from others; null for what is none, or is the system's. */
async function selfOf(path: string): Promise<{ dev: number; ino: number } | null> {
  const there = isOfTheSystem(path) ? null : await whatIs(path);
  return there?.isDirectory() === true ? there : null;
}

/** Links lead to folders that were seen already, and in circles. */
function isNew(self: { dev: number; ino: number } | null, seen: Set<string>): boolean {
  if (self === null) return false;
  const name = `${self.dev}:${self.ino}`;
  // Windows has no such number for some disks.
  const isKnown = self.ino !== 0 && seen.has(name);
  seen.add(name);
  return !isKnown;
}

/** @returns null for a folder that is none; no system for a checkout, which is not looked into either */
function systemsOf(path: string, names: ReadonlySet<string>): Vcs[] | null {
  const systems = REPOSITORY_MARKS.flatMap(([vcs, marks]) => (marks.every((mark) => names.has(mark)) ? [vcs] : []));
  if (systems.length === 0) return names.has('.svn') ? [] : null;
  return OF_ANOTHER.test(namedByGitFile(path) ?? '') ? [] : systems;
}

async function bundleIn(
  folder: string,
  entry: Dirent,
  sources: readonly Pick<Source, 'vcs' | 'bundles'>[],
): Promise<ListedRepository | null> {
  if (!isBundle(entry)) return null;
  const url = join(folder, entry.name);
  const source = await sourceOfBundle({ url, scheme: 'path' }, sources);
  return source === null ? null : { url, vcs: source.vcs };
}

function isBundle(entry: Dirent): boolean {
  return entry.isFile() && /\.(?:bundle|hg)$/i.test(entry.name);
}

/** Read as text, what was no text leads to nothing. */
async function isNameless(path: string): Promise<boolean> {
  return path.includes('\ufffd') && (await whatIs(path)) === null;
}
