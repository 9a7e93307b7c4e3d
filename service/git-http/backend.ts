/**
 * Git's smart HTTP by git's own program (git-http-backend(1)): a child for each request, whose bodies flow through and are never
 * held. What it may do is decided here, not by a repository's configuration.
 */
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import { runGit } from '../git/git.ts';
import { HeldReport } from './held-report.ts';

/** Longest head of an answer, in bytes. */
const LONGEST_HEAD = 64 << 10;

/**
 * What a push may bring. Checked as the big hosts do: nothing that harms who checks it out, but the slips of old tools, which
 * imported histories are full of, pass (git-config(1), `receive.fsck.<msg-id>`).
 */
const OLD_SLIPS = [
  ...['badTimezone', 'badDate', 'badDateOverflow', 'missingEmail', 'badEmail', 'missingNameBeforeEmail', 'badName'],
  ...['missingSpaceBeforeEmail', 'missingSpaceBeforeDate', 'zeroPaddedDate', 'zeroPaddedFilemode', 'multipleAuthors'],
  ...['missingTaggerEntry', 'extraHeaderEntry', 'badFilemode'],
];

export type Service = 'git-upload-pack' | 'git-receive-pack';

export interface BackendRequest {
  incoming: IncomingMessage;
  outgoing: ServerResponse;
  /** The bare repository. */
  repository: string;
  service: Service;
  /** Whether it is asked what the repository has, before the service itself. */
  isQuestion: boolean;
  /** Who pushes; for git's own notes. */
  login: string;
  /** Folder for `core.hooksPath`. */
  hooks: string;
  signal: AbortSignal;
}

/**
 * Answers a request, all but its end: that comes when what follows a push is done.
 * @returns what git says of a push when its refs have changed: the caller sends it when that is durable
 * @throws Failure when git is missing or was ended
 */
export async function runBackend(request: BackendRequest): Promise<Buffer[]> {
  const { incoming, outgoing, repository, service, isQuestion, signal } = request;
  const { headers } = incoming;
  const run = runGit({
    args: [...settings(request).flatMap((setting) => ['-c', setting]), 'http-backend'],
    env: {
      GIT_PROJECT_ROOT: dirname(repository),
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: `/${basename(repository)}/${isQuestion ? 'info/refs' : service}`,
      QUERY_STRING: isQuestion ? `service=${service}` : '',
      REQUEST_METHOD: isQuestion ? 'GET' : 'POST',
      CONTENT_TYPE: headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: String(headers['content-encoding'] ?? ''),
      GIT_PROTOCOL: protocolOf(headers['git-protocol']),
      REMOTE_USER: request.login,
      REMOTE_ADDR: '127.0.0.1',
    },
    stdin: 'pipe',
    onStdout: 'stream',
    successExitCodes: 'any',
    signal,
  });
  if (isQuestion) run.stdin.end();
  else incoming.pipe(run.stdin);
  try {
    const output = run.stdout[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    const rest = await sendHead(output, outgoing);
    if (rest === null) return [];
    const report = service === 'git-receive-pack' && !isQuestion ? new HeldReport() : null;
    await send(output, rest, outgoing, signal, report);
    return report?.rest ?? [];
  } finally {
    // A git that has heard enough leaves the rest of the body to nobody.
    incoming.unpipe(run.stdin);
    incoming.resume();
    await run.done;
  }
}

function settings({ service, hooks }: BackendRequest): string[] {
  return [
    `http.receivepack=${service === 'git-receive-pack'}`,
    'http.uploadpack=true',
    'http.getanyfile=false',
    `core.hooksPath=${hooks}`,
    // The folder is ours; git's own check of the owner stays.
    'safe.directory=',
    'receive.autogc=false',
    'receive.fsckObjects=true',
    ...OLD_SLIPS.map((slip) => `receive.fsck.${slip}=ignore`),
    // No program that a repository's configuration could name.
    'core.alternateRefsCommand=true',
    'uploadpack.allowFilter=true',
    // What was left out is asked for by its id. The second protocol gives every object; gits before 2.26 speak an older one.
    'uploadpack.allowAnySHA1InWant=true',
  ];
}

/** `version=2` and the like; nothing else reaches the environment. */
function protocolOf(header: string | string[] | undefined): string {
  const text = String(header ?? '');
  return /^[\w=:.-]{1,100}$/.test(text) ? text : '';
}

/** Reads the CGI head (RFC 3875) and sends it. @returns what came after it; null when there was no head */
async function sendHead(output: AsyncIterator<Buffer>, outgoing: ServerResponse): Promise<Buffer | null> {
  let held: Buffer = Buffer.alloc(0);
  for (let end = -1; end < 0; end = held.indexOf('\r\n\r\n')) {
    const { value, done } = await output.next();
    if (done === true || held.length > LONGEST_HEAD) return null;
    held = Buffer.concat([held, value]);
  }
  const end = held.indexOf('\r\n\r\n');
  for (const line of held.toString('latin1', 0, end).split('\r\n')) {
    const [, name = '', value = ''] = /^([\w-]+): *(.*)$/.exec(line) ?? [];
    if (name.toLowerCase() === 'status') outgoing.statusCode = Number(value.slice(0, 3));
    else if (name !== '') outgoing.setHeader(name, value);
  }
  return held.subarray(end + 4);
}

/** Reads on when the client has taken what was sent. */
async function send(
  output: AsyncIterator<Buffer>,
  first: Buffer,
  outgoing: ServerResponse,
  signal: AbortSignal,
  report: HeldReport | null,
): Promise<void> {
  for (let next = first; ; ) {
    const piece = report === null ? next : report.pass(next);
    if (piece.length > 0 && !outgoing.write(piece)) await once(outgoing, 'drain', { signal });
    const { value, done } = await output.next();
    if (done === true) return;
    next = value;
  }
}
