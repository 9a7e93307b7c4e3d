/** The guide in English: a piece of the program that is loaded when somebody opens it, and not where German is spoken. */
import { readGuide } from './guide.ts';

const texts = import.meta.glob<string>(['../../../docs/guide/**/*.md', '!../../../docs/guide/de/**'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const guide = readGuide(texts, '../../../docs/guide/', 'en');
