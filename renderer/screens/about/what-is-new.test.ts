import { expect, test } from 'vitest';
import german from '../../../CHANGELOG.de.md?raw';
import english from '../../../CHANGELOG.md?raw';
import { readMarkdown } from './markdown.ts';

test('the same versions brought as much in both languages', () => {
  const versions = (text: string) =>
    readMarkdown(text)
      .slice(1)
      .map(({ kind, lines }) => (kind === 'heading' ? lines[0] : `${kind} ${lines.length}`));
  expect(versions(german)).toEqual(versions(english));
  expect(versions(english)).toContain('0.1.0');
});
