/** Names that lead elsewhere, data that grows without end, and servers that lie: a sentence or a sound history, nothing outside. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deltaBomb } from '../../migrations/testing/delta-bomb.ts';
import { git } from '../../testing/git-sources.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../../testing/svn-sources.ts';
import { probeOne } from '../detection.ts';
import { gitSource } from '../git/index.ts';
import { mercurialSource } from '../mercurial/index.ts';
import { HgWorkspace } from '../mercurial/testing/hg.ts';
import { subversionSource } from '../subversion/index.ts';
import { DumpBuilder } from '../subversion/testing/dump-builder.ts';
import { startBadLink } from './testing/bad-link.ts';
import { contextIn, expectSentence, failureOf, outcomeOf } from './testing/fetching.ts';
import { folderState } from './testing/folder-state.ts';

/** Of more than 4,096 bytes Git 2.44 and newer warn (git-config(1), `fsck.largePathname`). */
const LONG = 'long'.repeat(1000);
const path = process.env.PATH ?? '';
let folder: string;
let imports = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-names-'));
  mkdirSync(join(folder, 'imports'));
});
afterEach(() => {
  process.env.PATH = path;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const newContext = () => contextIn(join(folder, 'imports', String(imports++)));
const state = () => folderState(folder, ['imports']);
const namesIn = (staging: string, ref: string) =>
  git(staging, ['-c', 'core.quotePath=false', 'ls-tree', '-r', '-z', '--name-only', ref]).split('\0').filter(Boolean);

describe('names', () => {
  it('Git: whatever stands in trees is kept as objects and never becomes a file', async () => {
    const source = join(folder, 'names.git');
    git(folder, ['init', '-q', '--bare', '--initial-branch=main', source]);
    const blob = git(source, ['hash-object', '-w', '--stdin'], { input: 'x\n' });
    const names = ['..', '.git', '.GIT', 'A', 'a', 'git~1', LONG, 'con', 'line\nend', '-x'];
    const entry = (mode: string, name: string, oid: string) =>
      Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, 'hex')]);
    const write = (type: string, input: Buffer | string) =>
      git(source, ['hash-object', '-w', '--literally', '-t', type, '--stdin'], { input });
    const inner = write('tree', Buffer.concat([entry('100755', 'config', blob), entry('100755', 'hooks', blob)]));
    const tree = write(
      'tree',
      Buffer.concat(
        names
          .sort()
          .map((name) =>
            /git/i.test(name) || name === '..' ? entry('40000', name, inner) : entry('100644', name, blob),
          ),
      ),
    );
    const commit = write('commit', `tree ${tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nodd\n`);
    git(source, ['update-ref', 'refs/heads/main', commit]);
    const before = state();
    const context = newContext();
    expect(await failureOf(gitSource, source, context)).toBeNull();
    expect(git(join(context.folder, 'staging.git'), ['rev-parse', 'main'])).toBe(commit);
    expect(git(join(context.folder, 'staging.git'), ['config', '--list', '--local'])).not.toContain('x=');
    expect(state()).toEqual(before);
  });

  it('Mercurial: names that Git refuses are left out, all others come', async () => {
    const hg = new HgWorkspace(join(folder, 'names hg'));
    const extension = join(folder, 'odd.py');
    const names = [
      '../outside',
      '/absolute',
      'a/../../outside',
      '.git/config',
      'deep/.GIT/hooks/x',
      'A',
      'a',
      LONG,
      '-x',
      'con',
    ];
    writeFileSync(
      extension,
      `from mercurial import context, registrar
cmdtable = {}
command = registrar.command(cmdtable)
@command(b'makeodd', [])
def makeodd(ui, repo):
    names = ${JSON.stringify(names)}
    names = [name.encode() for name in names]
    def read(repo, changeset, name):
        return context.memfilectx(repo, changeset, name, b'x\\n')
    with repo.wlock(), repo.lock():
        parents = (repo[b'null'].node(), repo[b'null'].node())
        repo.commitctx(context.memctx(repo, parents, b'odd', sorted(names), read, b'a <a@b>', b'1000000000 0'))
`,
    );
    hg.hg('--config', `extensions.odd=${extension}`, 'makeodd');
    rmSync(join(folder, '__pycache__'), { recursive: true, force: true });
    const before = folderState(folder, ['imports', 'names hg/.hg']);
    const context = newContext();
    const failure = await failureOf(mercurialSource, hg.path, context);
    expect(folderState(folder, ['imports', 'names hg/.hg'])).toEqual(before);
    if (failure !== null) return expectSentence(failure, 'odd names');
    const staging = join(context.folder, 'staging.git');
    expect(namesIn(staging, 'main').sort()).toEqual(['-x', 'A', 'a', 'con', LONG].sort());
    expect(git(staging, ['fsck', '--full', '--strict', '--no-dangling'])).toBe('');
  });
});

