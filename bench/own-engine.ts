/** An engine in the process of a measurement, with an owner. */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Client } from '../client/api-client.ts';
import type { Service } from '../service/index.ts';
import { apiOf } from './api.ts';

/** Opens the built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it); its warnings go to stderr. Of the project in whose folder this runs. */
export async function openOwnEngine(dataFolder: string): Promise<{ service: Service; api: Client }> {
  const built = pathToFileURL(resolve('out/main/service/index.js')).href;
  const { createService } = (await import(built)) as typeof import('../service/index.ts');
  const service = await createService({
    dataFolder,
    log: (level, text) => (level === 'info' ? undefined : console.error(text)),
  });
  await service.setUp({ login: 'bench', password: 'bench password' });
  return { service, api: apiOf(service) };
}
