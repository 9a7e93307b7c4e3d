import { type Client, createClient } from '../client/api-client.ts';
import type { Service } from '../service/index.ts';

/** The API of an engine in this process, with the identity of its owner. */
export function apiOf(service: Service): Client {
  const identity = service.ownerIdentity();
  return createClient(
    async (method, path, body) => {
      const response = await service.fetch(new Request(`http://127.0.0.1/api/v3${path}`, { method, body }), identity);
      return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
    },
    (status, body, call) => new Error(`${call}: ${status} ${JSON.stringify(body)}`),
  );
}
