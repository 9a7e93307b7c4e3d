/** Servers that list refs without an end, which git puts together in memory before it says one. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gitBefore } from '../processes/installed-tools.ts';
import { lsRemote } from './ls-remote.ts';

const FLUSH = '0000';
const packet = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text;
const refsFrom = (first: number) =>
  Array.from({ length: 500 }, (_, index) => packet(`${'a'.repeat(40)} refs/heads/b${first + index}\n`)).join('');
const ADVERTISED = packet('# service=git-upload-pack\n') + FLUSH;
/** As Dulwich lists all that a clone has. */
const SEVERAL = ['HEAD:refs/heads/main', 'refs/remotes/origin/HEAD:refs/remotes/origin/main'];

let folder: string;
let server: Server;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry endless '));
  server = createServer((request, response) => {
    response.on('error', () => undefined);
    const isQuestion = request.method === 'POST';
    response.setHeader('content-type', `application/x-git-upload-pack-${isQuestion ? 'result' : 'advertisement'}`);
    if (request.url?.startsWith('/symrefs') === true) {
      const said = `multi_ack side-band-64k thin-pack ofs-delta ${SEVERAL.map((leads) => `symref=${leads}`).join(' ')}`;
      const refs = [`HEAD\0${said}`, 'refs/heads/main'].map((text) => packet(`${'a'.repeat(40)} ${text}\n`));
      response.end(ADVERTISED + refs.join('') + FLUSH);
      return;
    }
    const isSecond = request.url?.startsWith('/second') === true;
    if (isSecond && !isQuestion) {
      response.end(ADVERTISED + ['version 2\n', 'ls-refs\n', 'fetch\n'].map(packet).join('') + FLUSH);
      return;
    }
    if (!isSecond) response.write(`${ADVERTISED}${packet(`${'a'.repeat(40)} HEAD\0side-band-64k\n`)}`);
    goOn(response, 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function goOn(response: ServerResponse, first: number): void {
  let next = first;
  while (!response.destroyed) {
    const hasRoom = response.write(refsFrom(next));
    next += 500;
    if (hasRoom) continue;
    response.once('drain', () => goOn(response, next));
    return;
  }
}

test.skipIf(process.platform !== 'linux').each(['first', 'second'])(
  'a list without end, in the %s protocol, is told as that',
  async (version) => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/${version}`;
    const options = { credentials: null, privateFolder: join(folder, 'private'), signal: new AbortController().signal };
    const { failure } = await lsRemote(url, { ...options, listBytes: 64 << 20 }, () => undefined);
    expect(failure).toMatchObject({ kind: 'broken_source', key: 'git.answer_too_large', parameters: { url } });
  },
);

test.skipIf(process.platform !== 'linux')(
  'a server that names several symbolic refs is read, or told with the version of git that can',
  async () => {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/symrefs`;
    const options = { credentials: null, privateFolder: join(folder, 'private'), signal: new AbortController().signal };
    const refs: string[] = [];
    const { failure } = await lsRemote(url, options, (name) => refs.push(name));
    if ((await gitBefore('2.41')) === null) expect([failure, refs]).toEqual([null, ['refs/heads/main']]);
    else expect(failure).toMatchObject({ kind: 'broken_source', key: 'git.several_symrefs', parameters: { url } });
  },
);

test.skipIf(process.platform !== 'linux')(
  'a folder of more refs than git gets memory for at first is listed with more',
  async () => {
    const real = process.env.PATH ?? '';
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    // What git says there, as with 8,000,000 packed refs.
    const refused = "echo 'fatal: Out of memory, malloc failed (tried to allocate 80 bytes)' >&2; exit 128";
    const listed = `printf '%s\\trefs/heads/main\\n' ${'a'.repeat(40)}`;
    writeFileSync(
      join(bin, 'git'),
      `#!/bin/sh
case "$*" in *ls-remote*) ;; *) PATH='${real}' exec git "$@";; esac
if [ "$(ulimit -d)" -le 524288 ]; then ${refused}; fi
${listed}
`,
    );
    chmodSync(join(bin, 'git'), 0o755);
    process.env.PATH = `${bin}:${real}`;
    try {
      const names: string[] = [];
      const options = { credentials: null, privateFolder: folder, signal: new AbortController().signal };
      const said = await lsRemote(join(folder, 'many.git'), options, (name) => void names.push(name));
      expect(said.failure).toBeNull();
      expect(names).toEqual(['refs/heads/main']);
    } finally {
      process.env.PATH = real;
    }
  },
);
