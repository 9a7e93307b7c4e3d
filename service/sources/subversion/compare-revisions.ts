/** Compares what single revisions became with what the server lists of them now. */
import type { Said } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import type { TreeFiles } from '../../git/tree-files.ts';
import type { MadeTree } from '../folders/mapping/made-trees.ts';
import { comparedBy, compareFiles, MANY_FILES } from './compare-files.ts';
import { type AskedServer, type Listing, listingOf, type Server, withDetails } from './served-heads.ts';

/** What a server answers that cannot list a revision; what does not answer at all fails. */
const NOT_LISTED: readonly string[] = [
  ...['subversion.unreadable', 'subversion.not_opened', 'subversion.no_sense', 'subversion.forbidden'],
];
/** Revisions that the server is asked for at once. */
const AT_ONCE = 3;
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
  const { signal, repository, files, gitignore } = job;
  const shared = { ...job.server, wholeLeft: job.wholeBytes };
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
  let areLong = false;
  const work = async (worker: number) => {
    if (worker > 0 && job.mayBeMany) await firstListed.promise;
    for (;;) {
      if (worker > 0 && areLong) return;
      const { value: made, done } = await trees.next();
      if (done === true) return;
      signal.throwIfAborted();
      const listing = await list(made).catch((error: unknown) => {
        if (error instanceof Failure && NOT_LISTED.includes(error.key)) return error;
        throw error;
      });
      areLong ||= !(listing instanceof Failure) && listing.sizes.size > MANY_FILES;
      firstListed.resolve();
      if (listing instanceof Failure) {
        job.onNotListed(made, listing);
        continue;
      }
      await job.published;
      const { commit: tree, cut } = made;
      const compared = await compareFiles({ repository, files, tree, listing, cut, gitignore, signal });
      job.onCompared(made, { ...compared, by: comparedBy(listing) });
    }
  };
  const first = work(0).finally(firstListed.resolve);
  try {
    await Promise.all([first, ...Array.from({ length: AT_ONCE - 1 }, (_, i) => work(i + 1))]);
  } finally {
    await trees.return(undefined);
  }
}
