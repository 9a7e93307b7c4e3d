import { expect, test } from 'vitest';
import { CATALOGUE } from './catalogue/index.ts';
import { Failure, type FailureData, sentenceOf } from './failure.ts';
import { inLanguage, sentenceFor } from './language.ts';
import { retold } from './retold.ts';

const parameters = new Proxy({} as FailureData['parameters'], {
  get: (_target, name) => {
    const known = String(name);
    if (['refs', 'systems'].includes(known)) return ['refs/heads/main'];
    return ['more', 'milliseconds', 'seconds', 'size', 'bytes', 'count', 'days'].includes(known) ? 12 : 'something';
  },
});

test('what a log kept in English is told in German', () => {
  const lacking: string[] = [];
  for (const key of Object.keys(CATALOGUE)) {
    // No log and no report has it, and "Line 3:" alone could be anybody's.
    if (key === 'list.line_refused') continue;
    for (const operation of ['import', 'push', 'work'] as const) {
      const english = sentenceOf({ key, parameters }, operation);
      const german = inLanguage('de', () => sentenceFor({ key, parameters }, operation));
      if (retold(english) !== german) lacking.push(`${key}: ${retold(english)} | ${german}`);
    }
  }
  expect(lacking).toEqual([]);
});

test('also within other sentences, which stay as they are', () => {
  const failure = Failure.of('import.fetched_damaged', { file: 'pack-1.pack' });
  const text = `What was fetched before cannot be used. ${sentenceOf(failure, 'import')} Everything is fetched again; the repository stays as it is until then.`;
  expect(retold(text)).toBe(
    'What was fetched before cannot be used. Die Datei pack-1.pack des Abgerufenen ist beschädigt. Starten Sie den Import erneut: Dann wird alles noch einmal abgerufen. Everything is fetched again; the repository stays as it is until then.',
  );
  expect(retold('Merge branch main')).toBe('Merge branch main');
});
