import { expect } from 'vitest';
import { Failure } from '../../../failures/failure.ts';
import { inEnglish } from '../../../failures/sentences.ts';
import { type ClientOptions, TfvcClient } from '../api/client.ts';
import { TfvcModel } from './model.ts';
import { TfvcServer } from './server.ts';
import type { Fault, ServerOptions } from './server-options.ts';

export const TOKEN = 'pat-7q%"secret';
const servers: TfvcServer[] = [];

export async function stopServers(): Promise<void> {
  for (const server of servers.splice(0)) await server.stop();
}

/** A server of one project, until `stopServers`. */
export async function serve(options: ServerOptions = {}): Promise<TfvcServer> {
  const model = new TfvcModel();
  model.addProject('Shop');
  const server = await TfvcServer.start(model, options);
  servers.push(server);
  return server;
}

/** A client that notes how long it would have waited. */
export function clientOf(server: TfvcServer, options: Partial<ClientOptions> = {}) {
  const waits: number[] = [];
  const log: string[] = [];
  const client = new TfvcClient({
    collection: server.url,
    credentials: { username: '', password: TOKEN },
    signal: new AbortController().signal,
    delay: async (milliseconds) => void waits.push(milliseconds),
    onLog: (_, text) => void log.push(inEnglish(text)),
    ...options,
  });
  return { client, waits, log };
}

/** The first so many answers are faults. */
export function failing(server: TfvcServer, times: number, fault: Fault): void {
  let left = times;
  server.fault = () => (left-- > 0 ? fault : null);
}

export async function failureOf(work: Promise<unknown>): Promise<Failure> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  return error as Failure;
}
