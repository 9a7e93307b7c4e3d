import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(join(import.meta.dirname, '../renderer', path), 'utf8');

/** Each face that a style sheet declares, without what its formatting may change. */
const facesIn = (sheet: string) =>
  (sheet.match(/@font-face \{[^}]*\}/g) ?? []).map((face) =>
    face
      .replaceAll(/\(\S*\/files\//g, '(')
      .replaceAll(/\s/g, '')
      .replaceAll('"', "'"),
  );

test('the two parts declare each face of both packages once, and the first those of Latin letters', () => {
  const packages = ['inter', 'jetbrains-mono'].map((name) =>
    read(`../node_modules/@fontsource-variable/${name}/wght.css`),
  );
  const [first, rest] = [read('typefaces.css'), read('typefaces-of-other-scripts.css')];
  expect(facesIn(first + rest).toSorted()).toEqual(facesIn(packages.join('')).toSorted());
  expect(first.match(/[^/]*\.woff2/g)).toEqual([
    'inter-latin-wght-normal.woff2',
    'jetbrains-mono-latin-wght-normal.woff2',
  ]);
});
