/** Whether what sources sent wrong, and what is damaged, is said in German within a failure. */
import { expect, test } from 'vitest';
import { factsOfEngine, GAP } from '../../../language/testing/sentences-of-engine.ts';
import { Failure } from '../failure.ts';
import { inLanguage, sentenceFor } from '../language.ts';
import { retold } from '../retold.ts';
import { inGerman } from './facts.ts';

/** Their messages stand in failures: `mercurial.unusable`, `subversion.…`, `tfvc.…`. */
const THROWN = 'BundleError DumpError SvndiffError NotTheApi WrongContent ConnectionLost AnswerTooLarge'.split(' ');

test('every fact about what a source sent has German', () => {
  const found = factsOfEngine(THROWN);
  expect(found.length).toBeGreaterThan(60);
  const lacking = found.filter(({ text }) => inGerman(text.replaceAll(GAP, '7')) === text.replaceAll(GAP, '7'));
  expect(lacking.map(({ at, text }) => `${at}: ${text}`)).toEqual([]);
});

test('a fact is German within the sentence, kept as data or as text', () => {
  const failure = Failure.of('git.ref_broken', { path: '/a b.git', damage: 'its ref refs/heads/x has no content' });
  const german =
    'Das Repository unter /a b.git ist beschädigt: sein Ref refs/heads/x hat keinen Inhalt. Starten Sie Gantry neu, oder starten Sie seinen Import erneut: Was ein Import schrieb, wird neu geschrieben. Dann versuchen Sie es erneut.';
  expect(inLanguage('de', () => sentenceFor(failure, 'work'))).toBe(german);
  expect(retold(sentenceFor(failure, 'work'))).toBe(german);
  expect(inGerman('fatal: bad object HEAD')).toBe('fatal: bad object HEAD');
});
