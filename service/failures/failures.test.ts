import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asFailure } from './as-failure.ts';
import { CATALOGUE } from './catalogue/index.ts';
import { dataOf, Failure, type FailureData, sentenceOf } from './failure.ts';
import { inLanguage, languageOf, sentenceFor } from './language.ts';
import type { Operation } from './operation.ts';

const service = join(import.meta.dirname, '..');
const catalogue = join(import.meta.dirname, 'catalogue');
const german = join(import.meta.dirname, 'german');
const operations: Operation[] = ['import', 'update', 'export', 'inspection', 'restore', 'push', 'request', 'work'];

/** The text of all files of the engine but tests and the catalogue. */
const sources = readdirSync(service, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => join(service, name))
  .filter((path) => !path.startsWith(catalogue) && !path.startsWith(german))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n');

const inner: FailureData = { kind: 'internal', key: 'disk.full', parameters: {}, detail: '' };
/** Something for every parameter that any entry reads. */
function madeOf(name: string): FailureData['parameters'] {
  return new Proxy(
    {},
    {
      get: (_target, parameter) => {
        if (parameter === 'failure') return inner;
        if (['refs', 'said', 'systems'].includes(String(parameter))) return ['It is so.'];
        if (['before', 'after'].includes(String(parameter))) return ['ann', 'a message'];
        return ['more', 'milliseconds', 'seconds', 'size'].includes(String(parameter)) ? 3 : name;
      },
    },
  );
}

const anything = madeOf('something');

