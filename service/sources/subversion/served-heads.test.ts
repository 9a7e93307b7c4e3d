import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listingsOf, type Server } from './served-heads.ts';
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
  const server: Server = { revision: 1, access, rootUrl: pathToFileURL(repository).href, isNear: true, wholeLeft: 0 };
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
