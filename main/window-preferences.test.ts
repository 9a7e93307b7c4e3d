import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { boundsOnScreen, readWindowPreferences, writeWindowPreferences } from './window-preferences.ts';

describe('window preferences', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry preferences '));

  it('come back as they were written', () => {
    const file = join(folder, 'new', 'window.json');
    const preferences = {
      bounds: { x: 1, y: 2, width: 900, height: 700 },
      maximized: true,
      colorScheme: 'dark' as const,
      language: 'de' as const,
      askAtStart: true,
      lastLogin: 'ann',
      leftClosed: true,
      allowedFolders: ['/srv/svn'],
      keepsOlderPlace: false,
      looksForVersions: true,
      lookedForVersionsAt: 1,
    };
    writeWindowPreferences(file, preferences);
    expect(readWindowPreferences(file)).toEqual(preferences);
  });

  it('are the defaults when the file is missing or damaged', () => {
    const defaults = {
      bounds: null,
      maximized: false,
      colorScheme: 'auto',
      language: 'system',
      askAtStart: false,
      lastLogin: null,
      leftClosed: false,
      allowedFolders: [],
      keepsOlderPlace: false,
      looksForVersions: false,
      lookedForVersionsAt: null,
    };
    expect(readWindowPreferences(join(folder, 'missing.json'))).toEqual(defaults);
    const damaged = join(folder, 'damaged.json');
    writeFileSync(damaged, '{"bounds": {"x"');
    expect(readWindowPreferences(damaged)).toEqual(defaults);
  });

  it.each([
    ['null'],
    ['[]'],
    ['{"maximized": "yes"}'],
    ['{"bounds": {"x": 0, "y": 0, "width": 0, "height": 600}}'],
    ['{"bounds": {"x": 0.5, "y": 0, "width": 800, "height": 600}}'],
    ['{"bounds": {"x": 0, "y": 0, "width": 800}}'],
    ['{"colorScheme": "pink"}'],
    ['{"language": "fr"}'],
    ['{"lastLogin": 7}'],
    ['{"allowedFolders": ["/srv", 7]}'],
    ['{"lookedForVersionsAt": "today"}'],
  ])('are the defaults where the file says what cannot be: %s', (text) => {
    const file = join(folder, 'strange.json');
    writeFileSync(file, text);
    expect(readWindowPreferences(file)).toEqual(readWindowPreferences(join(folder, 'missing.json')));
  });

  it('are the defaults in what an earlier version did not know, and without what a later one knows', () => {
    const file = join(folder, 'other.json');
    writeFileSync(file, '{"colorScheme": "dark", "later": 1}');
    const defaults = readWindowPreferences(join(folder, 'missing.json'));
    expect(readWindowPreferences(file)).toEqual({ ...defaults, colorScheme: 'dark' });
  });

  it('of one reading are not those of another', () => {
    readWindowPreferences(join(folder, 'missing.json')).allowedFolders.push('/srv');
    expect(readWindowPreferences(join(folder, 'missing.json')).allowedFolders).toEqual([]);
  });
});

describe('boundsOnScreen', () => {
  const screens = [{ x: 0, y: 0, width: 1920, height: 1080 }];

  it('keeps a window that can be grabbed', () => {
    const bounds = { x: 1700, y: 900, width: 800, height: 600 };
    expect(boundsOnScreen(bounds, screens)).toBe(bounds);
  });

  it('forgets one whose screen is gone', () => {
    expect(boundsOnScreen({ x: 3000, y: 100, width: 800, height: 600 }, screens)).toBeNull();
    expect(boundsOnScreen({ x: 100, y: -400, width: 800, height: 600 }, screens)).toBeNull();
    expect(boundsOnScreen(null, screens)).toBeNull();
  });
});
