/** The one way to start a program. */
import { spawn } from 'node:child_process';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { Failure } from '../failures/failure.ts';
import { record, recordingMask } from '../recording/recorder.ts';
import { ENGINE_VARIABLE, engineMark } from './engine-mark.ts';
import { childEnvironment } from './environment.ts';
import { GROUP_VARIABLE, killGroup, nextGroupName, recordGroup } from './groups.ts';
import { type Limits, limitsOf } from './limits.ts';
import { LineSplitter } from './lines.ts';
import { belongsToWork } from './scope.ts';
import { StartedProgram } from './starter/started-program.ts';
import { beginStarter, forgetStarter, isOutermost, starter } from './starter/starter.ts';
import { programOf } from './tool-commands.ts';

/** How much of the end of stderr is kept, in characters. */
const TAIL_LENGTH = 8192;

/** What a shell ends with that does not find a program (POSIX, sh(1)). */
const NOT_FOUND = 127;

export interface ToolOptions extends Limits {
  /** Program name, found on PATH, or absolute path. Never a shell line. */
  command: string;
  args: readonly string[];
  /** Added to the whitelisted environment (see `environment.ts`). */
  env?: Record<string, string>;
  cwd?: string;
  /** Text that is written and closed; 'pipe' hands the stream to the caller; without it stdin is empty. */
  stdin?: string | Uint8Array | 'pipe';
  /** Ends the whole process tree within 2 s. */
  /** Whether it writes nothing: when it is stopped it gets no time to put things in order. */
  readsOnly?: boolean;
  signal?: AbortSignal | undefined;
  /** Time limit in milliseconds; then the tree is ended and `done` rejects with kind 'unreachable'. */
  timeoutMs?: number;
  /**
   * Longest silence in milliseconds: when neither output nor stderr brings a byte for so long, the tree is ended and `done`
   * rejects with kind 'unreachable'. Who reads the output itself ('stream', `stdoutTo`) calls `heard` for each piece.
   */
  silenceMs?: number | undefined;
  /** Each line of stderr; `end` is 'cr' for lines that the tool rewrites, such as git's progress. */
  onStderrLine?: (line: string, end: 'lf' | 'cr') => void;
  /**
   * 'collect' (default) gives all of it as text in the result; 'bytes' as a Buffer; 'stream' leaves it to
   * the caller, who must read it to its end; a function gets each line; 'ignore' throws it away.
   */
  onStdout?: 'collect' | 'bytes' | 'stream' | 'ignore' | ((line: string) => void);
  /** File descriptor that stdout goes to instead (see `output-pipe.ts`); `onStdout` is then not used. */
  stdoutTo?: number;
  /** Encoding of stdout lines and text: 'latin1' keeps bytes apart. Default 'utf8'. */
  encoding?: 'utf8' | 'latin1';
  /**
   * Exit codes that are an answer: default 0 alone, 'any' for a caller that reads the code. With another one, or when a signal
   * ended the program, `done` rejects with `failure`.
   */
  successExitCodes?: readonly number[] | 'any';
  /** What an exit code that is no answer means; without it `tool.failed`, with the program's last words as detail. */
  failure?: (end: ToolResult) => Error;
  /** Strings that must never show; replaced in stderr lines and messages. */
  secrets?: readonly string[];
}

export interface ToolResult {
  /** Exit code; -1 when a signal ended it. */
  code: number;
  signal: NodeJS.Signals | null;
  /** Text of stdout with 'collect', else ''. */
  stdout: string;
  /** Bytes of stdout with 'bytes', else empty. */
  bytes: Buffer;
  /** Last lines of stderr without progress lines, secrets removed. */
  stderrTail: string;
}

export interface ToolRun {
  /** Only to be read with `onStdout: 'stream'`. */
  stdout: Readable;
  /** Only to be written with `stdin: 'pipe'`. */
  stdin: Writable;
  /**
   * Ends when the program ended and its output was read.
   * @throws Failure of kind 'tool_missing', 'cancelled', 'unreachable' (time limit) or 'internal'; what `failure` makes of an
   * exit code that is no answer
   */
  done: Promise<ToolResult>;
  /** Begins the time of `silenceMs` anew. */
  heard(): void;
  /** Ends the whole process tree within 2 s; `done` then rejects with kind 'cancelled'. */
  stop(): Promise<void>;
}

/** Programs that ask sources. */
const OF_SOURCES: ReadonlySet<string> = new Set(['svn', 'svnrdump', 'svnadmin', 'svnserve', 'hg', 'git']);

