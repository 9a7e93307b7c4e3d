import { expect, it } from 'vitest';
import { unseenApart } from './unseen-characters.ts';

const shown = (text: string) =>
  unseenApart(text)
    .map((part) => (part.unseen ? `[${part.text}]` : part.text))
    .join('');

it('names what cannot be seen in a name', () => {
  expect(shown('Eve \u202egnp.exe')).toBe('Eve [U+202E]gnp.exe');
  expect(shown('main\u200b')).toBe('main[U+200B]');
  expect(shown('\ufeffmain\u200d\u200d')).toBe('[U+FEFF]main[U+200D][U+200D]');
  expect(shown('ma\u00adin\u200e')).toBe('ma[U+00AD]in[U+200E]');
  expect(shown('Bob\u{e0041}')).toBe('Bob[U+E0041]');
  expect(shown('Bob\u0007')).toBe('Bob[U+0007]');
});

it('leaves what belongs to a script, to an emoji or to a text that holds names apart', () => {
  for (const name of [
    'Ann',
    '',
    'שלום\u200f עולם',
    'می\u200cخواهم',
    'क्\u200dष',
    '👩\u200d💻',
    '❤\ufe0f\u200d🔥',
    '👩🏽\u200d🚀',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'of \u2068שלום\u2069 <a@b.example>',
    'two\nlines\tand',
  ])
    expect(shown(name)).toBe(name);
});
