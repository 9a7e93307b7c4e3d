/** The worker thread of a fetch: runs the dump tool and converts its stream; mapping hands the result to Git. */

import { dirname, join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { giveScratchBack, takeScratch } from '../../files/scratch.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LargeFile, Layout, SourceAuthor } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { noteFolderOnly, noteHidden } from '../folders/raw/findings.ts';
import { DumpParser, parseProperties } from './dump/parser.ts';
import { DumpError, type NodeRecord } from './dump/record.ts';
import { SvndiffError, targetSize } from './dump/svndiff.ts';
import { type DumpInput, openDump } from './open-dump.ts';
import type { NodeText } from './raw/file-texts.ts';
import { RawHistory } from './raw/history.ts';
import { largeFilesOf } from './raw/large-files.ts';
import { addLargeText, MEMORY_LIMIT } from './raw/large-text.ts';
import { requireSameHistory } from './same-history.ts';

export interface FetchInput extends Omit<DumpInput, 'scratch'> {
  /** Largest file that the dump's program may write in memory, in bytes. */
  scratchBytes: number;
  /** Folder `imports/<id>`. */
  folder: string;
  /** For what is asked of the source before anything is appended. */
  rootUrl: string;
  /** Whether only the folder that was asked for may be read, so that `target` and `rootUrl` are its address. */
  folderOnly: boolean;
  credentials: Credentials | null;
  privateFolder: string;
  uuid: string;
  /** Folder of the repository that the address names; '' for the root. */
  askedFolder: string;
  /** Files with more bytes are large. */
  largeFileBytes: number;
}

export type FetchMessage =
  | { type: 'progress'; revision: number; bytes: number }
  | { type: 'authors'; authors: SourceAuthor[] }
  | { type: 'resumed'; revision: number };

export interface FetchOutput {
  commitCount: number;
  uuid: string;
  layout: Layout;
  findings: Finding[];
  largeFiles: LargeFile[];
}

const REPORT_MS = 100;
const CHECKPOINT_MS = 5_000;

/** What its program writes lies in memory, unless that is too much for it: then all goes on from there with a disk. */
async function fetchHistory(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  const folder = takeScratch(dirname(dirname(input.folder)));
  if (folder === null) return fetchWith({ ...input, scratch: null }, post, signal);
  try {
    return await fetchWith({ ...input, scratch: { folder, largestFile: input.scratchBytes } }, post, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof Failure) || !error.detail.includes(folder)) throw error;
    return await fetchWith({ ...input, scratch: null }, post, signal);
  } finally {
    giveScratchBack(folder);
  }
}

async function fetchWith(
  input: FetchInput & DumpInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  const history = RawHistory.open(join(input.folder, 'fetch'), input.askedFolder);
  try {
    if (input.folderOnly && history.revision === 0) noteFolderOnly(history.findings, input.askedFolder);
    if (history.uuid !== null && history.uuid !== input.uuid) {
      throw Failure.of('subversion.other_repository', {}, `uuid ${history.uuid} before, ${input.uuid} now`);
    }
    history.uuid = input.uuid;
    if (history.revision > 0) {
      const { credentials, privateFolder, rootUrl } = input;
      await requireSameHistory(
        { credentials, privateFolder, signal },
        rootUrl,
        input.youngest,
        history.known,
        history.revision,
      );
      post({ type: 'resumed', revision: history.revision });
    }
    if (history.revision < input.youngest) await receive(history, input, post, signal);
    post({ type: 'authors', authors: history.takeAuthors() });
    history.seal();
    return {
      commitCount: history.revision,
      uuid: input.uuid,
      layout: history.layout,
      findings: history.findings.list(),
      largeFiles: largeFilesOf(history, input.largeFileBytes),
    };
  } finally {
    history.close();
  }
}

