/** The engine in its thread, without a window. */
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ApiEvent } from '../../service/api/events.ts';
import { Bodies } from './bodies.ts';
import { EngineDoor } from './door.ts';
import { type EngineThread, startEngineThread } from './start.ts';

let folder: string;
let thread: EngineThread;
let door: EngineDoor;

const owner = { login: 'owner', confirmedAt: Date.now() };
const content = (value: unknown) => ({ body: JSON.stringify(value), contentType: 'application/json' });
const as = (method: string, path: string, value?: unknown) =>
  door.fetch({ identity: owner, method, path, language: 'en', ...(value === undefined ? {} : content(value)) });

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry thread '));
  thread = startEngineThread();
  const vault = {
    state: async () => ({ available: true, reason: null }),
    seal: async (text: string) => Buffer.from(text).toString('base64'),
    open: async (text: string) => Buffer.from(text, 'base64').toString(),
  };
  door = new EngineDoor(thread, vault, () => undefined);
});
afterEach(async () => {
  await thread.worker.terminate();
  rmSync(folder, { recursive: true, force: true });
});

const open = () => door.open({ dataFolder: folder, version: '1.2.3', adopt: false });

it('answers requests, says who the owner is, and gives the data folder back', async () => {
  expect(await open()).toBeNull();
  const made = await as('POST', '/setup', { login: 'owner', password: 'a long password' });
  expect([made.ok, await door.owner()]).toEqual([true, 'owner']);
  expect(await (await as('GET', '/user')).json()).toMatchObject({ login: 'owner' });
  expect((await as('GET', '/nowhere')).status).toBe(404);
  await door.close();
  thread = startEngineThread();
  door = new EngineDoor(thread, {} as never, () => undefined);
  expect(await open()).toBe('owner');
  await door.close();
});

it('tells events to who hears, and to nobody after that', async () => {
  await open();
  const heard: [ApiEvent['type'], string][] = [];
  const changed = Promise.withResolvers<string>();
  door.listen({ onEvent: (event, login) => void heard.push([event.type, login]), onPasswordChanged: changed.resolve });
  await as('POST', '/setup', { login: 'owner', password: 'a long password' });
  door.hearAs({ login: 'owner', language: 'en' });
  const settings = await as('PATCH', '/settings', { loopback: { enabled: true, port: 0 } });
  const { loopback } = (await settings.json()) as { loopback: { base_url: string } };
  const first = heard.length;
  expect(heard).toContainEqual(['settings.changed', 'owner']);
  door.hearAs(null);
  // A program changes it: the window that is open for the account has to close.
  const answer = await fetch(`${loopback.base_url}/user/password`, {
    method: 'PUT',
    headers: { Authorization: `Basic ${btoa('owner:a long password')}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ current_password: 'a long password', password: 'another password' }),
  });
  expect(answer.status).toBe(204);
  expect(await changed.promise).toBe('owner');
  expect(heard).toHaveLength(first);
  await door.close();
});

it('says why a folder cannot be opened, by name', async () => {
  writeFileSync(join(folder, 'gantry.sqlite'), 'no database at all, and longer than nothing');
  await expect(open()).rejects.toMatchObject({ name: 'DamagedDatabase', database: 'gantry' });
});

it('says that its thread ended, and fails what waits for it', async () => {
  await open();
  const waiting = door.owner().then(
    () => thread.worker.terminate().then(() => door.owner()),
    (error: unknown) => error,
  );
  await expect(waiting).rejects.toThrow('The engine of Gantry stopped unexpectedly.');
  expect((await door.broken).message).toContain('The engine of Gantry stopped unexpectedly.');
});

it('hands long bodies on piece by piece, short ones and JSON whole, and forgets what nobody wants', async () => {
  const bodies = new Bodies();
  const bytes = Buffer.alloc(1_000_000, 'gantry');
  const pieces = () =>
    new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 100_000) controller.enqueue(bytes.subarray(at, at + 100_000));
        controller.close();
      },
    });
  const { body, rest } = await bodies.begin(new Response(pieces()));
  const got: Uint8Array[] = [body as Uint8Array];
  for (let piece = await bodies.more(rest ?? -1); piece !== null; piece = await bodies.more(rest ?? -1))
    got.push(piece);
  expect(got.length).toBeGreaterThan(2);
  const sum = (all: Uint8Array) => createHash('sha256').update(all).digest('hex');
  expect(sum(Buffer.concat(got))).toBe(sum(bytes));
  expect(await bodies.begin(new Response('short'))).toEqual({ body: Buffer.from('short'), rest: null });
  expect(await bodies.begin(new Response(null, { status: 204 }))).toEqual({ body: null, rest: null });
  const json = { headers: { 'Content-Type': 'application/json' } };
  expect((await bodies.begin(new Response(pieces(), json))).rest).toBeNull();
  const unwanted = await bodies.begin(new Response(pieces()));
  await bodies.enough(unwanted.rest ?? -1);
  expect(await bodies.more(unwanted.rest ?? -1)).toBeNull();
});

it('says that its thread is gone, also when that ended before anybody asked', async () => {
  await thread.worker.terminate();
  const late = new EngineDoor(thread, {} as ConstructorParameters<typeof EngineDoor>[1], () => undefined);
  const gone = 'The engine of Gantry stopped unexpectedly.';
  await expect(late.open({ dataFolder: folder, version: '1.2.3', adopt: false })).rejects.toThrow(gone);
  expect((await late.broken).message).toBe(gone);
});
