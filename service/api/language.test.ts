/** In which language failures are told, to whom. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BASE, OWNER, startTestEngine, type TestEngine } from '../testing/engine.ts';
import type { ApiEvent } from './events.ts';

let engine: TestEngine;
let missing: string;
beforeAll(async () => {
  engine = await startTestEngine();
  missing = join(engine.folder, '..', 'nothing here');
});
afterAll(() => engine.end());

const asWindow = (method: string, path: string, language: string, body?: object) =>
  engine.service.fetch(
    new Request(BASE + path, {
      method,
      headers: { 'Accept-Language': language, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    { login: OWNER.login },
  );

test('the window is told in the language that it asks for, everybody else in English', async () => {
  const detect = { vcs_url: missing };
  const said = async (language: string) =>
    ((await (await asWindow('POST', '/import_detections', language, detect)).json()) as { message: string }).message;
  const german = /^Unter .* gibt es auf diesem Rechner nichts\./;
  const english = /^There is nothing at .* on this machine\./;
  const answers = await Promise.all(['de-DE', 'en', 'de', 'fr'].map(said));
  expect(answers.map((answer) => (german.test(answer) ? 'de' : english.test(answer) ? 'en' : answer))).toEqual([
    'de',
    'en',
    'de',
    'en',
  ]);
  const program = await engine.api('POST', '/import_detections', detect, { 'Accept-Language': 'de' });
  expect(program.body.message).toMatch(english);
});

test('what fails later is told in German to a window that hears German, and written down in English, the lines of its log too', async () => {
  const heard: ApiEvent[] = [];
  const stop = engine.service.events.follow(
    (event) => heard.push(event),
    () => ({ login: OWNER.login, baseUrl: BASE, language: 'de' }),
  );
  await asWindow('POST', '/orgs/acme/repos', 'de', { name: 'tool' });
  const begun = await asWindow('PUT', '/repos/acme/tool/import', 'de', { vcs_url: missing, vcs: 'git' });
  expect(begun.status).toBe(201);
  const failed = await engine.importIn('tool', ['error', 'detection_found_nothing']);
  stop();
  const sentence = failed.error_message ?? failed.message;
  expect(sentence).toMatch(/^(There is nothing at|No Git repository)/);
  const told = heard.flatMap((event) => (event.type === 'import.changed' ? (event.import.error_message ?? []) : []));
  expect(told.at(-1)).toMatch(/^Unter .* (gibt es auf diesem Rechner nichts|wurde kein Git-Repository gefunden)\./);
  const log = await engine.api('GET', '/repos/acme/tool/import/log');
  expect(JSON.stringify(log.body)).not.toMatch(/Prüfen Sie/);
  const inWindow = await (await asWindow('GET', '/repos/acme/tool/import/log', 'de')).json();
  expect(JSON.stringify(inWindow)).toMatch(/Prüfen Sie/);
  const lines = heard.flatMap((event) => (event.type === 'import.log' ? event.lines : []));
  expect(lines.map(({ text }) => text)).toEqual((inWindow as { text: string }[]).map(({ text }) => text));
  expect(engine.logLines.join('\n')).not.toMatch(/Prüfen Sie/);
});

test('that a repository is locked is told in the language of who asks', async () => {
  await asWindow('POST', '/orgs/acme/repos', 'de', { name: 'kept' });
  await engine.api('POST', '/orgs/acme/migrations', { repositories: ['acme/kept'], lock_repositories: true });
  const said = async (language: string) => {
    const answer = await asWindow('POST', '/repos/acme/kept/trash', language);
    expect(answer.status).toBe(403);
    return ((await answer.json()) as { message: string }).message;
  };
  expect(await said('de')).toMatch(/^Das Repository acme\/kept ist durch Migration .* gesperrt/);
  expect(await said('en')).toMatch(/^The repository acme\/kept is locked by migration/);
});

test('what refuses an archive or a proxy is told in the language of who asks', async () => {
  const refused = async (method: string, path: string, body: object) => {
    const answer = await asWindow(method, path, 'de', body);
    expect(answer.status).toBe(422);
    return JSON.stringify(await answer.json());
  };
  const nowhere = { archive: join(engine.folder, '..', 'none.tar.gz') };
  expect(await refused('POST', '/inspections', { path: nowhere.archive })).toMatch(/Das Archiv .* gibt es nicht/);
  const proxy = { proxy: { use: 'address', address: 'no address' } };
  expect(await refused('PATCH', '/settings/network', proxy)).not.toMatch(/\b(the|is no|Write it)\b/);
});
