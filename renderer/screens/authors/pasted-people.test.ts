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
  const tables = ['a\tb', 'a\nb', 'a = B <c@d>', 'a;B;c@d', '"CORP\\a", B, c@d', 'a, B <c@d>'];
  expect(tables.filter((text) => !isTable(text))).toEqual([]);
  expect(['word', ' word \n', 'Lee, Anna', 'a@b'].filter(isTable)).toEqual([]);
});

test('what is quoted stays whole, and what it is cut at is not what stands in a name', () => {
  const said = (text: string) => readPeople(text, authors).mappings.find(({ id }) => id === 2);
  const name = (text: string) => said(text)?.name;
  expect(name('CORP\\boris,"Boris, B.",b@x.org')).toBe('Boris, B.');
  expect(name('"CORP\\boris", "Boris, B." , "b@x.org"\r\n')).toBe('Boris, B.');
  expect(name('CORP\\boris;Novak, Boris;b@x.org\nanna;Lee, Anna;a@x.org')).toBe('Novak, Boris');
  expect(name('CORP\\boris = Novak, Boris <b@x.org>')).toBe('Novak, Boris');
  expect(name('CORP\\boris = Novak; Boris <b@x.org>\nanna = A <a@x.org>')).toBe('Novak; Boris');
  expect(name('CORP\\boris\t"Boris ""Bo"" N."\tb@x.org')).toBe('Boris "Bo" N.');
  expect(name('CORP\\boris\t"Bo" Novak\tb@x.org\nanna\t"Anna\ta@x.org')).toBe('"Bo" Novak');
  expect(name("CORP\\boris,'@home,b@x.org")).toBe('@home');
  const lines = readPeople('anna\t"Anna\nLee"\ta@x.org\nCORP\\boris\tBoris\tb@x.org', authors);
  expect([lines.unusable, lines.unknown, lines.mappings.length]).toEqual([1, 0, 1]);
});

test('two who are called alike but for the case each have their own row; of two rows of one the later holds', () => {
  const text = 'ANNA\tAnna Upper\tu@x.org\nanna\tFirst\tf@x.org\nanna\tAnna Lower\tl@x.org\n';
  expect(readPeople(text, authors).mappings.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Anna Lower'],
    [3, 'Anna Upper'],
  ]);
});

test('twenty thousand rows whose quotes do not end are read', () => {
  const many = Array.from({ length: 20_000 }, (_, id) => author(id, `a${id}`));
  const text = many.map(({ remote_name }) => `${remote_name}\t"${remote_name}\t${remote_name}@x.org`).join('\n');
  expect(readPeople(text, many).mappings).toHaveLength(20_000);
});
