/**
 * The engine as `npm run serve` starts it, for days that no person waits through: files of 10 KB are large, nobody asks too much,
 * and the clock can be ahead.
 * `node faults/engine/serve.ts <data folder> <milliseconds that the clock is ahead>`
 */
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { createService as create } from '../../service/index.ts';
import { startServer } from '../../service/loopback/server.ts';
import { ALLOWANCES, type Allowances } from '../../service/rate-limit/categories.ts';
import { OWNER, PASSWORD_COST } from './owner.ts';

const [data = '', ahead = '0'] = process.argv.slice(2);
/** The built one starts in a third of the time. */
const built = process.env.GANTRY_TEST_ENGINE;
const program =
  built === undefined
    ? new URL('../../service/index.ts', import.meta.url)
    : pathToFileURL(join(dirname(built), 'index.js'));
const { createService } = (await import(program.href)) as { createService: typeof create };

const plenty = { account: 1e9, address: 1e9, window: 60 };
const asked = new Promise<void>((end) => process.once('SIGTERM', () => end()));
try {
  const service = await createService({
    dataFolder: data,
    now: () => Date.now() + Number(ahead),
    largeFileBytes: 10_000,
    passwordCost: PASSWORD_COST,
    allowances: Object.fromEntries(Object.keys(ALLOWANCES).map((name) => [name, plenty])) as Partial<Allowances>,
  });
  try {
    await service.setUp({ ...OWNER, organization: 'acme' });
    const server = await startServer(service, 0);
    process.stdout.write(`${server.baseUrl}\n`);
    await asked;
    await server.close();
  } finally {
    await service.close();
  }
} catch (error) {
  process.stderr.write(`start: ${(error as Error).stack}\n`);
  process.exitCode = 1;
}
