import { expect, test } from 'vitest';
import guide from '../../docs/guide.md?raw';
import { partAbout } from './guide-places.ts';

const paths =
  '/ /imports /imports/new /imports/a/b /imports-lists/1 /repositories/a/b /migrations /archives /archives/3/restore /people-book /tokens /applications /rate-limit /settings /settings/people /settings/network /settings/api /settings/maintenance /settings/security';

test('every screen has a part of the guide', () => {
  for (const path of paths.split(' ')) expect(partAbout(guide, path), path).not.toEqual([]);
  expect(partAbout(guide, '/settings/people')).not.toEqual(partAbout(guide, '/imports/a/b'));
});
