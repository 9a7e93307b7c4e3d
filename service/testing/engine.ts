/** A fresh engine on a data folder of its own, for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GantryEvent } from '../events/events.ts';
import { createService, type Service, type ServiceOptions } from '../index.ts';
import type { ImportStatus } from '../vocabulary/import-status.ts';
import { addLiving } from './living-engines.ts';

export interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever an answer holds
  body: any;
}

type EventOf<Type extends GantryEvent['type']> = Extract<GantryEvent, { type: Type }>;

export interface TestEngine {
  service: Service;
  folder: string;
  events: GantryEvent[];
  logLines: string[];
  api(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Resolves with the import when it is in one of these states; also when it is already. */
  importIn(repo: string, statuses: ImportStatus[], extra?: (body: Answer['body']) => boolean): Promise<Answer['body']>;
  /** Resolves with the first event, past or coming, that fits. */
  event<Type extends GantryEvent['type']>(type: Type, fits?: (event: EventOf<Type>) => boolean): Promise<EventOf<Type>>;
  /** Resolves with the first result of `look`, which is asked now and after every event. */
  until<Result>(look: () => Promise<Result | undefined>): Promise<Result>;
  /** Closes the engine and opens another one on the same folder. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

export const BASE = 'http://gantry.test/api/v3';
/** Migrations want to be asked for. */
const PREVIEW_TYPE = 'application/vnd.github.wyandotte-preview+json';
/** scrypt's N of the passwords that tests make: what costs much is not what they are about. */
const PASSWORD_COST = 16;
export const OWNER = { login: 'ann', password: 'correct horse' };

/** `Authorization: Basic ...` of somebody. */
export function basic(login: string, password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` };
}

/** The lines of the test that ask for something. @param nth so that two who ask at the same place are two */
function whereAsked(nth: number): string {
  const lines = new Error('asked').stack?.split('\n') ?? [];
  const own = lines.filter((line) => line.includes('.test.ts') || line.includes('/testing/')).slice(2);
  return `something, ${nth}: ${own.map((line) => line.trim()).join(' ')}`;
}

/**
 * @param folder an existing data folder to go on with; without it a new one, removed at the end
 * @param organization made at the first start; null for none
 */
export async function startTestEngine(
  folder?: string,
  options: Partial<Omit<ServiceOptions, 'dataFolder' | 'log'>> = {},
  organization: string | null = 'acme',
): Promise<TestEngine> {
  const data = folder ?? mkdtempSync(join(tmpdir(), 'gantry data '));
  const events: GantryEvent[] = [];
  const logLines: string[] = [];
  const waiting = new Set<() => void>();
  const waits = new Set<string>();
  let calls = 0;
  const ended = addLiving({ events, logLines, waits });
  const open = async () => {
    const service = await createService({
      passwordCost: PASSWORD_COST,
      ...options,
      dataFolder: data,
      log: (level, text) => logLines.push(`${level} ${text}`),
    });
    service.events.subscribe((event) => {
      events.push(event);
      for (const look of waiting) look();
    });
    await service.setUp({ ...OWNER, ...(organization === null ? {} : { organization }) });
    return service;
  };

  const waitFor = <Result>(look: () => Promise<Result | undefined>): Promise<Result> =>
    new Promise((resolve, reject) => {
      const asked = whereAsked(++calls);
      const again = () => {
        look().then(
          (result) => {
            if (result === undefined) return;
            waiting.delete(again);
            waits.delete(asked);
            resolve(result);
          },
          (error: unknown) => {
            waits.delete(asked);
            reject(error);
          },
        );
      };
      waiting.add(again);
      waits.add(asked);
      again();
    });

  const engine: TestEngine = {
    service: await open(),
    folder: data,
    events,
    logLines,
    async api(method, path, body, headers = {}) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      const asked = `${method} ${path}, ${++calls}`;
      waits.add(asked);
      const response = await engine.service
        .fetch(
          new Request(BASE + path, {
            method,
            headers: {
              ...(path.includes('/migrations') ? { accept: PREVIEW_TYPE } : {}),
              ...basic(OWNER.login, OWNER.password),
              ...headers,
            },
            ...(text === undefined ? {} : { body: text }),
          }),
        )
        .finally(() => waits.delete(asked));
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? await response.json() : await response.text(),
      };
    },
    importIn: (repo, statuses, extra = () => true) =>
      waitFor(async () => {
        const { body } = await engine.api('GET', `/repos/acme/${repo}/import`);
        return statuses.includes(body.status) && extra(body) ? body : undefined;
      }),
    event: <Type extends GantryEvent['type']>(type: Type, fits: (event: EventOf<Type>) => boolean = () => true) =>
      waitFor(async () =>
        events.find((event): event is EventOf<Type> => event.type === type && fits(event as EventOf<Type>)),
      ),
    until: waitFor,
    async restart() {
      await engine.service.close();
      engine.service = await open();
    },
    async end() {
      ended();
      await engine.service.close();
      if (folder === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
  return engine;
}
