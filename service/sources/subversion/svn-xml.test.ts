import { expect, test } from 'vitest';
import { SvnXml, xmlElements } from './svn-xml.ts';

const listing = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<lists>\n<list path="x">${entries}</list>\n</lists>\n`;
const entry = (name: string, size = '<size>3</size>') => `<entry\n   kind="file"><name>${name}</name>${size}</entry>\n`;

test('names come as they are; folders have no size', () => {
  const xml = listing(
    entry('a &amp; b &lt;c&gt; &quot;d&quot; &apos;e&apos;') + entry('é 日本 😀&#13;') + entry('\u0001', ''),
  );
  const entries = xmlElements(xml).filter(({ name }) => name === 'entry');
  expect(entries.map(({ texts }) => texts.name)).toEqual(['a & b <c> "d" \'e\'', 'é 日本 😀\r', '\u0001']);
  expect(entries.map(({ texts }) => texts.size)).toEqual(['3', '3', undefined]);
});

test('values of properties are longer than anything that is kept; what follows is read', () => {
  const long = `<target path="p"><property name="svn:externals">${'x\n'.repeat(1 << 18)}</property></target>`;
  const names = xmlElements(`<properties>${long}<target path="q"/></properties>`).map(
    ({ attributes }) => attributes.path,
  );
  expect(names).toEqual([undefined, 'p', 'q', undefined]);
});

test.each([
  ['nothing of it is XML', 'svn: E000001: x\n'],
  ['an entity is unknown', listing(entry('&nope;'))],
  ['it is cut off in a text', listing(entry('a') + entry('b')).slice(0, 120)],
  ['it is cut off behind an element', '<lists><list path="x"><entry kind="file"><name>a</name></entry>'],
])('%s: that is said, and is no shorter listing', (_what, xml) => {
  expect(() => xmlElements(xml)).toThrow(RangeError);
  const names: string[] = [];
  const reader = new SvnXml(({ name }) => names.push(name));
  for (const line of xml.split('\n')) reader.write(`${line}\n`);
  expect(() => reader.end()).toThrow(RangeError);
});
