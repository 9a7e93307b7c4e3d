import { expect, test } from 'vitest';
import { readLocation } from './location.ts';

test.each<[string, [string, string | null][]]>([
  ['https://dev.azure.com/contoso', [['https://dev.azure.com/contoso', null]]],
  ['https://dev.azure.com/contoso/Fabrikam%20Fiber/', [['https://dev.azure.com/contoso', 'Fabrikam Fiber']]],
  ['https://dev.azure.com/contoso/Web/_versionControl?path=x', [['https://dev.azure.com/contoso', 'Web']]],
  ['https://contoso.visualstudio.com', [['https://contoso.visualstudio.com', null]]],
  ['https://contoso.visualstudio.com/Web', [['https://contoso.visualstudio.com', 'Web']]],
  [
    'https://contoso.visualstudio.com/DefaultCollection/Web',
    [['https://contoso.visualstudio.com/DefaultCollection', 'Web']],
  ],
  ['https://host:8080/tfs/DefaultCollection', [['https://host:8080/tfs/DefaultCollection', null]]],
  ['http://host/tfs/Default%20Collection/Web', [['http://host/tfs/Default%20Collection', 'Web']]],
  [
    'https://host/Collection/Web',
    [
      ['https://host/Collection', 'Web'],
      ['https://host/Collection/Web', null],
    ],
  ],
  ['https://dev.azure.com', []],
  ['https://dev.azure.com/contoso/Web/_git/tool', []],
  ['svn://host/tfs/DefaultCollection', []],
  ['/srv/repository', []],
])('%s', (address, readings) => {
  expect(readLocation(address).map(({ collection, project }) => [collection, project])).toEqual(readings);
});
