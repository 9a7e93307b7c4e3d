/** The worker thread of a fetch: converts a repository's own files, or a bundle while hg writes it, and hands the result to Git. */

import { join } from 'node:path';
import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { publishPack } from '../../git/pack/index-pack.ts';
import { ObjectStore } from '../../git/pack/object-store.ts';
import { createRefs } from '../../git/write-refs.ts';
import { serveJob } from '../../processes/workers.ts';
import type { MappedRef, SourceAuthor } from '../../vocabulary/history.ts';
import { keepRevisions } from '../commits/kept-revisions.ts';
import { FindingCollector } from '../findings.ts';
import type { FetchResult } from '../source.ts';
import { BundleError } from './bundle/byte-reader.ts';
import { readBundleFile } from './bundle/read-bundle-file.ts';
import { AuthorTally } from './convert/author-tally.ts';
import { manifestChangesFile } from './convert/check-manifests.ts';
import type { BesideTally } from './convert/contents-beside.ts';
import { DEFAULT_BRANCH } from './convert/final-refs.ts';
import { History, type HistoryProgress } from './convert/history.ts';
import { ManifestChanges } from './convert/manifest-changes.ts';
import { LargefileStore } from './largefiles.ts';
import { LfsStore } from './lfs-store.ts';
import { unsupported } from './repository.ts';
import { readOwnHistory } from './revlogs/own-files.ts';
import { readSourceSays } from './source-heads.ts';

export interface FetchInput {
  /** Folder `imports/<id>`. */
  folder: string;
  /** Folder of this conversion, removed by the caller. */
  workFolder: string;
  /** For messages: the address that the import was given. */
  url: string;
  /** The file that hg writes its bundle into; null where the repository's own files are read. */
  bundle: string | null;
  /** The repository on this disk, where contents of the extensions largefiles and lfs lie as well. */
  repository: string;
}

/** What came, and how much of the extensions that keep contents beside the history. */
export interface FetchOutput extends FetchResult {
  /** Changesets that the refs reach. */
  reached: number;
  largefiles: BesideTally | null;
  lfs: BesideTally | null;
}

export type FetchMessage =
  | { type: 'progress'; progress: HistoryProgress }
  | { type: 'authors'; authors: SourceAuthor[] };

/** Bytes of trees and commits kept at hand; texts of files are `FileRevisions`' own. */
const TREE_CACHE = 32 << 20;
/** For so many, Git's time is worth a pack of their own. */
const MANY_OBJECTS = 2000;
const REPORT_MS = 100;

/** @param told resolves when the history is there whole and `source.json` is written */
async function convert(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
  told: Promise<void>,
): Promise<FetchOutput> {
  const changed = (how: Said) => unsupported(input.url, say('{what}; the repository changed meanwhile', { what: how }));
  const staging = join(input.folder, 'staging.git');
  const store = ObjectStore.open(input.workFolder, 'objects', TREE_CACHE, null, { keepsBlobs: false });
  const findings = new FindingCollector();
  const authors = new AuthorTally();
  let lastReport = 0;
  const packs: Promise<unknown>[] = [];
  // Git indexes what was converted in a process of its own while conversion goes on.
  const handOver = () => {
    if (store.objectsInPack === 0) return;
    const published = publishPack(store.seal().path, staging, signal);
    published.catch(() => undefined);
    packs.push(published);
  };
  let hgIsDone = false;
  told.then(
    () => {
      hgIsDone = true;
    },
    () => undefined,
  );
  const history = new History({
    store,
    findings,
    authors,
    largefiles: new LargefileStore(input.repository),
    lfs: new LfsStore(input.repository),
    changesets: join(input.workFolder, 'changesets'),
    // Once: from now on there is a processor for Git, and few packs are read faster than many.
    beforeFile: () => {
      if (hgIsDone && packs.length === 0 && store.objectsInPack >= MANY_OBJECTS) handOver();
    },
    onMostCommits: () => {
      if (store.objectsInPack >= MANY_OBJECTS) handOver();
    },
    onProgress: async (progress) => {
      if (performance.now() - lastReport < REPORT_MS) return;
      lastReport = performance.now();
      post({ type: 'progress', progress });
      post({ type: 'authors', authors: authors.take() });
      // Lets an abort in.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    },
  });
  try {
    if (input.bundle === null) await readOwnHistory(input.repository, history);
    else await readBundleFile(input.bundle, told, history);
    handOver();
    const manifests = await ManifestChanges.read(manifestChangesFile(input.workFolder), told);
    try {
      await history.writeCommits(manifests);
    } finally {
      manifests.close();
    }
    await told;
    const { changesets, refs: named, head } = await readSourceSays(input.folder);
    if (changesets !== history.count)
      throw changed(say('it lists {changesets} changesets and sent {sent}', { changesets, sent: history.count }));
    const { commits, reached } = history.commitsOf(named.map(({ node }) => node));
    const refs = named.map(({ name, node }) => {
      const oid = commits.get(node);
      if (oid === undefined) throw changed(say('it names the changeset {node}, which it did not send', { node }));
      return { name, oid };
    });
    // Every head has a ref. Who was stripped between two questions was counted, and is named by none.
    if (reached < history.count)
      throw changed(say('its heads hold {reached} of {changesets} changesets', { reached, changesets: history.count }));
    keepRevisions(input.folder, history.made());
    noteCopies(findings, history.files.copies);
    handOver();
    await Promise.all(packs);
    await writeRefs(staging, refs, head, signal);
    post({ type: 'authors', authors: authors.take() });
    return {
      commit_count: history.count,
      reached,
      uuid: history.uuid,
      layout: null,
      findings: findings.list(),
      large_files: history.files.largeFiles.map((file) => ({ ...file, ref_name: head ?? '' })),
      largefiles: history.beside.largefiles,
      lfs: history.beside.lfs,
    };
  } catch (error) {
    if (error instanceof BundleError) throw unsupported(input.url, error.said);
    if (error instanceof RangeError) throw unsupported(input.url, error.message);
    throw error;
  } finally {
    await Promise.allSettled(packs);
    history.close();
    store.close();
  }
}

function noteCopies(findings: FindingCollector, copies: number): void {
  if (copies === 0) return;
  findings.add(
    'copies',
    'info',
    say(
      'Mercurial knows this many revisions as copies or renames. Their contents came; Git finds copies by comparing.',
    ),
    `${copies}`,
  );
}

async function writeRefs(
  staging: string,
  refs: readonly MappedRef[],
  head: string | null,
  signal: AbortSignal,
): Promise<void> {
  // The fetch as a whole is flushed at its end.
  await createRefs(staging, refs, signal, 'objects');
  // What the empty repository's HEAD names already.
  if (head === null || head === `refs/heads/${DEFAULT_BRANCH}`) return;
  await runGit({
    flush: 'objects',
    args: ['--git-dir', staging, 'symbolic-ref', 'HEAD', head],
    signal,
    failure: ({ stderrTail }) => Failure.of('import.refs_not_written', {}, stderrTail),
  }).done;
}

serveJob<FetchInput, FetchOutput, FetchMessage>(convert);
