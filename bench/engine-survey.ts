/** One survey in an engine of its own: `node engine-survey.ts <data folder> <address> <vcs>`. Prints one JSON line. */
import { apiOf } from './api.ts';

const [, , dataFolder, address, vcs] = process.argv;
if (dataFolder === undefined || address === undefined || vcs === undefined)
  throw new Error('three arguments are needed');

// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const service = await createService({
  dataFolder,
  log: (level, text) => (level === 'info' ? undefined : console.error(text)),
});
await service.setUp({ login: 'bench', password: 'bench password' });
const start = performance.now();
const survey = await apiOf(service)('POST /import_surveys', { body: { vcs_url: address, vcs } });
const seconds = (performance.now() - start) / 1000;
await service.close();
console.log(JSON.stringify({ seconds, revisions: survey.revisions, unknown: survey.unknown }));
