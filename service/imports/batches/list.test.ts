import { expect, test } from 'vitest';
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
