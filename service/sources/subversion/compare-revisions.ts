/** Compares what single revisions became with what the server lists of them now. */
import type { Said } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import type { TreeFiles } from '../../git/tree-files.ts';
import { mayPass } from '../../network/patience.ts';
import type { MadeTree } from '../folders/mapping/made-trees.ts';
import { comparedBy, compareFiles, MANY_FILES } from './compare-files.ts';
import { FEW, type RevisionsAtOnce } from './revisions-at-once.ts';
import { type AskedServer, type Listing, listingOf, type Server, withDetails } from './served-heads.ts';

/** What a server answers that cannot list a revision; what does not answer at all fails. */
const NOT_LISTED: readonly string[] = [
  ...['subversion.unreadable', 'subversion.not_opened', 'subversion.no_sense', 'subversion.forbidden'],
];
/** Files of a listing beyond which no more than a few are held at the same time. */
const LONG_LISTING = 30_000;
const NOTHING: Listing = { sizes: new Map(), executable: new Set(), special: new Set(), sums: null };

export interface ComparedTree {
  same: number;
  different: readonly string[];
  /** What was compared of each file, as part of a sentence. */
  by: Said;
}

export interface RevisionsJob {
  server: AskedServer;
  repository: string;
  /** Those of the repository. */
  files: TreeFiles;
  gitignore: boolean;
  /**
   * Bytes of files that may be asked for as a whole, with their contents, of a server that is far: of each revision, or of all
   * together. Of one that is near, names, sizes and modes cost little.
   */
  wholeBytes: number;
  isOfEach: boolean;
  /** Whether the first listing is waited for, as it may be so long that no two are to be held at the same time. */
  mayBeMany: boolean;
  /** How many the server is asked for at the same time; without it a few. */
  atOnce?: RevisionsAtOnce;
  /** Resolves when the repository can be read; the server is asked before. */
  published: Promise<void>;
  signal: AbortSignal;
  /** Told of each, in no order. */
  onCompared(tree: MadeTree, files: ComparedTree): void;
  /** Told of each that the server could not list. */
  onNotListed(tree: MadeTree, failure: Failure): void;
}

/** @param trees taken one by one @throws Failure when the server does not answer */
export async function compareRevisions(job: RevisionsJob, trees: AsyncGenerator<MadeTree>): Promise<void> {
  const { repository, files, gitignore, atOnce } = job;
  // Those under way end with the one that fails.
  const stop = new AbortController();
  const signal = AbortSignal.any([job.signal, stop.signal]);
  const access = { ...job.server.access, signal };
  const shared = { ...job.server, access, wholeLeft: job.wholeBytes };
  const list = async ({ path, revision }: MadeTree) => {
    // What may be asked for is taken from what all share, or from an own part of each.
    const server: Server = { ...shared, revision };
    const names = await listingOf(server, path);
    // What the server does not have is an empty folder: then every file here is one too many.
    if (names === null) return NOTHING;
    const whole = await withDetails(server, { folder: path, isDefault: job.isOfEach }, names);
    if (!job.isOfEach) shared.wholeLeft = Math.min(shared.wholeLeft, server.wholeLeft);
    return whole;
  };
  // Where listings may be long, the others begin when the first is there, and not at all where it is long.
  const firstListed = Promise.withResolvers<void>();
  let isListed = false;
  let longest = 0;
  const underWay = new Set<Promise<void>>();
  let most = 0;
  // What a server refused that was asked for many is asked for once more, with few.
  const again = new Set<MadeTree>();
  const refused: MadeTree[] = [];

  const compare = async (made: MadeTree): Promise<void> => {
    const begun = performance.now();
    const listing = await list(made).catch((error: unknown) => {
      if (error instanceof Failure && NOT_LISTED.includes(error.key)) return error;
      throw error;
    });
    const length = listing instanceof Failure ? 0 : listing.sizes.size;
    if (!(listing instanceof Failure)) atOnce?.took(length, performance.now() - begun);
    longest = Math.max(longest, length);
    isListed = true;
    firstListed.resolve();
    if (listing instanceof Failure) return job.onNotListed(made, listing);
    await job.published;
    const { commit: tree, cut } = made;
    const compared = await compareFiles({ repository, files, tree, listing, cut, gitignore, signal });
    job.onCompared(made, { ...compared, by: comparedBy(listing) });
  };
  const compareOrRefuse = (made: MadeTree) =>
    compare(made).catch((error: unknown) => {
      signal.throwIfAborted();
      if (most <= FEW || again.has(made) || !mayPass(asFailure(error))) throw error;
      atOnce?.refused();
      again.add(made);
      refused.push(made);
    });
  const room = () => {
    if (longest > MANY_FILES || (job.mayBeMany && !isListed)) return 1;
    return longest > LONG_LISTING ? FEW : (atOnce?.now ?? FEW);
  };
  const next = async () => refused.shift() ?? (await trees.next()).value ?? null;
  try {
    for (;;) {
      if (underWay.size >= room()) {
        await Promise.race([...underWay, ...(isListed ? [] : [firstListed.promise])]);
        continue;
      }
      signal.throwIfAborted();
      const made = await next();
      if (made !== null) {
        const comparing = compareOrRefuse(made).finally(() => underWay.delete(comparing));
        // It is told by who waits for it; another one may have failed before.
        comparing.catch(() => undefined);
        underWay.add(comparing);
        most = Math.max(most, underWay.size);
      } else if (underWay.size === 0) return;
      else await Promise.race(underWay);
    }
  } finally {
    stop.abort();
    await Promise.allSettled([...underWay, trees.return(undefined)]);
  }
}
