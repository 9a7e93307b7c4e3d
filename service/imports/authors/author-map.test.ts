import { expect, test } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { readAuthorsCsv, readAuthorsText, writeAuthorsCsv, writeAuthorsText } from './author-map.ts';
import { readAnyMap } from './read-map.ts';

const entries = [
  { remote_name: 'svner', name: 'Sven Er', email: 'sven@example.org' },
  { remote_name: '=cmd|x', name: '@home', email: '+a@example.org' },
  { remote_name: "'quoted", name: 'A "B", C', email: "'=x@example.org" },
  { remote_name: 'Ann <ann@old>', name: 'Ann', email: '' },
];

test('CSV comes back as it was written, and nothing in it runs as a formula', () => {
  const text = writeAuthorsCsv(entries);
  expect(readAuthorsCsv(text)).toEqual({ entries, problems: [] });
  for (const cell of text.split(/\r\n|,/)) expect(cell).not.toMatch(/^"?[=+@-]/);
});

test('CSV: the system whose sources call somebody so, where there is one', () => {
  const people = [
    { remote_name: 'ann', name: 'Ann', email: 'ann@x.org', vcs: 'subversion' as const },
    { remote_name: 'ann', name: 'Ann Other', email: 'other@x.org' },
  ];
  const text = writeAuthorsCsv(people);
  expect(text.split('\r\n')[0]).toBe('remote_name,name,email,vcs');
  expect(readAuthorsCsv(text)).toEqual({ entries: people, problems: [] });
  expect(readAuthorsCsv('vcs,remote_name,name,email\ncvs,a,A,a@x.org').problems.map(inEnglish)).toEqual([
    'Line 2: names "cvs" as its system. Write subversion, git, mercurial, tfvc, or nothing.',
  ]);
});

test('authors.txt comes back as it was written', () => {
  expect(readAuthorsText(writeAuthorsText(entries))).toEqual({ entries, problems: [] });
});

test('authors.txt: what cannot be read is listed by its line, the rest is taken', () => {
  const { entries: read, problems } = readAuthorsText(
    '\ufeff# team\r\njrandom = J. Random <j@example.org>\r\n\r\nnobody\n(no author) = Nobody <>\nx = Eve\n = A <a@b>\ny =  <y@z>\njrandom = Other <o@b>',
  );
  expect(read).toEqual([
    { remote_name: 'jrandom', name: 'Other', email: 'o@b' },
    { remote_name: '(no author)', name: 'Nobody', email: '' },
  ]);
  expect(problems.map((problem) => inEnglish(problem).slice(0, 7))).toEqual([
    'Line 4:',
    'Line 6:',
    'Line 7:',
    'Line 8:',
    'Line 9:',
  ]);
});

test('authors.txt as other tools have it: quotes, zones of time, no "="', () => {
  const { entries: read, problems } = readAuthorsText(
    [
      '"Ann <ann@old>"="Ann B. <ann@x.org>"',
      'bob = Bob <bob@x.org> Europe/Stockholm',
      'cid = Cid <cid@x.org> UTC',
      'coolo Stephan K. <coolo@x.org>',
      'Dee <dee@old> = Dee <dee@x.org>',
    ].join('\n'),
  );
  expect(problems).toEqual([]);
  expect(read).toEqual([
    { remote_name: 'Ann <ann@old>', name: 'Ann B.', email: 'ann@x.org' },
    { remote_name: 'bob', name: 'Bob', email: 'bob@x.org' },
    { remote_name: 'cid', name: 'Cid', email: 'cid@x.org' },
    { remote_name: 'coolo', name: 'Stephan K.', email: 'coolo@x.org' },
    { remote_name: 'Dee <dee@old>', name: 'Dee', email: 'dee@x.org' },
  ]);
});

test('CSV: semicolons, columns in another order, line ends in cells, an open quote', () => {
  expect(readAuthorsCsv('email;remote_name;name\na@b;x;"X\nY"\nb@c;y;Y').problems.map(inEnglish)).toEqual([
    'Line 2: The name holds "<", ">" or a line end, which Git cannot store. Remove them.',
  ]);
  expect(readAuthorsCsv('email;remote_name;name\nb@c;y;Y').entries).toEqual([
    { remote_name: 'y', name: 'Y', email: 'b@c' },
  ]);
  expect(readAuthorsCsv('remote_name\tname\temail\ny\tY, Z\tb@c').entries).toEqual([
    { remote_name: 'y', name: 'Y, Z', email: 'b@c' },
  ]);
  expect(readAuthorsCsv('a,A,a@b\nb,"B,b@c').problems.map(inEnglish)).toEqual([
    'Line 2: has a quote that is never closed.',
  ]);
  expect(readAuthorsCsv('a,A\n').problems).toHaveLength(1);
});

test('lines that are nearly all blanks, or signs of a map, are read or told like any other', async () => {
  const blanks = ' '.repeat(500_000);
  const { entries, problems } = readAuthorsText(`ann =${blanks}Ann <a@b.org>\nx = ${blanks}!\n`);
  expect(entries).toEqual([{ remote_name: 'ann', name: 'Ann', email: 'a@b.org' }]);
  expect(problems).toHaveLength(1);
  expect(await readAnyMap('= <'.repeat(300_000))).toMatchObject({ entries: [] });
  expect((await readAnyMap('ann = Ann <a@b.org>  \nbroken')).entries).toHaveLength(1);
  expect((await readAnyMap('a,"b = c",d <e@f>\n')).problems).toHaveLength(1);
});
