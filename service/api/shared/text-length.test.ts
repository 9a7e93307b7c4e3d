/** Texts that no screen could hold are refused with how long they may be. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';

let engine: TestEngine;
beforeEach(async () => {
  engine = await startTestEngine();
});
afterEach(() => engine.end());

test('a description has as many characters as on the large host, an emoji counted as one', async () => {
  const whole = '🦊'.repeat(350);
  const made = await engine.api('POST', '/orgs/acme/repos', { name: 'r', description: whole });
  expect([made.status, made.body.description]).toEqual([201, whole]);
  const long = { description: `${whole}!` };
  for (const [method, path] of [
    ['POST', '/orgs/acme/repos'],
    ['POST', '/user/repos'],
    ['PATCH', '/repos/acme/r'],
  ] as const) {
    const { status, body } = await engine.api(method, path, { name: 'r', ...long });
    expect([status, body.errors]).toEqual([
      422,
      [
        expect.objectContaining({
          field: 'description',
          code: 'invalid',
          message: '"description" has at most 350 characters. Shorten it.',
        }),
      ],
    ]);
  }
  expect((await engine.api('GET', '/repos/acme/r')).body.description).toBe(whole);
});

test('so do notes of tokens, names of applications and organizations, and addresses of webhooks', async () => {
  const long = 'x'.repeat(3000);
  const refused = async (path: string, sent: object) => {
    const { status, body } = await engine.api('POST', path, sent);
    return [status, body.errors?.[0]?.field, body.errors?.[0]?.message];
  };
  const sentence = (field: string, count: number) => [
    422,
    field,
    `"${field}" has at most ${count} characters. Shorten it.`,
  ];
  expect(await refused('/authorizations', { note: long })).toEqual(sentence('note', 255));
  expect(await refused('/authorizations', { note: 'n', note_url: long })).toEqual(sentence('note_url', 2048));
  expect(await refused('/authorizations', { note: 'n', fingerprint: long })).toEqual(sentence('fingerprint', 255));
  expect(await refused('/applications', { name: long })).toEqual(sentence('name', 255));
  expect(await refused('/admin/organizations', { login: 'two', profile_name: long })).toEqual(
    sentence('profile_name', 255),
  );
  const config = { url: `https://ci.example/${long}` };
  expect(await refused('/orgs/acme/hooks', { config })).toEqual(sentence('config.url', 2048));
});

test('and lists that are too long for one request', async () => {
  const repositories = Array.from({ length: 10_001 }, (_, n) => `acme/r${n}`);
  const remote_url = 'https://git.example/{name}.git';
  const { status, body } = await engine.api('POST', '/remote_pushes', { remote_url, repositories });
  expect([status, body.errors[0].message]).toEqual([
    422,
    '"repositories" has at most 10000 entries. Send the others by themselves.',
  ]);
});
