import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createService, type Service } from '../../service/index.ts';
import type { Engine } from '../engine.ts';
import { EngineAnswer } from '../engine-thread/answer.ts';
import { FIRST_QUESTIONS } from './first-questions.ts';
import { presentView } from './present-view.ts';

let folder: string;
let service: Service;
let state: { login: string | null; locked: boolean };
let engine: Pick<Engine, 'session' | 'fetch'>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry present '));
  service = await createService({ dataFolder: folder, log: () => undefined });
  await service.setUp({ login: 'owner', password: 'a long password' });
  state = { login: 'owner', locked: false };
  engine = {
    session: { state: () => ({ ...state, confirmed_until: null }) } as Engine['session'],
    fetch: async (method, path) => {
      const response = await service.fetch(new Request(`http://gantry.invalid/api/v3${path}`, { method }), {
        login: 'owner',
      });
      return new EngineAnswer(response.status, [...response.headers], await response.text());
    },
  };
});
afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

it('holds what the engine answers to each of the first questions', async () => {
  const view = await presentView(engine);
  expect(view?.login).toBe('owner');
  expect(Object.keys(view?.answers ?? {})).toEqual([...FIRST_QUESTIONS]);
  for (const path of FIRST_QUESTIONS) {
    const now = await (await engine.fetch('GET', path)).text();
    expect([path, view?.answers[path]?.body]).toEqual([path, now]);
  }
});

it('is none while the window is locked, or nobody is signed in', async () => {
  state.locked = true;
  expect(await presentView(engine)).toBeNull();
  state = { login: null, locked: false };
  expect(await presentView(engine)).toBeNull();
});

it('is none while something is refused, or work goes on', async () => {
  const { fetch } = engine;
  const instead = (path: string, answer: EngineAnswer): Pick<Engine, 'session' | 'fetch'> => ({
    ...engine,
    fetch: async (method, asked) => (asked === path ? answer : fetch(method, asked)),
  });
  expect(await presentView(instead('/user/orgs?per_page=100&page=1', new EngineAnswer(503, [], '{}')))).toBeNull();
  for (const [of, isShown] of [
    ['running', false],
    ['waiting', false],
    ['needs_you', true],
    ['failed', true],
  ] as const) {
    const work = new EngineAnswer(200, [], JSON.stringify([{ state: of }]));
    expect([of, (await presentView(instead('/user/work', work))) !== null]).toEqual([of, isShown]);
  }
});
