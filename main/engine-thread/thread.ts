/**
 * The engine, in a thread of its own: what it computes, and the start of each of its programs (the system copies the tables of
 * the whole process's memory for one), holds up no window. It knows nothing of Electron.
 */
import { parentPort } from 'node:worker_threads';
import type { Hearer } from '../../service/api/events.ts';
import { createService, type Service } from '../../service/index.ts';
import { closeToOthers, startedWithUmask } from '../../service/processes/umask.ts';
import { lookAhead } from '../../service/store/look-ahead.ts';
import { readEventLoopDelay } from '../event-loop-delay.ts';
import { makePractice } from '../practice/make.ts';
import { Bodies } from './bodies.ts';
import type { AppCalls, EngineCalls, EngineTold, HearerTold, OpenOptions, RequestData, ResponseData } from './calls.ts';
import { Line } from './line.ts';

if (parentPort === null) throw new Error('parentPort');

// No such host exists: requests go to the engine's own door and never to a network.
const BASE = 'http://gantry.invalid/api/v3';

/** scrypt's N for the accounts of tests, which are opened by the hundred: the usual one takes 128 MB and 0.3 s for each password. */
const TEST_PASSWORD_COST = 1024;

let service: Service | null = null;
let hearer: Hearer | null = null;
const bodies = new Bodies();

const line = new Line<EngineCalls, AppCalls, HearerTold, EngineTold>(
  parentPort,
  {
    open,
    request,
    more: (body) => bodies.more(body),
    enough: (body) => bodies.enough(body),
    owner: () => engine().ownerIdentity()?.login ?? null,
    archivePath: (guid) => engine().archivePath(guid),
    underWay: () => engine().underWay(),
    practice: makePractice,
    loopDelay: readEventLoopDelay,
    async close() {
      await service?.close();
      service = null;
      return undefined;
    },
  },
  (told) => {
    hearer = told && { ...told, baseUrl: BASE };
  },
);

function engine(): Service {
  if (service === null) throw new Error('open');
  return service;
}

async function open({ dataFolder, version, adopt, umask }: OpenOptions): Promise<EngineCalls['open']['output']> {
  startedWithUmask(umask);
  closeToOthers();
  const opened = await createService({
    ...{ dataFolder, version, adopt },
    looked: lookAhead(dataFolder),
    loopback: true,
    ...(process.env.GANTRY_TEST_HOOKS === '1' ? { passwordCost: TEST_PASSWORD_COST } : {}),
    log: (level, text) => line.tell({ type: 'log', level, text }),
    vault: {
      state: () => line.ask('vaultState', undefined),
      seal: (text) => line.ask('seal', text),
      open: (sealed) => line.ask('unseal', sealed),
    },
  });
  service = opened;
  opened.events.subscribe((event) => {
    if (event.type === 'password.changed') line.tell({ type: 'password.changed', login: event.login });
  });
  opened.events.follow(
    (event) => {
      if (hearer !== null) line.tell({ type: 'event', event, login: hearer.login });
    },
    () => hearer,
  );
  return { owner: opened.ownerIdentity()?.login ?? null };
}

async function request(asked: RequestData, signal: AbortSignal): Promise<ResponseData> {
  const { identity, method, path, language, body, contentType } = asked;
  const headers = new Headers({
    Accept: 'application/json',
    'Accept-Language': language,
    'User-Agent': 'Gantry window',
  });
  if (contentType !== undefined) headers.set('Content-Type', contentType);
  const init = { method, headers, signal, ...(body === undefined ? {} : { body }) };
  const response = await engine().fetch(new Request(BASE + path, init), identity);
  return { status: response.status, headers: [...response.headers], ...(await bodies.begin(response)) };
}
