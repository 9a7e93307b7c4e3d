/** Answers of a server that end too early: none of them may count as all that it has. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import type { SourceContext } from '../source.ts';
import { toldBookmarks } from './bookmarks.ts';
import { hgFailure } from './failures.ts';
import { HgWorkspace } from './testing/hg.ts';
import { serveHg } from './testing/serve-hg.ts';
import { writeWholeAnswersExtension } from './whole-answers.ts';

const NAMES = ['one', 'two', 'three', 'four'];

let folder: string;
let source: string;
let server: { url: string; stop(): void };
/** Which part of an answer comes; all of it where this is null. */
let part: ((answer: string) => number) | null = null;
let proxy: Server;
let cuts = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry whole answers '));
  const hg = new HgWorkspace(join(folder, 'source'));
  source = hg.path;
  hg.write('file', 'text');
  hg.commit('first');
  for (const name of NAMES) hg.hg('bookmark', '-r', 'tip', name);
  server = await serveHg(hg.path, 'ignore');
  proxy = createServer(cutAnswers);
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
});
afterAll(() => {
  proxy.close();
  server.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Holds each answer until all of it came, and sends the part that is to come. */
function cutAnswers(near: Socket): void {
  const far = connect(Number(new URL(server.url).port), '127.0.0.1');
  let asked = '';
  let answer = '';
  near.on('data', (bytes) => {
    asked = bytes.toString('latin1');
    answer = '';
    far.write(bytes);
  });
  far.on('data', (bytes) => {
    answer += bytes.toString('latin1');
    const body = answer.indexOf('\r\n\r\n') + 4;
    const length = Number(/^content-length: (\d+)/im.exec(answer)?.[1]);
    if (body < 4 || answer.length < body + length) return;
    if (part === null || /cmd=capabilities/.test(asked)) {
      near.write(answer, 'latin1');
      return;
    }
    cuts += 1;
    near.end(answer.slice(0, part(answer)), 'latin1');
  });
  far.on('close', () => near.end());
  near.on('close', () => far.destroy());
  for (const socket of [near, far]) socket.on('error', () => undefined);
}

function context(): SourceContext {
  const home = mkdtempSync(join(folder, 'import '));
  return {
    ...{ credentials: null, signal: new AbortController().signal, folder: home, privateFolder: join(home, 'private') },
    ...{ onProgress: () => undefined, onLog: () => undefined, onAuthors: () => undefined },
  };
}

const url = () => `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;

it.each<[string, (answer: string) => number]>([
  ['before a status', () => 0],
  ['in its status', () => 'HTTP/1.1 2'.length],
  ['behind its status', (answer) => answer.indexOf('\r\n') + 2],
  ['before its length', (answer) => answer.search(/^content-length/im)],
  ['in its length', (answer) => answer.search(/^content-length/im) + 'content-length: 1'.length],
  ['before the end of its headers', (answer) => answer.indexOf('\r\n\r\n') + 2],
  ['before its first line', (answer) => answer.indexOf('\r\n\r\n') + 4],
  ['behind its first line', (answer) => answer.indexOf('\n', answer.indexOf('\r\n\r\n') + 4) + 1],
  ['before its last byte', (answer) => answer.length - 1],
])('an answer that ends %s does not pass for a whole one', async (_where, cut) => {
  part = null;
  const whole = await toldBookmarks(url(), context());
  expect(whole.map(({ name }) => name).sort()).toEqual([...NAMES].sort());

  part = cut;
  cuts = 0;
  const failure = asFailure(await toldBookmarks(url(), context()).catch((error: unknown) => error));
  expect(cuts).toBeGreaterThan(0);
  expect(failure.key).toBe('connection.broken_off');
});

/** In the place of ssh: hg's own server, of whose answers so many bytes come. */
const CUT_SSH = `
import { spawn } from 'node:child_process';
import { writeFileSync, writeSync } from 'node:fs';
const [source, sent] = process.argv.slice(2);
let left = Number(process.env.BYTES);
let all = 0;
const server = spawn('hg', ['-R', source, 'serve', '--stdio'], { stdio: ['inherit', 'pipe', 'ignore'] });
server.stdout.on('data', (bytes) => {
  all += bytes.length;
  writeFileSync(sent, String(all));
  const part = bytes.subarray(0, Math.max(0, left));
  if (part.length > 0) writeSync(1, part);
  left -= bytes.length;
  if (left >= 0) return;
  server.kill();
  process.exit(255);
});
`;

it('an answer over ssh that ends too early does not pass for a whole one', () => {
  const own = join(folder, 'ssh');
  mkdirSync(own, { mode: 0o700 });
  const [script, sent, program] = ['cut.mjs', 'sent', 'program'].map((name) => join(own, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(script, CUT_SSH);
  const quoted = [process.execPath, script, source, sent].map((word) => `'${word}'`).join(' ');
  writeFileSync(program, `#!/bin/sh\nexec ${quoted}\n`, { mode: 0o755 });
  const extension = writeWholeAnswersExtension(own);
  const told = (bytes: number) =>
    spawnSync(
      'hg',
      [
        ...['--config', `ui.ssh='${program}'`, '--config', `extensions.whole-answers=${extension}`],
        ...['debugpushkey', '--', `ssh://example.org/${source}`, 'bookmarks'],
      ],
      { env: { ...process.env, HGPLAIN: '1', HGRCPATH: '/dev/null', BYTES: String(bytes) }, encoding: 'utf8' },
    );
  const whole = told(1 << 20);
  expect(whole.stdout.trim().split('\n')).toHaveLength(NAMES.length);
  const all = Number(readFileSync(sent, 'utf8'));
  for (const lacking of [1, 20, 47, 48, 90, 140, whole.stdout.length - 2]) {
    const { status, stderr } = told(all - lacking);
    expect(status, `${lacking} bytes lacking`).toBe(255);
    expect(hgFailure(stderr, 'ssh://example.org/tool', false).key).toBe('connection.broken_off');
  }
});
