import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { asPartOfPage, dropLastView, keepLastView, type LastView, readLastView } from './last-view.ts';

const then = { state: '1 2 3', version: '1.0.0', language: 'en' };
const view: LastView = {
  login: 'owner',
  answers: { '/user': { status: 200, headers: { 'content-type': 'application/json' }, body: '{"login":"owner"}' } },
};
let file: string;

beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'gantry view ')), 'last-view.json');
});

it('comes back as it was left, for its person alone', () => {
  keepLastView(file, then, view);
  expect(readLastView(file, then)).toEqual(view);
  if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
});

it.each([
  ['the database was written to', { state: '1 2 4' }],
  ['another version of the app starts', { version: '1.0.1' }],
  ['its sentences are in another language', { language: 'de' }],
])('is not shown when %s', (_why, change) => {
  keepLastView(file, then, view);
  expect(readLastView(file, { ...then, ...change })).toBeNull();
});

it('is none when it is missing, cut off, or something else', () => {
  expect(readLastView(file, then)).toBeNull();
  keepLastView(file, then, view);
  writeFileSync(file, readFileSync(file).subarray(0, 40));
  expect(readLastView(file, then)).toBeNull();
  writeFileSync(file, JSON.stringify({ ...then, view: { login: 'owner', answers: { '/user': 'a text' } } }));
  expect(readLastView(file, then)).toBeNull();
});

it('leaves none where it is too large, or is dropped', () => {
  keepLastView(file, then, view);
  const large = { ...view, answers: { '/user': { status: 200, headers: {}, body: 'a'.repeat(3 << 20) } } };
  keepLastView(file, then, large);
  expect(existsSync(file)).toBe(false);
  keepLastView(file, then, view);
  dropLastView(file);
  dropLastView(file);
  expect(existsSync(file)).toBe(false);
});

it('cannot end the part of the page that it is, whatever a repository is called', () => {
  const body = '</script><script>alert(1)</script><!--';
  const named = { ...view, answers: { '/user': { status: 200, headers: {}, body } } };
  const part = asPartOfPage(named);
  expect(part.match(/</g)).toHaveLength(2);
  expect(JSON.parse(part.slice(part.indexOf('>') + 1, part.lastIndexOf('<')))).toEqual(named);
});