/** A server whose svnrdump sends these bytes, whatever it holds. */
async function fetchDump(dump: Buffer) {
  const repository = makeSvnSource(folder, `svn-${imports}`, projectHistory('', 1));
  const file = join(folder, `dump-${imports}`);
  const bin = join(folder, `bin-${imports}`);
  mkdirSync(bin);
  const uuid = readFileSync(join(repository, 'db/uuid'), 'utf8').split('\n')[0];
  writeFileSync(
    file,
    Buffer.concat([
      Buffer.from(`SVN-fs-dump-format-version: 3\n\nUUID: ${uuid}\n\n`),
      dump.subarray(dump.indexOf('Revision-number')),
    ]),
  );
  writeFileSync(join(bin, 'svnrdump'), `#!/bin/sh\ncat '${file}'\n`);
  chmodSync(join(bin, 'svnrdump'), 0o755);
  const server = await serveSvn(folder, [repository], null);
  const before = state();
  process.env.PATH = `${bin}${delimiter}${path}`;
  const context = newContext();
  try {
    const { failure, refs } = await outcomeOf(
      subversionSource,
      `${server.url}/${repository.slice(folder.length + 1)}`,
      context,
    );
    expect(state()).toEqual(before);
    return { failure, refs, staging: join(context.folder, 'staging.git') };
  } finally {
    process.env.PATH = path;
    await server.stop();
  }
}

/** Three revisions, as the real repository has. */
function dumpWith(add: (dump: DumpBuilder) => void): Buffer {
  const pieces: Buffer[] = [];
  const dump = new DumpBuilder((bytes) => void pieces.push(bytes));
  dump.revision('one').dir('trunk');
  dump.revision('two').file('trunk/good', 'good\n');
  add(dump);
  dump.revision('three').file('trunk/last', 'last\n');
  return Buffer.concat(pieces);
}

describe('Subversion', () => {
  it.each([
    ['above the root', 'trunk/../../outside'],
    ['absolute', '/trunk/absolute'],
    ['with an empty part', 'trunk//empty'],
    ['of dots', 'trunk/..'],
    ['.git', 'trunk/.git/config'],
    ['with NUL', 'trunk/nul\0byte'],
    ['of 5,000 characters', `trunk/${LONG}`],
  ])('a name %s is left out, refused or a file of that name', async (_, name) => {
    const { failure, refs, staging } = await fetchDump(
      dumpWith((dump) => {
        if (name.includes('.git')) dump.dir('trunk/.git');
        dump.file(name, 'x\n');
      }),
    );
    if (failure !== null) return expectSentence(failure, name);
    const names = refs.flatMap(({ oid }) => namesIn(staging, oid));
    expect(names).toContain('good');
    for (const each of names)
      expect(each.split('/')).not.toEqual(expect.arrayContaining([expect.stringMatching(/^(\.\.?|\.git|)$/)]));
  });

  it('a delta that claims gigabytes, or inflates to more than it says, is refused', async () => {
    const number = (value: number) => {
      const bytes: number[] = [value & 0x7f];
      for (let left = Math.floor(value / 128); left > 0; left = Math.floor(left / 128))
        bytes.unshift((left & 0x7f) | 0x80);
      return Buffer.from(bytes);
    };
    const window = (target: number, instructions: Buffer, data: Buffer) =>
      Buffer.concat([
        number(0),
        number(0),
        number(target),
        number(instructions.length),
        number(data.length),
        instructions,
        data,
      ]);
    // New data of one byte, then copies of what was just written.
    const growing = Buffer.concat([Buffer.from([0x81]), Buffer.from([0x40]), number(0x7fff_ffff), number(0)]);
    const zeros = Buffer.concat([number(64), deflateSync(Buffer.alloc(50 << 20))]);
    const deltas = [
      Buffer.concat([Buffer.from('SVN\0'), window(0x8000_0000, growing, Buffer.from('x'))]),
      Buffer.concat([Buffer.from('SVN\x01'), window(64, Buffer.concat([number(2), Buffer.from([0x80, 64])]), zeros)]),
    ];
    for (const delta of deltas) {
      const header = `Node-path: trunk/bomb\nNode-kind: file\nNode-action: add\nText-delta: true\nText-content-length: ${delta.length}\nContent-length: ${delta.length}\n\n`;
      const whole = dumpWith(() => undefined);
      const at = whole.indexOf('Revision-number: 3');
      const dump = Buffer.concat([
        whole.subarray(0, at),
        Buffer.from(header),
        delta,
        Buffer.from('\n\n'),
        whole.subarray(at),
      ]);
      const { failure } = await fetchDump(dump);
      expectSentence(failure, 'bomb');
      expect(failure?.kind).toBe('broken_source');
    }
  });

  const ELSEWHERE = ['svn+ssh://-oProxyCommand=x/y', 'svn://127.0.0.1:1', 'http://127.0.0.1/', 'file:///etc'];

  it('a server that names a root elsewhere is not followed there', async () => {
    // Subversion takes no root that is longer than the address.
    const long = 'project'.repeat(12);
    const repository = makeSvnSource(folder, 'secret', projectHistory(`${long}/`, 2));
    const server = await serveSvn(folder, [repository], null);
    for (const root of [`file://${repository}`, ...ELSEWHERE]) {
      const link = await startBadLink(Number(new URL(server.url).port), (piece) => {
        const said = piece.toString('latin1');
        return Buffer.from(said.replace(/\d+:svn:\/\/127\.0\.0\.1:\d+\/secret /, `${root.length}:${root} `), 'latin1');
      });
      const url = `svn://127.0.0.1:${link.port}/secret/${long}/trunk`;
      const context = newContext();
      expectSentence(await failureOf(subversionSource, url, context), root);
      expect(await probeOne(subversionSource, url, context)).toMatchObject({ kind: 'nothing' });
      await link.stop();
    }
    await server.stop();
  });

  it('nor where svn itself would believe it', async () => {
    const url = 'svn://127.0.0.1:2/x';
    const bin = join(folder, 'bin-believing');
    mkdirSync(bin);
    for (const root of ELSEWHERE) {
      const xml = `<info><entry revision="3"><url>${root}/x</url><repository><root>${root}</root></repository></entry></info>`;
      writeFileSync(join(bin, 'svn'), `#!/bin/sh\necho '${xml}'\n`);
      chmodSync(join(bin, 'svn'), 0o755);
      process.env.PATH = `${bin}${delimiter}${path}`;
      const failure = await failureOf(subversionSource, url, newContext());
      expectSentence(failure, root);
      expect(failure?.message).toContain('does not lie above');
    }
  });
});

