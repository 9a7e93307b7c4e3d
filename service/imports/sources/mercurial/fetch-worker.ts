/** The worker thread of a fetch: runs `hg bundle`, converts its stream, and hands the result to Git. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { runGit } from '../../../git/git.ts';
import { publishPack } from '../../../git/pack/index-pack.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import { growingFile } from '../../../processes/growing-file.ts';
import { serveJob } from '../../../processes/workers.ts';
import { FindingCollector } from '../../findings.ts';
import { type FetchResult, ImportFailure, type MappedRef, type SourceAuthor } from '../../source.ts';
import { readBundle } from './bundle/bundle2.ts';
import { BundleError, ByteReader } from './bundle/byte-reader.ts';
import { readChangegroup } from './bundle/changegroup.ts';
import { AuthorTally } from './convert/author-tally.ts';
import { type FinalRef, finalRefs } from './convert/final-refs.ts';
import { History, type HistoryProgress } from './convert/history.ts';
import { hgFailure } from './failures.ts';
import { type HgAccess, runHg } from './hg-tool.ts';
import { type HgRepository, tallyAndNames, unsupported } from './repository.ts';

export interface FetchInput {
  /** Folder `imports/<id>`. */
  folder: string;
  privateFolder: string;
  repository: HgRepository;
}

export type FetchMessage =
  | { type: 'progress'; progress: HistoryProgress }
  | { type: 'authors'; authors: SourceAuthor[] };

export type FetchOutput = FetchResult & { refs: FinalRef[] };

const TEXT_CACHE = 64 << 20;
const REPORT_MS = 100;

async function convert(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  const access: HgAccess = { credentials: null, privateFolder: input.privateFolder, signal };
  const { repository } = input;
  const folder = join(input.folder, 'convert');
  const staging = join(input.folder, 'staging.git');
  rmSync(folder, { recursive: true, force: true });
  const store = ObjectStore.open(folder, 'objects', TEXT_CACHE, null);
  const findings = new FindingCollector();
  const authors = new AuthorTally();
  let lastReport = 0;
  let files: Promise<unknown> = Promise.resolve();
  const history = new History({
    folder,
    store,
    findings,
    authors,
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
    // Asked while the bundle is converted: another Python that starts.
    const asked = tallyAndNames(access, repository);
    asked.catch(() => undefined);
    await receive(input, access, history, signal);
    // Git checks the files in a process of its own while trees and commits are made here.
    store.checkpoint();
    files = publishPack(store.seal().path, staging, signal);
    files.catch(() => undefined);
    await history.writeCommits();
    const tallies = await asked;
    if (tallies.changesets !== history.count) {
      throw unsupported(
        repository.url,
        `Mercurial lists ${tallies.changesets} changesets and sent ${history.count}; the repository changed meanwhile`,
      );
    }
    noteVisibility(findings, tallies, history.files.copies);
    const { refs, head } = finalRefs(
      {
        heads: history.branchHeads(),
        bookmarks: tallies.bookmarks,
        tags: tallies.tags,
        commitOf: (node) => history.commitOf(node),
      },
      findings,
    );
    store.checkpoint();
    await Promise.all([files, publishPack(store.seal().path, staging, signal)]);
    await writeRefs(staging, refs, head, signal);
    post({ type: 'authors', authors: authors.take() });
    return {
      commit_count: history.count,
      uuid: history.uuid,
      layout: null,
      findings: findings.list(),
      large_files: history.files.largeFiles.map((file) => ({ ...file, ref_name: head ?? '' })),
      refs,
    };
  } catch (error) {
    if (error instanceof BundleError || error instanceof RangeError) throw unsupported(repository.url, error.message);
    throw error;
  } finally {
    await files.catch(() => undefined);
    history.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Converts what `hg bundle` writes while it writes it: into a file, so that neither waits for the other. */
async function receive(input: FetchInput, access: HgAccess, history: History, signal: AbortSignal): Promise<void> {
  const bundle = join(input.folder, 'bundle.hg');
  rmSync(bundle, { force: true });
  const tool = runHg(access, null, {
    args: ['-R', input.repository.path, 'bundle', '-q', '--all', '--type', 'none-v2', '--', bundle],
    signal,
  });
  const reader = new ByteReader(growingFile(bundle, tool.done));
  try {
    await readBundle(reader, ({ version, pieces }) => readChangegroup(version, pieces, history));
    const { code, stderrTail } = await tool.done;
    if (code !== 0) throw hgFailure(stderrTail, input.repository.url, false);
  } catch (error) {
    await tool.stop();
    // The tool's own words say more than the cut file that it left.
    const result = await tool.done.catch(() => null);
    if (signal.aborted) throw new ImportFailure('cancelled', 'The import was cancelled.');
    if (result !== null && result.code > 0) throw hgFailure(result.stderrTail, input.repository.url, false);
    throw error;
  } finally {
    await reader.close();
    rmSync(bundle, { force: true });
  }
}

function noteVisibility(
  findings: FindingCollector,
  tallies: { secret: number; obsolete: number; hidden: number },
  copies: number,
): void {
  const note = (kind: string, count: number, text: string) => {
    if (count > 0) findings.add(kind, 'info', text, `${count}`);
  };
  note('secret_changesets', tallies.secret, 'The source keeps this many changesets secret. They came like all others.');
  note(
    'obsolete_changesets',
    tallies.obsolete,
    'This many changesets are obsolete in the source but still visible. They came like all others.',
  );
  note(
    'hidden_changesets',
    tallies.hidden,
    'This many changesets are hidden in the source because others took their place. They did not come.',
  );
  note(
    'copies',
    copies,
    'Mercurial knows this many revisions as copies or renames. Their contents came; Git finds copies by comparing.',
  );
}

async function writeRefs(
  staging: string,
  refs: readonly MappedRef[],
  head: string | null,
  signal: AbortSignal,
): Promise<void> {
  const run = async (args: string[], stdin?: string) => {
    const { code, stderrTail } = await runGit({
      args: ['--git-dir', staging, ...args],
      signal,
      ...(stdin === undefined ? {} : { stdin }),
    }).done;
    if (code === 0) return;
    throw new ImportFailure('internal', 'The branches could not be written. Start the import again.', stderrTail);
  };
  const commands = refs.map(({ name, oid }) => `create ${name}\0${oid}\0`).join('');
  await run(['update-ref', '-z', '--stdin'], `start\0${commands}prepare\0commit\0`);
  if (head !== null) await run(['symbolic-ref', 'HEAD', head]);
}

serveJob<FetchInput, FetchOutput, FetchMessage>(convert);
