import { expect, test } from 'vitest';
import type { CommitAuthor } from '../../../service/api/imports/import-schemas.ts';
import { isTable, readPeople } from './pasted-people.ts';

const author = (id: number, remote_name: string) => ({ id, remote_name, mapped: false }) as CommitAuthor;
const authors = [author(1, 'anna'), author(2, 'CORP\\boris'), author(3, 'ANNA')];

test('rows of a spreadsheet find their authors, whatever the case', () => {
  const text =
    'Anna\tAnna Lee\tanna@example.org\r\nCORP\\boris\t"Boris, B."\tb@example.org\n\nnobody\tN\tn@x.org\nanna\t\tx\n';
  expect(readPeople(text, authors)).toEqual({
    mappings: [
      { id: 1, name: 'Anna Lee', email: 'anna@example.org' },
      { id: 3, name: 'Anna Lee', email: 'anna@example.org' },
      { id: 2, name: 'Boris, B.', email: 'b@example.org' },
    ],
    unknown: 1,
    unusable: 1,
  });
});

test('lines of an author map are taken as well', () => {
  expect(readPeople('anna = Anna Lee <anna@example.org>', authors).mappings).toHaveLength(2);
  expect(readPeople('CORP\\boris\tBoris <b@x.org>', authors).mappings).toEqual([
    { id: 2, name: 'Boris', email: 'b@x.org' },
  ]);
  expect([isTable('a\tb'), isTable('a\nb'), isTable('a = B <c@d>'), isTable('word'), isTable(' word \n')]).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
});
