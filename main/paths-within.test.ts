import { describe, expect, it } from 'vitest';
import { fileWithin, liesWithin } from './paths-within.ts';

describe('fileWithin', () => {
  it('names files below the folder', () => {
    expect(fileWithin('/app/out', '/index.html')).toBe('/app/out/index.html');
    expect(fileWithin('/app/out', '/assets/a%20b.js')).toBe('/app/out/assets/a b.js');
  });

  it.each(['/../secret', '/..%2fsecret', '/%2e%2e/%2e%2e/etc/passwd', '/%00.html', '/%E0%A4%A'])(
    'refuses %s',
    (path) => {
      expect(fileWithin('/app/out', path)).toBeNull();
    },
  );
});

describe('liesWithin', () => {
  it('knows what lies in a folder', () => {
    expect(liesWithin('/data', '/data')).toBe(true);
    expect(liesWithin('/data', '/data/repositories/a b.git')).toBe(true);
    expect(liesWithin('/data', '/data/..hidden')).toBe(true);
  });

  it('is not taken in by names that begin alike, or by steps up', () => {
    expect(liesWithin('/data', '/database')).toBe(false);
    expect(liesWithin('/data', '/data/../etc')).toBe(false);
    expect(liesWithin('/data', '/')).toBe(false);
  });
});
