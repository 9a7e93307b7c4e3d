/** What arrives at a remote is what its name says, or does not arrive. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { asFailure } from '../../failures/as-failure.ts';
import { git } from '../../testing/git-sources.ts';
import { type LfsServer, startLfsServer } from '../../testing/lfs-server.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { objectsIn, uploadObjects } from './lfs-upload.ts';

const CONTENT = Buffer.alloc(700_000, 'large');
const OID = createHash('sha256').update(CONTENT).digest('hex');

let folder: string;
let ours: string;
let remote: string;
let lfs: LfsServer;
const own = () => objectPath(join(ours, 'lfs/objects'), OID);
const there = () => objectPath(join(remote, 'lfs/objects'), OID);

beforeAll(async () => {
  lfs = await startLfsServer('http://127.0.0.1:1');
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry contents '));
  [ours = '', remote = ''] = ['ours.git', 'remote.git'].map((name) => join(folder, name));
  for (const path of [ours, remote]) git(folder, ['init', '--quiet', '--bare', path]);
  for (const path of [own(), there()]) mkdirSync(dirname(path), { recursive: true });
  writeFileSync(own(), CONTENT);
  lfs.objects.clear();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
afterAll(() => lfs.stop());

async function upload(remoteUrl: string): Promise<string | null> {
  const signal = new AbortController().signal;
  const options = { repositoryPath: ours, remoteUrl, credentials: null, signal, onProgress: () => undefined };
  try {
    await uploadObjects(await objectsIn(ours), options);
    return null;
  } catch (error) {
    return asFailure(error).key;
  }
}

test('a content that was cut off in a folder is put there whole', async () => {
  writeFileSync(there(), CONTENT.subarray(0, 1000));
  expect(await upload(remote)).toBeNull();
  expect(readFileSync(there()).equals(CONTENT)).toBe(true);
  expect(await upload(remote)).toBeNull();
});

test.each([
  ['cut off', CONTENT.subarray(0, 300_000)],
  ['empty', Buffer.alloc(0)],
  ['another', Buffer.alloc(CONTENT.length, 'other')],
])('a content of ours that is damaged (%s) goes nowhere', async (_how, damaged) => {
  writeFileSync(own(), damaged);
  expect(await upload(remote)).toBe('lfs.own_damaged');
  expect(existsSync(there())).toBe(false);
  // Storage that checks nothing.
  const bodies: number[] = [];
  lfs.habits = {
    answer: (request, response) => {
      if (request.method !== 'PUT') return false;
      let size = 0;
      request.on('error', () => undefined);
      request.on('data', (bytes: Buffer) => {
        size += bytes.length;
      });
      request.on('end', () => {
        bodies.push(size);
        response.writeHead(200).end();
      });
      return true;
    },
  };
  expect(await upload(`${lfs.url}/r.git`)).toBe('lfs.own_damaged');
  expect(bodies).toEqual([]);
});
