/** What one attempt brought, from receivers whose answers do not end as they should. */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { type Outcome, send } from './send.ts';

async function sentTo(answer: (response: ServerResponse) => void): Promise<Outcome> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => answer(response));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const outcome = await send({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    contentType: 'json',
    secret: null,
    event: 'repository_import',
    guid: 'guid',
    hookId: 1,
    payload: '{}',
    signal: new AbortController().signal,
  });
  server.closeAllConnections();
  server.close();
  return outcome;
}

test('what a receiver answered counts, also where its words break off', async () => {
  const short = (status: number) => (response: ServerResponse) => {
    response.writeHead(status, { 'Content-Length': 100 });
    response.write('tha', () => response.socket?.end());
  };
  expect(await sentTo(short(200))).toMatchObject({ statusCode: 200, problem: null, responseBody: 'tha' });
  expect(await sentTo(short(503))).toMatchObject({ statusCode: 503, problem: null, responseBody: 'tha' });
});

test('of an answer without an end only the beginning is read', async () => {
  const outcome = await sentTo((response) => {
    const more = () => {
      if (!response.destroyed) response.write('x'.repeat(16_384), more);
    };
    response.writeHead(200);
    more();
  });
  expect(outcome).toMatchObject({ statusCode: 200, problem: null });
  expect(outcome.responseBody).toHaveLength(65_536);
});
