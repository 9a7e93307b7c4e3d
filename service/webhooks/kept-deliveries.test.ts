/** Deliveries do not pile up for ever: each keeps up to 64 KB of what its receiver answered. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { type HookListener, startHookListener } from '../testing/hook-listener.ts';

let engine: TestEngine;
let listener: HookListener;
let deliveries: string;

beforeEach(async () => {
  engine = await startTestEngine();
  listener = await startHookListener();
  await engine.api('POST', '/orgs/acme/repos', { name: 'project' });
  const hook = await engine.api('POST', '/orgs/acme/hooks', { config: { url: listener.url } });
  deliveries = `/orgs/acme/hooks/${hook.body.id}/deliveries`;
});
afterEach(async () => {
  await engine.end();
  await listener.close();
});

/** As earlier versions left them: those of months. */
function leave(count: number, state: 'delivered' | 'waiting'): void {
  const sql = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})
    INSERT INTO hook_deliveries (hook_id, guid, event, state, due_ms, payload, created_at)
    SELECT hooks.id, 'guid ' || i, 'repository_import', '${state}', iif('${state}' = 'waiting', 1, NULL), '{}',
      '2026-01-01T00:00:00Z' FROM hooks, n`;
  // By a process of its own: what closes a file takes the locks of everybody else in its process with it.
  const script = 'const [file, sql] = process.argv.slice(1); new (require("node:sqlite").DatabaseSync)(file).exec(sql)';
  execFileSync(process.execPath, ['-e', script, join(engine.folder, 'gantry.sqlite'), sql], { stdio: 'pipe' });
}

async function kept(): Promise<{ total: number; newest: { id: number; guid: string; state: string } }> {
  const { body, headers } = await engine.api('GET', `${deliveries}?per_page=1`);
  const last = /[?&]page=(\d+)[^>]*>; rel="last"/.exec(headers.get('link') ?? '')?.[1];
  return { total: Number(last ?? body.length), newest: body[0] };
}

test('the last 250 deliveries of a webhook are kept: those before them go as others come', async () => {
  leave(260, 'delivered');
  const again = await engine.api('POST', `${deliveries}/${(await kept()).newest.id}/attempts`);
  expect(again.status).toBe(202);
  await listener.until(1);
  expect((await kept()).total).toBe(250);
  await engine.api('POST', `${deliveries}/${again.body.id}/attempts`);
  await listener.until(2);
  expect((await kept()).total).toBe(250);
});

test('what an earlier version left goes at the start; what still waits is kept', async () => {
  // Off: it would be sent.
  await engine.api('PATCH', deliveries.replace('/deliveries', ''), { active: false });
  leave(3, 'waiting');
  leave(2000, 'delivered');
  await engine.restart();
  await engine.until(async () => ((await kept()).total === 253 ? true : undefined));
});
