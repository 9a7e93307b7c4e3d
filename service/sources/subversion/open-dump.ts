/** Starts the programs that dump a repository. */
import { openOutputPipe } from '../../processes/output-pipe.ts';
import { runTool, type ToolOptions } from '../../processes/run.ts';
import { type DumpStream, RangedDump } from './ranges.ts';
import { svnEnvironment } from './svn-tool.ts';
import { toolFailure } from './tool-failure.ts';

export interface DumpInput {
  /** The dump program without its revision range. */
  command: string;
  args: string[];
  /** Address or path, which stands last. */
  target: string;
  password: string | null;
  /** Youngest revision of the source. */
  youngest: number;
  /** Longest silence of a server, in milliseconds; null for a folder of this disk. */
  silenceMs: number | null;
  /** Folder in memory for the program's own files, and the largest that may lie there, in bytes; null for the system's. */
  scratch: { folder: string; largestFile: number } | null;
  /** How long the source took to say what it is, in milliseconds; 0 for a folder of this disk. */
  answerMs: number;
}

/** As Apache's runtime asks for them (`apr_temp_dir_get`). */
function temporaryFiles(folder: string): Record<string, string> {
  return { TMP: folder, TEMP: folder, TMPDIR: folder };
}

/** A source that takes longer to say what it is lies behind a line on which waiting is most of the time. */
const SLOW_ANSWER_MS = 80;
/** Fewer revisions are not worth a second connection. */
const WORTH_RANGES = 100;

/**
 * @param have last revision that is there
 * @param pipePath where a named pipe may stand meanwhile
 */
export async function openDump(
  input: DumpInput,
  have: number,
  pipePath: string,
  signal: AbortSignal,
): Promise<DumpStream> {
  const { command, args, target, password, youngest, silenceMs, scratch } = input;
  const options = (first: number, last: number): ToolOptions => ({
    command,
    args: [...args, ...(first === 1 ? ['-r', `0:${last}`] : ['--incremental', '-r', `${first}:${last}`]), '--', target],
    ...(password === null ? {} : { stdin: `${password}\n`, secrets: [password] }),
    signal,
    failure: ({ stderrTail }) => toolFailure(command, target, stderrTail),
    ...(silenceMs === null ? {} : { silenceMs }),
    env: { ...svnEnvironment(target), ...(scratch === null ? {} : temporaryFiles(scratch.folder)) },
    largestFile: scratch?.largestFile,
  });
  const first = have + 1;
  if (input.answerMs > SLOW_ANSWER_MS && youngest - have >= WORTH_RANGES) {
    const begin = (from: number, to: number) => runTool({ ...options(from, to), onStdout: 'stream' });
    // What it took to say what it is are several questions: more than few revisions that nobody has to ask for.
    const streams = target.startsWith('svn') ? { streamsWithin: input.answerMs } : {};
    return new RangedDump({ first, last: youngest, begin, ...streams });
  }
  const pipe = await openOutputPipe(pipePath, signal);
  const tool = runTool({
    ...options(first, youngest),
    ...(pipe === null ? { onStdout: 'stream' as const } : { stdoutTo: pipe.writeEnd }),
  });
  pipe?.handedOver();
  return {
    pieces: () => pipe?.pieces() ?? tool.stdout,
    heard: () => tool.heard(),
    done: () => tool.done,
    stop: () => tool.stop(),
    close: () => pipe?.close(),
  };
}
