/** What a person does when the reason of an error is gone: starts again. */
import type { Json } from '../engine/engine.ts';
import { ask, type World } from './day.ts';

/** Starts every import again that is in error, and every export. */
export async function goOn(world: World): Promise<void> {
  const imports: Json[] = await ask(world, 'GET', '/user/imports?per_page=100', undefined, [200]);
  for (const { status, url } of imports) {
    if (status === 'error') await ask(world, 'PATCH', new URL(url).pathname.replace('/api/v3', ''), {}, [200]);
  }
  const base = '/orgs/acme/migrations';
  const migrations: Json[] = await ask(world, 'GET', `${base}?per_page=100`, undefined, [200]);
  for (const { id, state } of migrations) {
    if (state === 'failed') await ask(world, 'POST', `${base}/${id}/retry`, {}, [200]);
  }
}
