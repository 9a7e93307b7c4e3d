/** A program that the starter started: what Node's own `ChildProcess` is to `run.ts`, with the same events. */
import { EventEmitter } from 'node:events';
import { connect, type Socket } from 'node:net';
import { constants } from 'node:os';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { getSystemErrorName } from 'node:util';
import { LineSplitter } from '../lines.ts';

/** Bytes that each connection begins with (script.ts). */
const HEAD = 64;

const SIGNALS = new Map(Object.entries(constants.signals).map(([name, number]) => [number, name as NodeJS.Signals]));

export interface ProgramRequest {
  /** Name of the run, unlike that of any other of this process; without spaces, at most 60 bytes. */
  name: string;
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** Without it its input is empty. */
  hasInput: boolean;
  /** Without it what it writes is thrown away. */
  hasOutput: boolean;
}

interface ProgramEvents {
  spawn: [];
  error: [error: NodeJS.ErrnoException];
  close: [code: number | null, signal: NodeJS.Signals | null];
}

export class StartedProgram extends EventEmitter<ProgramEvents> {
  /** Known once `spawn` was emitted. */
  pid: number | undefined;
  readonly stdin: Writable;
  readonly stdout: Readable | null;
  readonly stderr: Readable;
  readonly #path: string;
  readonly #onLost: () => void;
  readonly #open = new Set<Socket>();
  readonly #control: Socket;
  #end: [code: number | null, signal: NodeJS.Signals | null] | null = null;
  #over = false;

  /**
   * @param path where the starter listens
   * @param onLost told when it has ended before the program did
   */
  constructor(path: string, request: ProgramRequest, onLost: () => void) {
    super();
    this.#path = path;
    this.#onLost = onLost;
    const { name, hasInput, hasOutput } = request;
    const control = this.#connect('c', name);
    this.#control = control;
    control.write(packed(request));
    const lines = new LineSplitter((line) => this.#told(line));
    control.on('data', (chunk: Buffer) => lines.push(chunk));
    control.on('close', () => this.#controlClosed());
    this.stdin = hasInput ? this.#connect('0', name) : new PassThrough().resume();
    this.stdout = hasOutput ? this.#stream('1', name) : null;
    this.stderr = this.#stream('2', name);
  }

  #connect(role: string, name: string): Socket {
    const socket = connect({ path: this.#path });
    socket.on('error', ({ code = '', syscall }: NodeJS.ErrnoException) => {
      // With too many files open it is not had, and the starter waits for it. One that is gone is told by the control's end.
      if (syscall === 'connect' && code !== 'ECONNREFUSED') this.#fail(code);
    });
    socket.write(`${role} ${name}`.padEnd(HEAD));
    return socket;
  }

  #stream(role: string, name: string): Socket {
    const socket = this.#connect(role, name);
    this.#open.add(socket);
    socket.on('close', () => {
      this.#open.delete(socket);
      this.#closeIfOver();
    });
    return socket;
  }

  #told(line: string): void {
    const [kind, ...numbers] = line.split(' ');
    const [first = 0, second = 0] = numbers.map(Number);
    if (kind === 'P') {
      this.pid = first;
      this.emit('spawn');
    } else if (kind === 'E') {
      this.#fail(getSystemErrorName(-first));
    } else {
      this.#end = second === 0 ? [first, null] : [null, SIGNALS.get(second) ?? 'SIGKILL'];
      this.stdin.destroy();
      this.#closeIfOver();
    }
  }

  #controlClosed(): void {
    if (this.#end !== null || this.#over) return;
    this.#onLost();
    if (this.pid === undefined) {
      this.#fail('ECONNRESET');
      return;
    }
    // Nobody knows any more how it ends: what it wrote may be a part.
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch {
      // Gone already.
    }
    this.#end = [null, 'SIGKILL'];
    this.#closeIfOver();
  }

  #fail(code: string): void {
    if (this.#over) return;
    this.#over = true;
    this.#control.destroy();
    this.stdin.destroy();
    for (const socket of this.#open) socket.destroy();
    this.emit('error', Object.assign(new Error(code), { code }));
  }

  #closeIfOver(): void {
    if (this.#end === null || this.#open.size > 0 || this.#over) return;
    this.#over = true;
    this.emit('close', ...this.#end);
  }
}

/** The request with its length before it; see `script.ts`. */
function packed({ program, args, env, cwd, hasInput, hasOutput }: ProgramRequest): Buffer {
  const roles = `${hasInput ? '0' : ''}${hasOutput ? '1' : ''}2`;
  const umask = process.umask().toString(8);
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const fields = [roles, umask, cwd, program, String(args.length), ...args, ...variables];
  const body = Buffer.from(`${fields.join('\0')}\0`);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([length, body]);
}
