import { expect, test } from 'vitest';
import { closingArguments } from './windows-access.ts';

const env = { USERPROFILE: 'C:\\Users\\Ann', USERNAME: 'Ann', USERDOMAIN: 'OFFICE' };

test('a data folder outside of the profile is given to its owner, the system and administrators alone', () => {
  expect(closingArguments('D:\\Gantry data', env)).toEqual([
    'D:\\Gantry data',
    '/inheritance:r',
    '/grant:r',
    'OFFICE\\Ann:(OI)(CI)F',
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
  ]);
  // Another one's profile, or one whose name only begins alike, is not ours.
  expect(closingArguments('C:\\Users\\Annabel\\data', env)).not.toBeNull();
  expect(closingArguments('C:\\Users', env)).not.toBeNull();
});

test('what lies in the profile is closed by Windows, however the path is written', () => {
  expect(closingArguments('C:\\Users\\Ann\\AppData\\Local\\Gantry', env)).toBeNull();
  expect(closingArguments('c:\\users\\ANN\\data', env)).toBeNull();
});
