/** An update of a server's repository brings what is new alone, and leaves what an import from nothing would. */
import { execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { changingMercurial } from '../../testing/changing-sources.ts';
import type { SourceContext } from '../source.ts';
import { mercurialSource } from './index.ts';
import { HgWorkspace } from './testing/hg.ts';
import { serveHg } from './testing/serve-hg.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept copy '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const GOES_ON = /^Asking .* for what is new since it was copied\.$/;
const ASKS_ALL = /the (?:server|source) is asked for all of it/;

interface Fetching {
  context: SourceContext;
  lines: string[];
}

function fetching(place = mkdtempSync(join(folder, 'import '))): Fetching {
  const lines: string[] = [];
  return {
    lines,
    context: {
      ...{ credentials: null, signal: new AbortController().signal, folder: place },
      privateFolder: mkdtempSync(join(folder, 'private ')),
      onProgress: () => undefined,
      onLog: (_level, text) => void lines.push(inEnglish(text)),
      onAuthors: () => undefined,
      keepsEarlier: true,
    },
  };
}

/** What a fetch left, without what is of this fetch alone. */
function leftIn({ context }: Fetching) {
  const staging = join(context.folder, 'staging.git');
  const refs = execFileSync('git', ['--git-dir', staging, 'for-each-ref', '--format=%(refname) %(objectname)'], {
    encoding: 'utf8',
  });
  const { stamp: _stamp, ...says } = JSON.parse(readFileSync(join(context.folder, 'source.json'), 'utf8'));
  return { refs, says };
}

function sumsOf(place: string): string[] {
  return readdirSync(place, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(place, name)).isFile())
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha1')
          .update(readFileSync(join(place, name)))
          .digest('hex')}`,
    );
}

const fetched = (url: string, one: Fetching) =>
  mercurialSource.fetch(url, one.context).catch((error: unknown) => String(error));
const wentOn = ({ lines }: Fetching) =>
  lines.some((line) => GOES_ON.test(line)) && !lines.some((line) => ASKS_ALL.test(line));

/** Fetches what is there now into what was fetched before, and compares it with a fetch from nothing. */
async function requireSame(url: string, kept: Fetching, message = ''): Promise<void> {
  kept.lines.length = 0;
  const result = await fetched(url, kept);
  const anew = fetching();
  const other = await fetched(url, anew);
  const told = `${message}\n${kept.lines.join('\n')}`;
  expect(result, told).toEqual(other);
  if (typeof other !== 'string') expect(leftIn(kept), told).toEqual(leftIn(anew));
}

const served = async (path: string) => {
  const { url, stop } = await serveHg(path, 'ignore');
  onTestFinished(() => stop());
  return url;
};

/** First seed and how many; a recorded run takes dozens (docs/decisions/mercurial.md). */
const [first, count] = (process.env.GANTRY_UPDATE_SEEDS ?? '1,2').split(',').map(Number) as [number, number];

test.each(Array.from({ length: count }, (_, index) => first + index))(
  'a history of seed %i that changed in any way is what a fetch from nothing makes of it',
  async (seed) => {
    const source = changingMercurial(mkdtempSync(join(folder, 'changing ')), seed);
    for (let n = 0; n < 8; n++) source.change();
    const url = await served(source.url);
    const kept = fetching();
    await fetched(url, kept);
    for (let update = 0; update < 3; update++) {
      for (let n = 0; n < 1 + update; n++) source.change();
      await requireSame(url, kept, source.done.join('\n'));
    }
  },
);

const made = (name: string) => new HgWorkspace(mkdtempSync(join(folder, `${name} `)));
/** Changesets of noise, which no packing makes small. */
const noise = (hg: HgWorkspace, from: number, to: number) => {
  for (let n = from; n < to; n++) {
    hg.write(`noise${n}`, randomBytes(60_000).toString('base64'));
    hg.commit(`change ${n}`);
  }
};

test('what is new comes alone; what was there before stays as it was, and none of it a second time', async () => {
  const hg = made('large');
  noise(hg, 0, 6);
  const url = await served(hg.path);
  const line = await countingLine(Number(new URL(url).port));
  const kept = fetching();
  await fetched(line.url, kept);
  const before = line.bytes();
  expect(before).toBeGreaterThan(300_000);
  const source = join(kept.context.folder, 'source');
  // The files of the copy before may have other names still.
  const other = mkdtempSync(join(folder, 'held '));
  execFileSync('cp', ['-al', join(source, '.hg', 'store'), other]);
  const sums = sumsOf(other);
  hg.write('small', 'one');
  hg.commit('small');
  await fetched(line.url, kept);
  expect(wentOn(kept), kept.lines.join('\n')).toBe(true);
  expect(line.bytes() - before).toBeLessThan(20_000);
  expect(sumsOf(other)).toEqual(sums);
  await requireSame(url, kept);
  expect(readdirSync(kept.context.folder)).not.toContain('fetching');
  expect(readdirSync(kept.context.folder)).not.toContain('arriving');
  expect(readdirSync(join(source, '.hg'))).not.toContain('strip-backup');
});

test('a line that breaks in the middle of what is new goes on in pieces, from what was there', async () => {
  const hg = made('broken');
  noise(hg, 0, 6);
  const url = await served(hg.path);
  const line = await countingLine(Number(new URL(url).port));
  const kept = fetching();
  await fetched(line.url, kept);
  const before = line.bytes();
  noise(hg, 6, 9);
  hg.hg('strip', '--config', 'extensions.strip=', '--no-backup', '-f', '4');
  noise(hg, 4, 7);
  line.cutAfter(100_000);
  expect(await fetched(line.url, kept)).toMatch(/broke off/);
  line.cutAfter(Number.POSITIVE_INFINITY);
  kept.lines.length = 0;
  await fetched(line.url, kept);
  // Of seven changesets of 60 KB three are new, and more than one of these came twice.
  expect(line.bytes() - before).toBeLessThan(380_000);
  expect(kept.lines.join('\n')).not.toMatch(ASKS_ALL);
  expect(readdirSync(kept.context.folder)).not.toContain('arriving');
  await requireSame(url, kept);
});

test('another repository in the place, and the same changesets in another order, are fetched whole', async () => {
  const place = join(mkdtempSync(join(folder, 'place ')), 'hg');
  const hg = new HgWorkspace(place);
  hg.write('a', '1');
  const root = hg.commit('root');
  hg.write('a', '2');
  const one = hg.commit('one');
  hg.hg('update', '-q', '-C', root);
  hg.write('a', '3');
  const two = hg.commit('two');
  const url = await served(place);
  const kept = fetching();
  await fetched(url, kept);

  const turned = made('turned');
  for (const node of [two, one]) turned.hg('pull', '-q', '-r', node, place);
  rmSync(join(place, '.hg'), { recursive: true });
  renameSync(join(turned.path, '.hg'), join(place, '.hg'));
  const anew = await served(place);
  await requireSame(anew, kept);
  expect(kept.lines.join('\n')).toMatch(/another order\): the server is asked for all of it/);

  const other = made('other');
  other.write('b', '1');
  other.commit('of another history');
  rmSync(join(place, '.hg'), { recursive: true });
  renameSync(join(other.path, '.hg'), join(place, '.hg'));
  await requireSame(await served(place), kept);
  expect(kept.lines.join('\n')).toMatch(ASKS_ALL);
});

test('a copy that was damaged on this disk is fetched whole', async () => {
  const hg = made('damaged');
  noise(hg, 0, 2);
  const url = await served(hg.path);
  const kept = fetching();
  await fetched(url, kept);
  const data = join(kept.context.folder, 'source/.hg/store/data');
  const [file] = readdirSync(data).filter((name) => name.startsWith('noise0'));
  const bytes = readFileSync(join(data, `${file}`));
  bytes.fill(7, bytes.length - 2000, bytes.length - 1000);
  writeFileSync(join(data, `${file}`), bytes);
  hg.write('small', 'one');
  hg.commit('small');
  await requireSame(url, kept);
  expect(kept.lines.join('\n')).toMatch(ASKS_ALL);
});

/** A line to a server that counts what the server sends, and is cut after so much of it. */
async function countingLine(port: number) {
  let sent = 0;
  let left = Number.POSITIVE_INFINITY;
  const door = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => other.destroy());
    }
    near.pipe(far);
    far.on('data', (bytes: Buffer) => {
      sent += bytes.length;
      left -= bytes.length;
      if (left <= 0) near.resetAndDestroy();
      else near.write(bytes);
    });
  });
  await new Promise<void>((open) => door.listen(0, '127.0.0.1', open));
  onTestFinished(() => void door.close());
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}/`,
    bytes: () => sent,
    cutAfter: (bytes: number) => {
      left = bytes;
    },
  };
}