/** A Git server that sends one pack, whatever is asked. */
async function servePack(pack: Buffer) {
  const packet = (data: Buffer | string) => {
    const bytes = Buffer.from(data as string);
    return Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, '0')), bytes]);
  };
  const oid = createHash('sha1').update('none').digest('hex');
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      if (request.method === 'GET') {
        response.setHeader('content-type', 'application/x-git-upload-pack-advertisement');
        const ref = packet(`${oid} refs/heads/main\0side-band-64k ofs-delta agent=test\n`);
        response.end(
          Buffer.concat([packet('# service=git-upload-pack\n'), Buffer.from('0000'), ref, Buffer.from('0000')]),
        );
        return;
      }
      response.setHeader('content-type', 'application/x-git-upload-pack-result');
      response.write(packet('NAK\n'));
      for (let at = 0; at < pack.length; at += 60_000) {
        response.write(packet(Buffer.concat([Buffer.from([1]), pack.subarray(at, at + 60_000)])));
      }
      response.end('0000');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.git`,
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

describe('Git packs', () => {
  const withSum = (content: Buffer) => Buffer.concat([content, createHash('sha1').update(content).digest()]);
  const header = (objects: number) => {
    const bytes = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
    bytes.writeUInt32BE(objects, 8);
    return bytes;
  };

  it.each([
    ['whose object unpacks to 8 GB', () => deltaBomb(512).pack, /over limit/],
    ['that claims four thousand million objects', () => withSum(header(0xffff_ffff)), /./],
    [
      'with a stream longer than it says',
      () => withSum(Buffer.concat([header(1), Buffer.from([0x3a]), deflateSync(Buffer.alloc(100 << 20))])),
      /./,
    ],
  ])('one %s is refused, in little memory', async (_, pack, says) => {
    const server = await servePack(pack());
    let most = 0;
    const sampling = setInterval(() => {
      most = Math.max(most, largestGit());
    }, 40);
    try {
      const failure = await failureOf(gitSource, server.url, newContext());
      expectSentence(failure, 'pack');
      expect(failure?.detail).toMatch(says);
      expect(most).toBeLessThan(1 << 30);
    } finally {
      clearInterval(sampling);
      await server.stop();
    }
  });
});

/** Resident bytes of the largest git that runs. */
function largestGit(): number {
  const rows = spawnSync('ps', ['-C', 'git', '-o', 'rss=']).stdout.toString().trim().split('\n');
  return Math.max(0, ...rows.map(Number)) * 1024;
}
