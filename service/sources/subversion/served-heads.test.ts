import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingsOf, type Server, serverOf } from './served-heads.ts';
import { makeRepository } from './testing/oracle.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-listings-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('several folders are listed in one question, within one another as well; one that is not there spoils it', async () => {
  const executable = { properties: { 'svn:executable': '*', 'svn:mime-type': 'text/plain' } };
  const repository = makeRepository(folder, (dump) => {
    dump.revision('R1').dir('trunk').dir('trunk/ä %41 b').dir('tags').dir('tags/empty');
    dump.file('trunk/a & <b>', 'one\n').file('trunk/ä %41 b/run', 'run\n', executable);
    dump.file('trunk/link', 'link a', { properties: { 'svn:special': '*' } });
  });
  const privateFolder = join(folder, 'private');
  mkdirSync(privateFolder);
  const access = { credentials: null, privateFolder, signal: new AbortController().signal };
  const rootUrl = pathToFileURL(repository).href;
  const server: Server = { revision: 1, access, rootUrl, isNear: true, near: null, wholeLeft: 0 };
  const listings = await listingsOf(server, ['trunk/ä %41 b', 'tags/empty', 'trunk']);
  expect(Object.fromEntries(listings ?? [])).toEqual({
    'trunk/ä %41 b': {
      ...{ sizes: new Map([['run', 4]]), executable: new Set(['run']), special: new Set(), sums: null },
    },
    'tags/empty': { sizes: new Map(), executable: new Set(), special: new Set(), sums: null },
    trunk: {
      sizes: new Map([
        ['a & <b>', 4],
        ['link', 6],
        ['ä %41 b/run', 4],
      ]),
      executable: new Set(['ä %41 b/run']),
      special: new Set(['link']),
      sums: null,
    },
  });
  expect(await listingsOf(server, ['trunk', 'branches'])).toBeNull();
  expect(readdirSync(privateFolder).filter((name) => name.startsWith('answer-'))).toEqual([]);
});

const access = (signal = new AbortController().signal) => ({
  credentials: null,
  privateFolder: join(folder, 'private'),
  signal,
});

/** What svnserve says must be what svn says, in every revision. */
async function bothWays(repository: string, folders: readonly string[], revisions: readonly number[]) {
  const { signal, privateFolder, credentials } = access();
  const asked = await serverOf({ url: pathToFileURL(repository).href, privateFolder, credentials }, signal);
  if (asked?.near == null) throw new Error('there is no svnserve to ask');
  const lists = [];
  for (const revision of revisions) {
    for (const one of folders) {
      const server: Server = { ...asked, revision, wholeLeft: 0 };
      const said = await listingsOf({ ...server, near: null }, [one]);
      const near = await asked.near.files(one, revision);
      expect(near === null, `${one}@${revision}`).toBe(said === null);
      const found = await listingsOf({ ...server, access: { ...server.access, privateFolder: '/nowhere' } }, [one]);
      expect(sorted(found), `${one}@${revision}`).toEqual(sorted(said));
      lists.push(found);
    }
  }
  const later: Server = { ...asked, revision: 99, wholeLeft: 0 };
  await expect(asked.near.files('trunk', 99)).rejects.toMatchObject({ key: 'subversion.no_sense' });
  await expect(listingsOf(later, ['trunk'])).rejects.toMatchObject({
    detail: expect.stringContaining('No such revision 99'),
  });
  await asked.near.close();
  return lists;
}

function sorted(lists: Awaited<ReturnType<typeof listingsOf>>) {
  return lists === null
    ? null
    : [...lists].map(([name, { sizes, executable, special, sums }]) => [
        name,
        [...sizes].sort(),
        [...(executable ?? [])].sort(),
        [...(special ?? [])].sort(),
        sums,
      ]);
}

it.skipIf(process.platform === 'win32')(
  'one svnserve answers for a folder of this machine what svn answers, whatever names and properties there are',
  async () => {
    const repository = makeRepository(folder, (dump) => {
      dump.revision('R1').dir('trunk').dir('trunk/ä %41 b').dir('branches').dir('trunk/empty');
      dump
        .file('trunk/a & <b> (1) 3:x', 'one\n')
        .file('trunk/ä %41 b/ü', 'run\n', { properties: { 'svn:executable': '*' } });
      dump.file('trunk/link', 'link a', { properties: { 'svn:special': '*', odd: 'a ) ( 5:b\n success ' } });
      dump.file('trunk/both', 'link a', { properties: { 'svn:special': '*', 'svn:executable': '*' } });
      dump.revision('R2').copyDir('branches/b', 'trunk', 1);
      dump.revision('R3').delete('trunk/ä %41 b').file('branches/b/nothing', '');
      dump.revision('R4').delete('branches');
    });
    // What the repository says of itself could name any file, or refuse everybody.
    writeFileSync(join(repository, 'conf/svnserve.conf'), '[general]\nanon-access = none\npassword-db = /nowhere\n');
    const lists = await bothWays(
      repository,
      ['', 'trunk', 'branches', 'branches/b', 'trunk/ä %41 b', 'gone'],
      [0, 1, 2, 3, 4],
    );
    expect(lists.map((list) => list?.values().next().value?.sizes.size ?? null)).toEqual(
      [0, null, null, null, null, null].concat(
        [4, 4, 0, null, 1, null],
        [8, 4, 4, 4, 1, null],
        [8, 3, 5, 5, null, null],
        [3, 3, null, null, null, null],
      ),
    );
  },
);

it.skipIf(process.platform === 'win32')(
  'svn is asked where svnserve is not there, or says nothing that is sense',
  async () => {
    const repository = makeRepository(folder, (dump) => {
      dump
        .revision('R1')
        .dir('trunk')
        .file('trunk/run', 'run\n', { properties: { 'svn:executable': '*' } });
    });
    const bin = join(folder, 'bin');
    mkdirSync(bin);
    const before = process.env.PATH;
    const svn = execFileSync('sh', ['-c', 'command -v svn'], { encoding: 'utf8' }).trim();
    symlinkSync(svn, join(bin, 'svn'));
    for (const script of [null, 'exit 1', 'echo "( success ( 2 2 ( ) ( ) ) ) "; cat', 'echo ")"; sleep 9']) {
      if (script !== null)
        writeFileSync(join(bin, 'svnserve'), `#!/bin/sh\nPATH='${before}'\n${script}\n`, { mode: 0o755 });
      process.env.PATH = bin;
      try {
        const { signal, privateFolder, credentials } = access();
        const asked = await serverOf({ url: pathToFileURL(repository).href, privateFolder, credentials }, signal);
        if (asked === null) throw new Error('no server');
        const found = await listingsOf({ ...asked, revision: 1, wholeLeft: 0 }, ['trunk']);
        expect(found?.get('trunk'), String(script)).toEqual({
          ...{ sizes: new Map([['run', 4]]), executable: new Set(['run']), special: new Set(), sums: null },
        });
        await asked.near?.close();
      } finally {
        process.env.PATH = before;
      }
    }
  },
);
