/** What the packaged app is made of, as far as files say it (docs/security.md, "The window"). */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeFeed, writeFeedAddress } from '../scripts/package/feed.mjs';
import { askFeed, feedOf } from './new-version.ts';

const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');

test('the fuses of the packaged app leave no other way in', () => {
  const fuses = Object.fromEntries(
    [...file('electron-builder.yml').matchAll(/^ {2}(\w+): (true|false)$/gm)].map(([, name, value]) => [name, value]),
  );
  expect(fuses).toMatchObject({
    runAsNode: 'false',
    enableNodeOptionsEnvironmentVariable: 'false',
    enableNodeCliInspectArguments: 'false',
    enableCookieEncryption: 'true',
    enableEmbeddedAsarIntegrityValidation: 'true',
    onlyLoadAppFromAsar: 'true',
    grantFileProtocolExtraPrivileges: 'false',
  });
});

test('the app is built with one named version of Electron, which the lock file holds to', () => {
  const { version } = JSON.parse(file('package-lock.json')).packages['node_modules/electron'];
  const { electron } = JSON.parse(file('package.json')).optionalDependencies;
  expect(electron).toBe(version);
  expect(electron).toMatch(/^\d+\.\d+\.\d+$/);
});

test('links to places of the window lead to the app, and as one argument that is no option', () => {
  const entry = file('packaging/linux/gantry.desktop');
  expect(entry).toMatch(/^MimeType=(.*;)?x-scheme-handler\/gantry;/m);
  // %F leaves out what is no file.
  expect(entry).toMatch(/^Exec=gantry %U$/m);
  expect(file('electron-builder.yml')).toMatch(/^protocols:\n {2}- name: Gantry\n {4}schemes: \[gantry\]$/m);
});

test('the feed of the releases is one that the app reads, with what the changelog says of the version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-feed-'));
  try {
    mkdirSync(join(folder, 'resources'));
    writeFileSync(join(folder, 'gantry_0.1.0_amd64.deb'), 'a package');
    const { version } = JSON.parse(file('package.json'));
    writeFeedAddress(folder);
    const name = await writeFeed({ made: folder, version }, ['gantry_0.1.0_amd64.deb']);
    const feed = feedOf(join(folder, 'resources'), {});
    expect(feed).toEqual({ address: expect.stringMatching(/^https:\/\/github\.com\/.*\/latest\/download$/) });
    const found = await askFeed('https://releases.example', {
      file: name,
      current: '0.0.1',
      fetch: async () => new Response(readFileSync(join(folder, name))),
    });
    expect(found).toMatchObject({ version, is_newer: true, notes: expect.stringContaining('Imports from Subversion') });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
