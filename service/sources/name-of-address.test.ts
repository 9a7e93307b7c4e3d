import { expect, test } from 'vitest';
import { nameOfAddress } from './name-of-address.ts';

test.each([
  ['https://h/svn/tool/trunk?p=1#x', 'tool'],
  ['https://h/a%20b.git', 'a-b'],
  ['git@h:team/tool.git', 'tool'],
  ['/srv/C# tools/one.git', 'one'],
  ['/srv/100%25.git', '100-25'],
  ['/srv/what?/one', 'one'],
  ['C:\\repos\\tool', 'tool'],
  ['file:///srv/C%23/trunk', 'C'],
  ['/', 'repository'],
])('the repository that is made from %s is called %s', (url, name) => {
  expect(nameOfAddress(url)).toBe(name);
});