async function receive(
  history: RawHistory,
  input: FetchInput & DumpInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const dump = await openDump(input, history.revision, join(history.folder, 'dump.pipe'), signal);
  let bytes = 0;
  let lastReport = 0;
  let reported = history.revision;
  const report = (revision: number) => {
    lastReport = performance.now();
    reported = revision;
    post({ type: 'progress', revision, bytes });
    const authors = history.takeAuthors();
    if (authors.length > 0) post({ type: 'authors', authors });
  };
  // A source that stalls leaves the last revisions before it untold otherwise.
  const ticking = setInterval(() => {
    if (history.revision !== reported) report(history.revision);
  }, REPORT_MS);
  try {
    const endLast = await receiveDump(
      history,
      dump.pieces(),
      input.silenceMs !== null,
      (revision) => {
        if (performance.now() - lastReport >= REPORT_MS) report(revision);
      },
      (more) => {
        bytes += more;
        dump.heard();
      },
    );
    await dump.done();
    endLast();
    post({ type: 'progress', revision: history.revision, bytes });
    if (history.revision < input.youngest)
      throw new DumpError(`the source ended after r${history.revision} instead of r${input.youngest}`);
  } catch (error) {
    await dump.stop();
    // After an error of our own files only the last checkpoint can be trusted.
    if ((error as NodeJS.ErrnoException).syscall === undefined) keepWhatArrived(history);
    // The tool's own words say more than the cut stream that it left.
    const result = await dump.done().catch((failure: unknown) => failure as Failure);
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    if (result instanceof Failure && result.kind !== 'cancelled') throw result;
    if (error instanceof DumpError || error instanceof SvndiffError || error instanceof RangeError) {
      throw Failure.of(
        'subversion.stream_unusable',
        { revision: history.revision + 1, what: error.message },
        error.message,
      );
    }
    throw error;
  } finally {
    clearInterval(ticking);
    dump.close();
  }
}

/** A fetch that is stopped goes on from here; where that cannot be written, from the checkpoint before. */
function keepWhatArrived(history: RawHistory): void {
  try {
    history.checkpoint();
  } catch {
    // The error that stopped the fetch is the one to tell.
  }
}

/**
 * Applies every record of a dump. A revision counts as complete when the next one begins; the caller
 * ends the last one with the returned function once the tool has ended well.
 * @param isServed whether a server sends it, whose rules may hide something
 * @param onRevision told of each complete revision
 * @throws DumpError when the stream is cut or does not fit what came before
 */
async function receiveDump(
  history: RawHistory,
  stream: AsyncIterable<Buffer>,
  isServed: boolean,
  onRevision: (revision: number) => void,
  onBytes: (bytes: number) => void,
): Promise<() => void> {
  const parser = new DumpParser(stream, onBytes);
  let current = -1;
  let properties = new Map<string, string>();
  let lastCheckpoint = performance.now();
  const end = () => {
    if (current <= 0) return;
    if (isServed) noteHidden(history.findings, current, properties);
    history.endRevision(current, properties);
    onRevision(current);
    current = -1;
    if (performance.now() - lastCheckpoint > CHECKPOINT_MS) {
      history.checkpoint();
      lastCheckpoint = performance.now();
    }
  };
  for (let record = await parser.next(); record !== null; record = await parser.next()) {
    if (record.kind === 'revision') {
      end();
      current = record.number;
      properties = new Map();
      for (const [name, value] of record.properties === null ? [] : parseProperties(record.properties)) {
        if (value !== null) properties.set(name, value);
      }
      if (current > 0) {
        if (current !== history.revision + 1)
          throw new DumpError(`the source sent r${current} where r${history.revision + 1} was due`);
        history.converter.begin(current);
      }
    } else if (record.kind === 'node') {
      if (current <= 0) throw new DumpError('the source sent a change outside of a revision');
      await applyNode(history, parser, record);
    } else if (record.kind === 'uuid') {
      history.uuid = record.uuid;
    }
  }
  return end;
}

async function applyNode(history: RawHistory, parser: DumpParser, record: NodeRecord): Promise<void> {
  const changes = record.properties === null ? null : parseProperties(record.properties);
  let text: NodeText = { kind: 'none' };
  if (record.textLength >= 0) {
    const base = record.textIsDelta ? history.converter.baseOf(record) : null;
    if (record.textLength > MEMORY_LIMIT || (base !== null && history.isLarge(base.blob))) {
      text = await addLargeText(history, parser, record, null, base);
    } else {
      const bytes = await parser.text();
      const size = record.textIsDelta ? targetSize(bytes) : bytes.length;
      text = size > MEMORY_LIMIT ? await addLargeText(history, parser, record, bytes, base) : { kind: 'memory', bytes };
    }
  }
  history.converter.node(record, changes, text);
}

serveJob<FetchInput, FetchOutput, FetchMessage>(fetchHistory);
