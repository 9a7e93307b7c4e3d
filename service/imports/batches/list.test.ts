import { expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { readList } from './list.ts';

test('passwords come as they are written; of a table without the blanks around its cells', () => {
  const json = JSON.stringify([{ address: ' /srv/a ', user: 'me', password: " '=open sesame " }]);
  expect(readList(json).sources).toMatchObject([
    { vcs_url: '/srv/a', credentials: { username: 'me', password: " '=open sesame " } },
  ]);
  const table = 'address, user, password\n/srv/a, me, \'=open sesame\n/srv/b,me,"\'-open, sesame"\n';
  expect(readList(table).sources).toMatchObject([
    { credentials: { password: "'=open sesame" } },
    { credentials: { password: "'-open, sesame" } },
  ]);
});

test('an address a line needs no header, and what begins with # is a remark', () => {
  const { sources, problem } = readList('# team a\nhttps://host/a.git\n\ngit@host:b.git\n  # gone\n/srv/c\n');
  expect(problem).toBeNull();
  expect(sources.map(({ line, vcs_url }) => [line, vcs_url])).toEqual([
    [2, 'https://host/a.git'],
    [4, 'git@host:b.git'],
    [6, '/srv/c'],
  ]);
  expect(readList('# ours\naddress,owner\n#https://host/off,x\nhttps://host/a,acme\n').sources).toMatchObject([
    { line: 4, vcs_url: 'https://host/a', owner: 'acme' },
  ]);
  expect(inEnglish(readList('tool\nhttps://host/a\n').problem ?? '')).toMatch(/^The first line must name/);
});

test('what is nested deeply is refused before it is read, and fields that are no text by their element', () => {
  for (const bomb of ['['.repeat(7_800_000), `[{"url":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`]) {
    expect(inEnglish(readList(bomb).problem ?? '')).toBe('The JSON must be an array of objects whose fields are text.');
  }
  for (const odd of [{ toString: 1, valueOf: 1 }, ['/srv/a'], {}]) {
    const { sources, problem } = readList(JSON.stringify([{ url: '/srv/a' }, { url: odd }]));
    expect([sources, inEnglish(problem ?? '')]).toEqual([
      [],
      'Element 2 of the JSON holds a list or an object as "vcs_url". Give text.',
    ]);
  }
  const passedOver = JSON.stringify([{ url: '/srv/a', more: [{ of: ['it'] }], owner: null, name: 7 }]);
  expect(readList(passedOver).sources).toMatchObject([{ vcs_url: '/srv/a', owner: null, repo: '7' }]);
});
