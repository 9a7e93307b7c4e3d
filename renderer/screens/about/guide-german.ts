/** The guide in German: a piece of the program that is loaded when somebody opens it, and only where German is spoken. */
import { readGuide } from './guide.ts';

const texts = import.meta.glob<string>('../../../docs/guide/de/**/*.md', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export const guide = readGuide(texts, '../../../docs/guide/de/', 'de');
