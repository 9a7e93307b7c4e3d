/** Requests a second and p99 of the access operations, against the same server's route without authentication. */
import { spawn } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BENCH_PASSWORD } from './access-password.ts';
import { median } from './measure.ts';
import { type Row, say } from './table.ts';

/** Requests of a reading. */
const REQUESTS = 2000;
const WARM_UP = 500;
/** Connections of the throughput readings; p99 is read on one, where nothing waits for another request. */
const CONNECTIONS = 8;
const P99_LIMIT_MS = 5;

interface Server {
  base_url: string;
  client_id: string;
  client_secret: string;
  stop(): Promise<void>;
}

interface Call {
  method: string;
  path: string;
  body?: (n: number) => object;
  expected: number;
  authorized: boolean;
}

interface Reading {
  perSecond: number;
  p99: number;
}

async function startServer(folder: string, tokens: number, accounts: number): Promise<Server> {
  const script = fileURLToPath(new URL('./access-server.ts', import.meta.url));
  const child = spawn(process.execPath, [script, folder, String(tokens), String(accounts)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const line = await new Promise<string>((resolve, reject) => {
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (out.includes('\n')) resolve(out);
    });
    child.once('close', () => reject(new Error('the server ended before it listened')));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { ...(JSON.parse(line) as Omit<Server, 'stop'>), stop };
}

const AUTHORIZATION = `Basic ${Buffer.from(`u0:${BENCH_PASSWORD}`).toString('base64')}`;

function send(server: Server, agent: Agent, call: Call, n: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body(n));
    const headers = {
      'user-agent': 'bench',
      ...(call.authorized ? { authorization: AUTHORIZATION } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
    };
    request(`${server.base_url}${call.path}`, { agent, method: call.method, headers }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === call.expected) resolve();
        else reject(new Error(`${call.method} ${call.path} answered ${response.statusCode}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

let counter = 0;

async function read(server: Server, call: Call, connections: number, count: number): Promise<Reading> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let left = count;
  const start = performance.now();
  const sendAll = async () => {
    while (left-- > 0) {
      const sent = performance.now();
      await send(server, agent, call, counter++);
      times.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, sendAll));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: count / seconds, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN };
}

async function measureCall(server: Server, call: Call, runs: number): Promise<Reading> {
  await read(server, call, CONNECTIONS, WARM_UP);
  const many: Reading[] = [];
  const alone: Reading[] = [];
  for (let run = 0; run < runs; run++) {
    many.push(await read(server, call, CONNECTIONS, REQUESTS));
    alone.push(await read(server, call, 1, REQUESTS));
  }
  return {
    perSecond: median(many.map(({ perSecond }) => perSecond)),
    p99: median(alone.map(({ p99 }) => p99)),
  };
}

const figures = ({ perSecond, p99 }: Reading) => `${perSecond.toFixed(0)}/s, p99 ${p99.toFixed(2)} ms`;

/** @param options how many readings of each call; the medians count */
export async function benchAccess(folder: string, options: { runs: number; tokens: number }): Promise<Row[]> {
  const rows: Row[] = [];
  say(`access: ${options.tokens} tokens of one account`);
  const server = await startServer(join(folder, 'one'), options.tokens, 1);
  const { client_id, client_secret } = server;
  const get = (path: string, authorized = true): Call => ({ method: 'GET', path, expected: 200, authorized });
  const put = (expected: number, fingerprint: (n: number) => string): Call => ({
    method: 'PUT',
    path: `/authorizations/clients/${client_id}`,
    body: (n) => ({ client_secret, scopes: ['repo'], fingerprint: fingerprint(n) }),
    expected,
    authorized: true,
  });
  const list = get('/authorizations?per_page=100');
  const limit = get('/rate_limit');
  const limitFigure = await measureCall(server, get('/rate_limit', false), options.runs);
  const calls: [string, Call][] = [
    ['GET /rate_limit', limit],
    [`GET /authorizations?per_page=100, ${options.tokens} tokens`, list],
    [`the same, last page`, get(`/authorizations?per_page=100&page=${Math.ceil(options.tokens / 100)}`)],
    ['get-or-create, new', put(201, (n) => `new ${n}`)],
    ['get-or-create, there', put(200, () => 'new 0')],
  ];
  // The last call finds what this one makes.
  await send(server, new Agent(), { ...put(201, () => 'new 0') }, 0);
  const one = new Map<string, Reading>();
  for (const [what, call] of calls) {
    const reading = await measureCall(server, call, options.runs);
    one.set(what, reading);
    rows.push({
      what,
      gantry: figures(reading),
      peer: `${figures(limitFigure)} (GET /rate_limit without authentication)`,
      ratio: `${(reading.perSecond / limitFigure.perSecond).toFixed(2)} of it; p99 ${reading.p99.toFixed(2)} ms`,
      promised: `p99 < ${P99_LIMIT_MS} ms`,
      ok: reading.p99 < P99_LIMIT_MS,
    });
  }
  await server.stop();

  say('access: the same among 1000 accounts');
  const crowded = await startServer(join(folder, 'many'), options.tokens, 1000);
  for (const [what, call] of calls.slice(0, 2)) {
    const reading = await measureCall(crowded, call, options.runs);
    const before = one.get(what) as Reading;
    const ratio = reading.perSecond / before.perSecond;
    rows.push({
      what: `${what}, among 1,000 accounts`,
      gantry: figures(reading),
      peer: `${figures(before)} (1 account)`,
      ratio: ratio.toFixed(2),
      promised: '>= 0.8',
      ok: ratio >= 0.8,
    });
  }
  await crowded.stop();
  return rows;
}
