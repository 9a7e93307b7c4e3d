/** An engine in the process of a measurement, with an owner. */
import type { Client } from '../client/api-client.ts';
import type { Service } from '../service/index.ts';
import { apiOf } from './api.ts';

/** Opens the built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it); its warnings go to stderr. */
export async function openOwnEngine(dataFolder: string): Promise<{ service: Service; api: Client }> {
  const built = new URL('../out/main/service/index.js', import.meta.url).href;
  const { createService } = (await import(built)) as typeof import('../service/index.ts');
  const service = await createService({
    dataFolder,
    log: (level, text) => (level === 'info' ? undefined : console.error(text)),
  });
  await service.setUp({ login: 'bench', password: 'bench password' });
  return { service, api: apiOf(service) };
}