/** What to install for a program, by package name on Debian; elsewhere the program's own name says it. */
const PACKAGES: Record<string, string> = {
  git: 'git',
  svn: 'subversion',
  svnadmin: 'subversion',
  svnlook: 'subversion',
  svnrdump: 'subversion',
  svnserve: 'subversion',
  hg: 'mercurial',
  ssh: 'openssh-client',
};

/** The failure for a program that is not there: what it is and how to get it. */
export function toolMissing(command: string, detail = ''): Failure {
  return Failure.of('tool.missing', { command, package: PACKAGES[command] ?? command }, detail);
}

/** Replaces every secret in a text. Secrets shorter than 3 characters would blank out ordinary text and stay. */
export function withoutSecrets(text: string, secrets: readonly string[] = []): string {
  let clean = text;
  for (const secret of secrets) {
    if (secret.length < 3) continue;
    clean = clean.replaceAll(secret, '***').replaceAll(encodeURIComponent(secret), '***');
  }
  return clean;
}

/**
 * Starts a program in a process group of its own, from the main thread or a worker thread.
 * Never throws itself; what goes wrong rejects `done` (which may be awaited late).
 */
export function runTool(options: ToolOptions): ToolRun {
  const group = nextGroupName();
  const began = performance.now();
  const onStdout = options.stdoutTo === undefined ? (options.onStdout ?? 'collect') : 'ignore';
  const child = startProgram(options, group);
  let forget: () => void = () => undefined;
  const known = new Promise<number | undefined>((resolve) => {
    const begun = () => {
      if (child.pid !== undefined) forget = recordGroup(group, child.pid, options.command);
      resolve(child.pid);
    };
    if (child.pid !== undefined) return begun();
    child.once('spawn', begun);
    child.once('error', () => resolve(undefined));
  });

  let tail = '';
  const stderr = new LineSplitter((line, end) => {
    const clean = withoutSecrets(line, options.secrets);
    if (end === 'lf') tail = `${tail}${clean}\n`.slice(-TAIL_LENGTH);
    options.onStderrLine?.(clean, end);
  });
  // Node leaves out both where there are too many open files for them (`startProgram` asks for them), and tells `error`.
  const errors: Readable = child.stderr ?? Readable.from([]);
  const input: Writable = child.stdin ?? new PassThrough().resume();
  let silence: NodeJS.Timeout | null = null;
  const heard = () => void silence?.refresh();
  errors.on('data', (chunk: Buffer) => {
    heard();
    stderr.push(chunk);
  });
  errors.on('end', () => stderr.end());

  const chunks: Buffer[] = [];
  const stdout = child.stdout ?? (onStdout === 'stream' ? Readable.from([]) : null);
  if (onStdout !== 'stream') stdout?.on('data', heard);
  if (stdout !== null && typeof onStdout === 'function') {
    const lines = new LineSplitter((line) => onStdout(line), options.encoding ?? 'utf8');
    stdout.on('data', (chunk: Buffer) => lines.push(chunk));
    stdout.on('end', () => lines.end());
  } else if (stdout !== null && (onStdout === 'collect' || onStdout === 'bytes')) {
    stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  }

  // A program that ends early closes its stdin: its exit code says more than our EPIPE.
  input.on('error', () => undefined);
  if (options.stdin !== 'pipe') input.end(options.stdin ?? '');

  let stopping: Promise<void> | null = null;
  let failure: Failure | null = null;
  const end = (reason: Failure): Promise<void> => {
    failure ??= reason;
    // Unread output would keep 'close' from coming.
    stopping ??= known
      .then((pid) => (pid === undefined ? undefined : killGroup(pid, options.readsOnly)))
      .then(() => void stdout?.destroy());
    return stopping;
  };
  const cancelled = () => Failure.of('work.cancelled', {});
  const onAbort = () => void end(cancelled());
  options.signal?.addEventListener('abort', onAbort, { once: true });
  if (options.signal?.aborted) onAbort();
  const timer =
    options.timeoutMs === undefined
      ? null
      : setTimeout(() => {
          const seconds = Math.round((options.timeoutMs ?? 0) / 1000);
          void end(Failure.of('tool.no_answer', { command: options.command, seconds }));
        }, options.timeoutMs);

  if (options.silenceMs !== undefined) {
    const { silenceMs } = options;
    silence = setTimeout(() => void end(Failure.of('connection.silent', { milliseconds: silenceMs })), silenceMs);
  }

  const done = new Promise<ToolResult>((resolve, reject) => {
    const settle = async (act: () => void) => {
      if (timer !== null) clearTimeout(timer);
      if (silence !== null) clearTimeout(silence);
      options.signal?.removeEventListener('abort', onAbort);
      // What the program started may outlive it (a helper that ignores a closed pipe).
      if (child.pid !== undefined) await (stopping ?? killGroup(child.pid));
      forget();
      act();
    };
    child.on('error', (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      void settle(() => {
        stdout?.destroy();
        reject(spawnFailure(options, error));
      });
    });
    child.on('close', (code, signal) => {
      if (child.pid === undefined) return;
      const bytes = Buffer.concat(chunks);
      void settle(() => {
        if (failure !== null) return reject(failure);
        const text = onStdout === 'collect' ? bytes.toString(options.encoding ?? 'utf8') : '';
        const end: ToolResult = {
          code: code ?? -1,
          signal,
          stdout: text,
          bytes: onStdout === 'bytes' ? bytes : Buffer.alloc(0),
          stderrTail: tail,
        };
        recordRun(options, end, began);
        if (limitsOf(options) !== '' && end.code === NOT_FOUND) return reject(toolMissing(options.command));
        const { successExitCodes = [0] } = options;
        if (successExitCodes === 'any' || successExitCodes.includes(end.code)) return resolve(end);
        reject(failureOf(options, end));
      });
    });
  });
  done.catch(() => undefined);
  belongsToWork(done);

  return { stdout: stdout as Readable, stdin: input, done, heard, stop: () => end(cancelled()) };
}

