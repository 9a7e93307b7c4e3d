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

test('what stands before a sentence is said, and the sentence after it', () => {
  expect(german.say('Line 3: The name is empty. Enter one.')).toBe('Zeile 3: Der Name ist leer. Geben Sie einen ein.');
  expect(
    german.say(
      'In its wiki: its refs cannot be read. Start its import again, or put the folder back from your own backup.',
    ),
  ).toBe(
    'In seinem Wiki: Seine Refs sind nicht lesbar. Starten Sie seinen Import erneut, oder stellen Sie den Ordner aus Ihrer eigenen Sicherung zurück.',
  );
});

test('parts of a sentence are said, but no name that is a word', () => {
  expect(
    german.say(
      'The repository is damaged: refs are missing: refs/heads/a. What this import published is written anew.',
    ),
  ).toBe(
    'Das Repository ist beschädigt: Refs fehlen: refs/heads/a. Was dieser Import veröffentlicht hat, wird neu geschrieben.',
  );
  expect(german.say('Adding missing.')).toBe('missing wird hinzugefügt.');
  expect(german.say('missing')).toBe('fehlt');
  expect(german.say('r4 of /my files')).toBe('r4 von /my files');
  expect(german.say('my files')).toBe('my files');
  expect(german.say('9 of 10 revisions were compared on 2026-11-23, file by file, names and modes of all files.')).toBe(
    '9 von 10 Revisionen wurden am 23.11.2026 Datei für Datei verglichen, Namen und Modi aller Dateien.',
  );
});
