import { expect, test } from 'vitest';
import { engine } from './de/engine/index.ts';
import { EngineSentences } from './engine-sentences.ts';

const german = new EngineSentences('de', engine);

test('a sentence that is known is said, with what was put into it', () => {
  expect(german.say('Writing the repository.')).toBe('Das Repository wird geschrieben.');
  expect(german.say('Importing revision 1200 of 1508…')).toBe('Revision 1200 von 1508 wird importiert…');
  expect(german.say('All 12,345 authors are mapped.')).toBe('Alle 12.345 Autoren sind zugeordnet.');
});

const moment = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeStyle: 'medium' }).format(
  new Date('2026-11-23T08:00:44Z'),
);

test('several sentences are said one by one; what is not known among them stays as it is', () => {
  expect(german.say('The comparison was stopped. Something new. None of them differs.')).toBe(
    'Der Vergleich wurde angehalten. Something new. Keine weicht ab.',
  );
  expect(
    german.say(
      'All 15 checks of branches, tags and contents found what the source holds. Compared with the source as it was on 2026-11-23T08:00:44Z.',
    ),
  ).toBe(
    `Alle 15 Prüfungen von Branches, Tags und Inhalten haben gefunden, was die Quelle enthält. Verglichen mit der Quelle, wie sie am ${moment} war.`,
  );
});

test('what is no sentence of the engine is left alone, also where it looks like one', () => {
  for (const text of ['', 'refs/heads/main', 'Fix the parser. It was wrong.', 'toString', 'Looking at']) {
    expect(german.say(text)).toBe(text);
  }
});

test('words within a sentence are said as well', () => {
  expect(german.say('files that the server has at r7, by name, size and mode')).toBe(
    'Dateien, die der Server bei r7 hat, nach Name, Größe und Modus',
  );
});
