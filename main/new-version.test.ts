/** New versions are looked for only when a person wants it, and never by an installation that is kept offline. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askFeed, type Feed, FeedFailure, feedFile, feedOf, isNewer } from './new-version.ts';
import { VersionWatch } from './version-watch.ts';

const DAY_MS = 86_400_000;
/** As js-yaml writes it for electron-builder: long lines folded, the date quoted. */
const ANSWER = `version: 0.2.0
files:
  - url: gantry_0.2.0_amd64.deb
    sha512: c29tZQ==
    size: 75600000
path: gantry_0.2.0_amd64.deb
sha512: c29tZQ==
releaseDate: '2027-01-02T03:04:05.000Z'
releaseNotes: >-
  ## 0.2.0


  - A line that is so long that it was folded by the program that wrote it, as it
  is longer than eighty letters.
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-feed-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function watchWith(feed: Feed, { answer = () => new Response(ANSWER), now = () => 10 * DAY_MS, enabled = false } = {}) {
  const asked: string[] = [];
  const found: string[] = [];
  let kept = { looksForVersions: enabled, lookedForVersionsAt: null as number | null };
  const watch = new VersionWatch({
    feed,
    file: 'latest-linux.yml',
    current: '0.1.0',
    fetch: async (address) => {
      asked.push(String(address));
      return answer();
    },
    read: () => kept,
    write: (changes) => {
      kept = { ...kept, ...changes };
    },
    found: ({ version }) => found.push(version),
    now,
  });
  return { watch, asked, found, kept: () => kept };
}

const feed = { address: 'https://releases.example/latest' };

test('nobody is asked before a person says so; then once a day, and what is newer is told', async () => {
  let now = 10 * DAY_MS;
  const { watch, asked, found, kept } = watchWith(feed, { now: () => now });
  watch.begin();
  await watch.lookWhenDue();
  expect(asked).toEqual([]);
  watch.choose(true);
  await watch.lookWhenDue();
  expect(asked).toEqual(['https://releases.example/latest/latest-linux.yml']);
  now += DAY_MS;
  await watch.lookWhenDue();
  expect(asked).toHaveLength(2);
  expect(found).toContain('0.2.0');
  expect(kept().lookedForVersionsAt).toBe(now);
  watch.choose(false);
  now += 5 * DAY_MS;
  await watch.lookWhenDue();
  expect(asked).toHaveLength(2);
  watch.end();
});

test.each([
  ['by the environment', { GANTRY_OFFLINE: '1' }, false],
  ['by a file beside the app', {}, true],
])('an installation that is kept offline %s never asks, whatever was chosen', async (_how, env, isMarked) => {
  writeFileSync(join(folder, 'app-update.yml'), `provider: generic\nurl: ${feed.address}\n`);
  if (isMarked) writeFileSync(join(folder, 'offline'), '');
  const { watch, asked } = watchWith(feedOf(folder, env), { enabled: true });
  expect(watch.state()).toMatchObject({ enabled: false, refusal: expect.stringContaining('kept offline') });
  watch.choose(true);
  await watch.lookWhenDue();
  await expect(watch.look()).rejects.toThrow('never looks for new versions');
  expect(asked).toEqual([]);
  watch.end();
});

test('a copy that is no release has no place to ask; a release has the one of its configuration', () => {
  expect(feedOf(folder, {})).toEqual({ refusal: expect.stringContaining('not one of the releases') });
  for (const broken of ['{', 'provider: github\nowner: x\n', 'provider: generic\nurl: file:///etc/passwd\n']) {
    writeFileSync(join(folder, 'app-update.yml'), broken);
    expect(feedOf(folder, {})).toHaveProperty('refusal');
  }
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\nurl: https://releases.example/latest/\n');
  expect(feedOf(folder, {})).toEqual(feed);
});

test('what the feed says is read, notes among it; what it should not say is refused with a sentence', async () => {
  const ask = (text: string, status = 200) =>
    askFeed(feed.address, {
      file: 'latest.yml',
      current: '0.1.0',
      fetch: async () => new Response(text, { status }),
    });
  const found = await ask(ANSWER);
  expect(found).toMatchObject({ version: '0.2.0', is_newer: true, released_at: '2027-01-02T03:04:05.000Z' });
  expect(found.notes).toBe(
    '## 0.2.0\n\n- A line that is so long that it was folded by the program that wrote it, as it is longer than eighty letters.',
  );
  expect((await ask('version: 0.1.0\n')).is_newer).toBe(false);
  for (const strange of ['', 'version: "<b>"', 'version: 1', '[', 'releaseNotes: x', '<html></html>'])
    await expect(ask(strange)).rejects.toThrow(FeedFailure);
  await expect(ask('version: 0.2.0', 404)).rejects.toThrow('it answered 404');
  await expect(ask('x'.repeat(2_000_000))).rejects.toThrow('it answered too much');
});

test('a machine that is offline is told so when a person asks, and nothing is said when nobody did', async () => {
  const { watch, found } = watchWith(feed, {
    enabled: true,
    answer: () => {
      throw new Error('net::ERR_INTERNET_DISCONNECTED');
    },
  });
  await watch.lookWhenDue();
  expect(found).toEqual([]);
  await expect(watch.look()).rejects.toThrow('Try again when this machine is online.');
});

test('versions are compared as numbers; the file of the feed is that of the system', () => {
  expect([isNewer('0.10.0', '0.9.9'), isNewer('0.1.0', '0.1.0'), isNewer('0.1.0', '0.2.0')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isNewer('1.0.0', '1.0.0-beta.1')).toBe(false);
  expect(feedFile('linux', 'x64')).toBe('latest-linux.yml');
  expect(feedFile('linux', 'arm64')).toBe('latest-linux-arm64.yml');
  expect(feedFile('darwin', 'arm64')).toBe('latest-mac.yml');
  expect(feedFile('win32', 'x64')).toBe('latest.yml');
});
