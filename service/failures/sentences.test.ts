import { expect, test } from 'vitest';
import { counted, day, moment, say } from '../../language/sentence.ts';
import { decodeSentence, encodeSentence } from '../store/sentence-column.ts';
import { Failure } from './failure.ts';
import { inLanguage, spoken } from './language.ts';
import { SaidError } from './said-error.ts';
import { inEnglish, sayFailure } from './sentences.ts';

const english = (sentence: Parameters<typeof spoken>[0]) => inLanguage('en', () => spoken(sentence));
const german = (sentence: Parameters<typeof spoken>[0]) => inLanguage('de', () => spoken(sentence));

test('a sentence is said in the language of whoever asked, with numbers, days and moments in its way', () => {
  const count = say('{count} of {what} differ from the source. Look at them before you use this repository.', {
    count: counted(1200),
    what: say('{count} checks', { count: counted(34_000) }),
  });
  expect(inEnglish(count)).toMatch(/^1,200 of 34,000 checks differ/);
  expect(german(count)).toMatch(/^1\.200 von 34\.000 Prüfungen weichen/);
  const expired = (date: Parameters<typeof day>[0]) =>
    say('The certificate in {file} expired on {date}. Get a new one.', { file: '/a.pem', date: day(date) });
  expect(inEnglish(expired('2026-01-31'))).toBe('The certificate in /a.pem expired on 2026-01-31. Get a new one.');
  expect(german(expired('2026-01-31'))).toContain('am 31.01.2026 abgelaufen');
  const until = say('Making tokens this way is switched off until {to}.', { to: moment('2026-01-31T12:00:00Z') });
  expect(inEnglish(until)).toBe('Making tokens this way is switched off until 2026-01-31T12:00:00Z.');
  expect(english(until)).toMatch(/until Jan 31, 2026, \d?\d:00:00\s[AP]M\.$/);
  expect(english(expired('2026-01-31'))).toContain('expired on Jan 31, 2026.');
  expect(english(count)).toBe(inEnglish(count));
  expect(german(until)).toMatch(/bis 31\.01\.2026, \d\d:00:00 ausgeschaltet\.$/);
});

test('what is put in stays as it is, whatever it looks like', () => {
  const odd = say('The repository {name} exists already. Choose another name.', {
    name: 'acme/{name} $& 1,234. Waiting',
  });
  expect(inEnglish(odd)).toBe('The repository acme/{name} $& 1,234. Waiting exists already. Choose another name.');
  expect(german(odd)).toBe(
    'Das Repository acme/{name} $& 1,234. Waiting gibt es schon. Wählen Sie einen anderen Namen.',
  );
  expect(german(say('There is no account "{login}". Make it first.', { login: 'דן' }))).toContain('„\u2068דן\u2069“');
});

test('sentences after one another, within another one, and failures within them', () => {
  const failure = sayFailure(Failure.of('import.fetched_damaged', { file: 'pack-1.pack' }), 'import');
  const said = [say('What was fetched before cannot be used.'), failure, 'warning: said by git'];
  expect(inEnglish(said)).toMatch(/^What was fetched before cannot be used\. .*pack-1\.pack.* warning: said by git$/);
  expect(german(said)).toMatch(/^Das vorher Abgerufene ist nicht verwendbar\. Die Datei pack-1\.pack .* said by git$/);
  const within = say('It cannot be read: {why}', { why: failure });
  expect(german(within)).toBe(`Nicht lesbar: ${german(failure)}`);
});

test('what another version kept is said as far as it is known, and never throws', () => {
  expect(german({ text: 'Of tomorrow: {count}.', values: { count: 7 } })).toBe('Of tomorrow: 7.');
  expect(german({ text: 'The login "{login}" is taken.' })).toBe('Der Benutzername „“ ist vergeben.');
  expect(german({ text: 'toString', values: {} })).toBe('toString');
  expect(german('The login "ann" is taken.')).toBe('The login "ann" is taken.');
  const odd = JSON.parse(
    '[{"text":"The login \\"{login}\\" is taken.","values":{"login":null}},{"text":7},null,{"values":null}]',
  );
  expect(german(odd)).toMatch(/^Der Benutzername „“ ist vergeben\./);
  expect(german(JSON.parse('{"text":"The login \\"{login}\\" is taken.","values":null}'))).toContain('„“');
});

test('a column keeps what is said, and words of earlier versions as they are', () => {
  const said = [say('Line {line}:', { line: 3 }), say('names no author of the source.')];
  expect(decodeSentence(encodeSentence(said))).toEqual(said);
  for (const words of ['plain', '{"text":1}', '[hg] 12', '{"text":"a"}', '["a"]', '{"a', '']) {
    expect(inEnglish(decodeSentence(encodeSentence(words))), words).toBe(words);
  }
  expect(decodeSentence('{"text":1}')).toBe('{"text":1}');
});

test('an error whose sentence is data has it in English as its message', () => {
  const error = new SaidError(say('A proxy has no path.'));
  expect(error.message).toBe('A proxy has no path.');
  expect(structuredClone(error.said)).toEqual({ text: 'A proxy has no path.' });
});
