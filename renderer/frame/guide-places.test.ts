import { expect, test } from 'vitest';
import router from '../router.tsx?raw';
import { guide } from '../screens/about/guide-english.ts';
import { pageAbout } from './guide-places.ts';

/** Paths of all screens, with something for each parameter; those of the settings stand below their own route. */
const paths = [...router.matchAll(/getParentRoute: \(\) => (\w+),\s+path: '([^']+)'/g)].map(([, parent, path = '']) =>
  `${parent === 'settingsRoute' ? '/settings' : ''}${path}`.replaceAll(/\$\w*/g, '3'),
);

test('every screen has a page of the guide', () => {
  expect(paths.length).toBeGreaterThan(25);
  for (const path of paths) {
    expect(guide.has(pageAbout(path)), path).toBe(true);
    expect(pageAbout(path), path).not.toBe('README');
  }
  expect(pageAbout('/settings/people')).not.toBe(pageAbout('/imports/a/b'));
});
