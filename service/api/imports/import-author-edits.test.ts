/** Many authors at once by a rule: who is changed, who is asked about first, and what takes it back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { historyStream, makeGitSource } from '../../testing/git-sources.ts';

const AUTHORS = '/repos/acme/r/import/authors';
const NAMES = ['ann', 'bob', 'cid', 'dee'];
let engine: TestEngine;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-edits-'));
  engine = await startTestEngine();
  const people = NAMES.map((name) => `${name} <${name}@odd@${name === 'dee' ? 'laptop' : 'old.example'}>`);
  const vcs_url = makeGitSource(folder, 'source.git', historyStream(4, people));
  await engine.api('POST', '/orgs/acme/repos', { name: 'r' });
  await engine.api('PUT', '/repos/acme/r/import', { vcs_url, hold_before_push: true });
  await engine.importIn('r', ['mapping', 'error'], (body) => body.waiting_for_release || body.status === 'error');
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Author {
  id: number;
  name: string;
  email: string;
  mapped: boolean;
}

const authors = async (): Promise<Author[]> =>
  (await engine.api('GET', AUTHORS)).body.toSorted((a: Author, b: Author) => a.name.localeCompare(b.name));
const emails = async () => (await authors()).map(({ email }) => email);
const edit = async (body: object) => engine.api('POST', `${AUTHORS}/edits`, body);
const domain = (name: string) => ({ kind: 'domain', domain: name });

test('those that match but some, then all with a question, and back', async () => {
  const [ann, bob, cid, dee] = (await authors()).map(({ id }) => id);
  const first = await edit({ rule: domain('one.example'), q: 'old.example', except: [bob] });
  expect(first).toMatchObject({
    status: 200,
    body: { updated: 2, affected: 2, said_before: 0, before: { unmapped: [ann, cid], mapped: [] } },
  });
  expect(await emails()).toEqual([
    'ann@odd@one.example',
    'bob@odd@old.example',
    'cid@odd@one.example',
    'dee@odd@laptop',
  ]);
  const { body: book } = await engine.api('GET', '/user/people_book');
  expect(book.map(({ email }: Author) => email)).toEqual(['ann@odd@one.example', 'cid@odd@one.example']);

  const asked = await edit({ rule: domain('two.example') });
  expect(asked.body).toEqual({ updated: 0, affected: 4, said_before: 2, before: { unmapped: [], mapped: [] } });
  expect((await emails())[1]).toBe('bob@odd@old.example');
  const kept = await edit({ rule: domain('two.example'), over: 'keep' });
  expect(kept.body).toMatchObject({ updated: 2, before: { mapped: [] } });
  expect(new Set(kept.body.before.unmapped)).toEqual(new Set([bob, dee]));
  const replaced = await edit({ rule: domain('two.example'), over: 'replace' });
  expect(replaced.body).toMatchObject({
    ...{ updated: 2, affected: 2, said_before: 2 },
    before: { mapped: [{ id: ann, name: 'ann', email: 'ann@odd@one.example' }, { id: cid }] },
  });
  expect((await edit({ rule: domain('two.example') })).body).toMatchObject({ updated: 0, affected: 0 });

  const { mapped, unmapped } = replaced.body.before;
  await engine.api('PATCH', AUTHORS, { authors: mapped, clear: [...unmapped, ...kept.body.before.unmapped] });
  expect(await emails()).toEqual([
    'ann@odd@one.example',
    'bob@odd@old.example',
    'cid@odd@one.example',
    'dee@odd@laptop',
  ]);
});

test('left as they are, by their ids; nobody of another import', async () => {
  const [, bob, , dee] = await authors();
  const { body } = await edit({ rule: { kind: 'accept' }, ids: [dee?.id, bob?.id, 424_242] });
  expect(body).toMatchObject({ updated: 2, affected: 2, said_before: 0 });
  expect(new Set(body.before.unmapped)).toEqual(new Set([bob?.id, dee?.id]));
  expect((await authors()).map(({ mapped, email }) => [mapped, email])[3]).toEqual([true, 'dee@odd@laptop']);
  expect((await edit({ rule: { kind: 'accept' }, only: 'open' })).body).toMatchObject({ affected: 0 });
  // Bob has an address, though nobody but the source says so.
  const kept = await engine.api('GET', `${AUTHORS}?only=kept&limit=1`);
  expect([kept.body.map(({ id }: { id: number }) => id), kept.headers.get('x-total-count')]).toEqual([[dee?.id], '1']);
});

test('a domain that makes no address of somebody changes nobody', async () => {
  const before = await authors();
  for (const name of ['no domain', 'a..b', 'x<y']) {
    const refused = await edit({ rule: domain(name), over: 'replace' });
    expect([name, refused.status, refused.body.errors?.[0]?.field]).toEqual([name, 422, 'domain']);
  }
  expect((await edit({ rule: domain('') })).status).toBe(422);
  expect((await edit({ rule: { kind: 'other' } })).status).toBe(422);
  expect(await authors()).toEqual(before);
});
