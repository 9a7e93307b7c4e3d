/** The worker thread of a fetch: runs the dump tool and converts its stream; mapping hands the result to Git. */

import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { openOutputPipe } from '../../processes/output-pipe.ts';
import { runTool } from '../../processes/run.ts';
import { serveJob } from '../../processes/workers.ts';
import type { LargeFile, Layout, SourceAuthor } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { DumpError } from './dump/record.ts';
import { SvndiffError } from './dump/svndiff.ts';
import { RawHistory } from './raw/history.ts';
import { largeFilesOf } from './raw/large-files.ts';
import { receiveDump } from './raw/receive.ts';
import { svnEnvironment } from './svn-tool.ts';
import { toolFailure } from './tool-failure.ts';

export interface FetchInput {
  /** Folder `imports/<id>`. */
  folder: string;
  /** The dump program without its revision range. */
  command: string;
  args: string[];
  /** Address or path, which stands last. */
  target: string;
  password: string | null;
  /** Youngest revision of the source. */
  youngest: number;
  uuid: string;
  /** Folder of the repository that the address names; '' for the root. */
  askedFolder: string;
  /** Files with more bytes are large. */
  largeFileBytes: number;
  /** Longest silence of a server, in milliseconds; null for a folder of this disk. */
  silenceMs: number | null;
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

async function fetchHistory(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<FetchOutput> {
  const history = RawHistory.open(join(input.folder, 'fetch'), input.askedFolder);
  try {
    if (history.uuid !== null && history.uuid !== input.uuid) {
      throw Failure.of('subversion.other_repository', {}, `uuid ${history.uuid} before, ${input.uuid} now`);
    }
    history.uuid = input.uuid;
    if (history.revision > 0) post({ type: 'resumed', revision: history.revision });
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
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
): Promise<void> {
  const range =
    history.revision === 0
      ? ['-r', `0:${input.youngest}`]
      : ['--incremental', '-r', `${history.revision + 1}:${input.youngest}`];
  const pipe = await openOutputPipe(join(history.folder, 'dump.pipe'), signal);
  const tool = runTool({
    command: input.command,
    args: [...input.args, ...range, '--', input.target],
    ...(input.password === null ? {} : { stdin: `${input.password}\n`, secrets: [input.password] }),
    signal,
    failure: ({ stderrTail }) => toolFailure(input.command, input.target, stderrTail),
    ...(input.silenceMs === null ? {} : { silenceMs: input.silenceMs }),
    env: svnEnvironment(input.target),
    ...(pipe === null ? { onStdout: 'stream' as const } : { stdoutTo: pipe.writeEnd }),
  });
  pipe?.handedOver();
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
      pipe?.pieces() ?? tool.stdout,
      (revision) => {
        if (performance.now() - lastReport >= REPORT_MS) report(revision);
      },
      (more) => {
        bytes += more;
        tool.heard();
      },
    );
    await tool.done;
    endLast();
    post({ type: 'progress', revision: history.revision, bytes });
    if (history.revision < input.youngest)
      throw new DumpError(`the source ended after r${history.revision} instead of r${input.youngest}`);
  } catch (error) {
    await tool.stop();
    // After an error of our own files only the last checkpoint can be trusted.
    if ((error as NodeJS.ErrnoException).syscall === undefined) keepWhatArrived(history);
    // The tool's own words say more than the cut stream that it left.
    const result = await tool.done.catch((failure: unknown) => failure as Failure);
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
    pipe?.close();
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

serveJob<FetchInput, FetchOutput, FetchMessage>(fetchHistory);