test('no key is in two files of the catalogue', () => {
  const keys = readdirSync(catalogue)
    .filter((name) => name !== 'index.ts')
    .flatMap((name) => [...readFileSync(join(catalogue, name), 'utf8').matchAll(/^ {2}'([\w.]+)': entry\(/gm)])
    .map((match) => match[1]);
  expect(keys.toSorted()).toEqual([...new Set(keys)].toSorted());
  expect(keys.toSorted()).toEqual(Object.keys(CATALOGUE).toSorted());
});

test.each(Object.keys(CATALOGUE).filter((key) => !key.startsWith('network.')))('%s is thrown somewhere', (key) => {
  expect(sources.includes(`'${key}'`)).toBe(true);
});

test('every failure is whole sentences, whatever failed', () => {
  const bare = ['failure.earlier_sentence', 'list.refused', 'restore.refused', 'archive.invalid_record'];
  for (const key of Object.keys(CATALOGUE)) {
    if (bare.includes(key)) continue;
    for (const operation of operations) {
      const sentence = sentenceOf({ key, parameters: anything }, operation);
      expect(sentence, key).toMatch(/^["\p{Lu}]|^something|^a /u);
      expect(sentence, key).toMatch(/[.!?]$|something$/);
      expect(sentence, key).not.toMatch(/undefined|null|NaN|\[object|\s\s|\.\./);
    }
  }
});

test('every failure is whole German sentences, whatever failed, and names what the English one names', () => {
  const bare = ['failure.earlier_sentence', 'list.refused', 'restore.refused', 'archive.invalid_record'];
  const parameters = madeOf('X-1');
  const named = (sentence: string) => sentence.split('X-1').length;
  for (const key of Object.keys(CATALOGUE)) {
    for (const operation of operations) {
      const sentence = inLanguage('de', () => sentenceFor({ key, parameters }, operation));
      const english = sentenceOf({ key, parameters }, operation);
      expect(named(sentence), sentence).toBe(named(english));
      if (bare.includes(key)) continue;
      expect(sentence, key).not.toBe(english);
      expect(sentence, key).toMatch(/^[„\p{Lu}]/u);
      expect(sentence, key).toMatch(/[.!?]$|X-1$/);
      expect(sentence, key).not.toMatch(/undefined|null|NaN|\[object|\s\s|\.\.|"|”|\b(the|and|then|not)\b/);
      expect(sentence.split('„').length, key).toBe(sentence.split('“').length);
    }
  }
});

test('a sentence is English but for whoever is spoken to in German, also where one failure is within another', async () => {
  const data = {
    key: 'source.redirected',
    parameters: { target: 'https://b', failure: { key: 'git.not_found', parameters: { url: 'https://a' } } },
  };
  expect(sentenceFor(data, 'import')).toMatch(/^No Git repository was found at https:\/\/a\./);
  const [german, english] = await Promise.all([
    inLanguage('de', async () => sentenceFor(data, 'import')),
    inLanguage('en', async () => sentenceFor(data, 'import')),
  ]);
  expect(german).toMatch(/^Unter https:\/\/a wurde kein Git-Repository gefunden\..*nach https:\/\/b weitergeleitet/);
  expect(english).toMatch(/^No Git repository was found/);
  expect(inLanguage('de', () => sentenceFor({ key: 'of.tomorrow', parameters: {} }, 'push'))).toContain(
    '(of.tomorrow)',
  );
});

test('what to do is said once where one failure is within another', () => {
  for (const key of Object.keys(CATALOGUE).filter((each) => each.startsWith('network.'))) {
    const failure = { key, parameters: { host: 'a.example', seconds: 60 } };
    const data = { key: 'tfvc.broke_again', parameters: { url: 'https://a.example/tfs', what: '', failure } };
    const [english, german] = [sentenceOf(data, 'import'), inLanguage('de', () => sentenceFor(data, 'import'))];
    expect(english.match(/try again|start the import again/gi)?.length ?? 0, english).toBeLessThan(2);
    expect(german.match(/versuchen Sie es|starten Sie den Import/gi)?.length ?? 0, german).toBeLessThan(2);
    expect(english).toContain(sentenceOf(failure, 'import'));
  }
});

test('a language is asked for by how its header begins', () => {
  const asked = (header: string) => languageOf(new Headers({ 'Accept-Language': header }));
  expect(['de', 'de-AT,en;q=0.5', 'DE'].map(asked)).toEqual(['de', 'de', 'de']);
  expect(['en', 'en,de', 'den', ''].map(asked)).toEqual(['en', 'en', 'en', 'en']);
  expect(languageOf(new Headers())).toBe('en');
});

test('no failure of an operation speaks of another one', () => {
  for (const key of [
    'disk.full',
    'disk.full_waits',
    'disk.broken',
    'disk.read_only',
    'file.missing',
    'file.refused',
    'work.stopped',
    'work.part_stopped',
    'work.cancelled',
  ]) {
    const said = Object.fromEntries(
      operations.map((operation) => [operation, sentenceOf({ key, parameters: { path: '/data/x' } }, operation)]),
    );
    for (const operation of ['export', 'inspection', 'restore', 'push', 'request', 'work']) {
      expect(said[operation], `${key} of ${operation}`).not.toMatch(/\bimport/i);
    }
    expect(said.import).toMatch(/import/i);
  }
});

test('a stored failure comes back as it was, and an unknown key has a sentence', () => {
  const failure = Failure.of('export.folder_missing', { repository: 'acme/import', path: '/x' }, 'detail');
  const stored = JSON.parse(JSON.stringify(dataOf(failure))) as FailureData;
  expect(new Failure(stored)).toMatchObject({ kind: 'not_found', key: 'export.folder_missing', detail: 'detail' });
  expect(sentenceOf(stored, 'export')).toContain('acme/import');
  expect(sentenceOf({ key: 'of.tomorrow', parameters: {} }, 'push')).toContain('of.tomorrow');
});

test('a failure that lacks its parameters, or whose key only JavaScript knows, has a sentence', () => {
  for (const key of [...Object.keys(CATALOGUE), 'toString', 'constructor', '__proto__']) {
    for (const parameters of [{}, null]) {
      const data = { kind: 'internal', key, parameters, detail: '' } as unknown as FailureData;
      for (const operation of operations) expect(() => sentenceOf(data, operation), key).not.toThrow();
      expect(() => new Failure(data), key).not.toThrow();
    }
  }
  expect(sentenceOf({ key: 'toString', parameters: {} }, 'push')).toContain('no words for (toString)');
  expect(sentenceOf({ key: 'source.redirected', parameters: { target: 'x' } }, 'import')).toContain(
    'source.redirected',
  );
});

test('the system’s errors become facts; what a tool said of a full disk wins', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  expect(asFailure(full)).toMatchObject({ kind: 'disk_full', key: 'disk.full' });
  const missing = Object.assign(new Error('ENOENT: x'), { code: 'ENOENT', path: '/data/x' });
  expect(asFailure(missing)).toMatchObject({ key: 'file.missing', parameters: { path: '/data/x' } });
  const tool = Failure.of('import.not_finished', {}, 'fatal: write error: No space left on device');
  expect(asFailure(tool)).toMatchObject({ key: 'disk.full' });
  const files = Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE', path: '/data/x' });
  for (const error of [files, Failure.of('tool.not_started', { command: 'git' }, 'EMFILE')])
    expect(asFailure(error)).toMatchObject({ key: 'work.too_many_files' });
  const large = Object.assign(new Error('EFBIG: file too large, write'), { code: 'EFBIG' });
  const unreadable = { url: '/source.git' };
  for (const error of [
    large,
    Failure.of('git.unreadable', unreadable, 'fatal: write error: File too large\nfatal: index-pack failed'),
    Failure.of('mercurial.unreadable', unreadable, "abort: File too large: '/data/x'"),
  ])
    expect(asFailure(error)).toMatchObject({ kind: 'disk_failed', key: 'disk.file_too_large' });
  // Seen with a limit of processes (pids.max of a control group): git 2.39, dash, Node 24; Python and Perl as they word it.
  const spawn = Object.assign(new Error('spawn git EAGAIN'), { code: 'EAGAIN' });
  for (const error of [
    spawn,
    Failure.of('tool.not_started', { command: 'git' }, 'EAGAIN'),
    ...[
      "git-upload-pack '/srv/g': 1: Cannot fork\nfatal: Could not read from remote repository.",
      "error: cannot fork() for git-upload-pack '/srv/g/.git': Resource temporarily unavailable\nfatal: unable to fork",
      'fatal: unable to create thread: Resource temporarily unavailable',
      'fatal: unable to create threaded lstat: Resource temporarily unavailable',
      "RuntimeError: can't start new thread",
      'bash: fork: retry: Resource temporarily unavailable',
    ].map((detail) => Failure.of('git.unreadable', unreadable, detail)),
  ])
    expect(asFailure(error)).toMatchObject({ key: 'work.too_many_programs' });
  for (const detail of ['read EAGAIN', 'getaddrinfo EAI_AGAIN host.example', 'ssh: Resource temporarily unavailable'])
    expect(asFailure(Failure.of('git.unreadable', unreadable, detail))).toMatchObject({ key: 'git.unreadable' });
  for (const words of [
    'No space left on device',
    'Input/output error',
    'Too many open files',
    'File too large',
    'cannot fork',
  ]) {
    const remotes = Failure.of('git.objects_missing', { object: '' }, `remote: error: unable to open x: ${words}`);
    expect(asFailure(remotes)).toBe(remotes);
  }
  expect(sentenceOf(asFailure(full), 'push')).toMatch(/The disk is full\..* and push again\.$/);
  expect(sentenceOf(asFailure(full), 'request')).toMatch(/ and try again\.$/);
});

test('nobody reads a rendered sentence to find out what happened', () => {
  expect(sources).not.toMatch(/\.test\((failure|error)\.message\)/);
  expect(sources).not.toMatch(/(failure|error)\.message\.(includes|match|startsWith|endsWith)\(/);
});

test('an empty repository is told with what to do where it is looked at; of an import programs know the words', () => {
  const { key, parameters } = dataOf(Failure.of('source.empty', {}));
  expect(sentenceOf({ key, parameters }, 'import')).toBe('The imported repository is empty.');
  expect(sentenceOf({ key, parameters }, 'request')).toMatch(/empty: .* Commit something there, or give another/);
});

test('no sentence names a field of the API', () => {
  const anything = new Proxy({}, { get: (_, name) => (name === 'repositories' || name === 'refs' ? ['x'] : 'x') });
  for (const key of ['tfvc.choose_project', 'tfvc.project_not_found_change'] as const)
    for (const language of ['en', 'de'] as const) {
      const data = { key, parameters: anything } as never;
      expect(inLanguage(language, () => sentenceFor(data, 'import'))).not.toMatch(/[a-z]_[a-z]/);
    }
});