/** By the starter where there is one, else by Node. */
function startProgram(options: ToolOptions, group: string) {
  const { cwd, stdin, stdoutTo } = options;
  const mark = engineMark();
  const [program, args] = programWithin(options);
  const env = childEnvironment({
    ...options.env,
    [GROUP_VARIABLE]: group,
    ...(mark === null ? {} : { [ENGINE_VARIABLE]: mark }),
  });
  const hasOutput = options.onStdout !== 'ignore';
  // Node says what is wrong with a NUL.
  const isText = ![program, ...args, ...Object.values(env), cwd ?? ''].some((text) => text.includes('\0'));
  const own = stdoutTo === undefined && isText ? starter() : null;
  if (own !== null) {
    const hasInput = stdin !== undefined && stdin.length > 0;
    const request = { name: group, program, args, env, cwd: cwd ?? '', hasInput, hasOutput };
    return new StartedProgram(own.path, request, () => forgetStarter(own.pid));
  }
  if (isOutermost()) void beginStarter();
  return spawn(program, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env,
    detached: process.platform !== 'win32',
    windowsHide: true,
    shell: false,
    stdio: ['pipe', stdoutTo ?? (hasOutput ? 'pipe' : 'ignore'), 'pipe'],
  });
}

/** What is started: the program itself, or a shell that lays limits on itself and becomes the program. */
function programWithin(options: ToolOptions): [program: string, args: string[]] {
  const program = programOf(options.command);
  const limits = limitsOf(options);
  if (limits === '') return [program, [...options.args]];
  return ['/bin/sh', ['-c', `${limits} exec "$0" "$@"`, program, ...options.args]];
}

/** For who records what sources say: what the program was asked and how it ended; its output may be contents. */
function recordRun({ command, args }: ToolOptions, { code, signal, stderrTail }: ToolResult, began: number): void {
  const mask = recordingMask();
  if (mask === null || !OF_SOURCES.has(command)) return;
  const milliseconds = Math.round(performance.now() - began);
  const hidden = args.map((text, index) => (args[index - 1] === '--username' ? mask.person(text) : mask.text(text)));
  record({
    kind: 'program',
    at: new Date(Date.now() - milliseconds).toISOString(),
    ...{ milliseconds, command, args: hidden, code, signal, stderr: mask.text(stderrTail) },
  });
}

/** What `failure` makes of an end, or what it throws itself: `done` ends in any case. */
function failureOf({ command, failure }: ToolOptions, end: ToolResult): unknown {
  try {
    return failure?.(end) ?? toolFailed(command, end);
  } catch (error) {
    return error;
  }
}

function toolFailed(command: string, { code, signal, stderrTail }: ToolResult): Failure {
  return Failure.of('tool.failed', { command, how: signal ?? String(code) }, stderrTail);
}

function spawnFailure(options: ToolOptions, error: NodeJS.ErrnoException): Failure {
  if (error.code === 'ENOENT' || error.code === 'EACCES') {
    return toolMissing(options.command, error.code);
  }
  return Failure.of('tool.not_started', { command: options.command }, error.code ?? error.name);
}
