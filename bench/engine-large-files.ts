/**
 * Git LFS in an engine of its own, as `bench/large-files.ts` starts it:
 * `node engine-large-files.ts <data folder> <address> <bytes>`. Imports, then chooses Git LFS for files over so many
 * bytes; prints one JSON line. What is timed is mapping, conversion, push and verification: nothing is fetched again.
 */
import type { ImportReport } from '../service/vocabulary/import-report.ts';

const [, , dataFolder, address, bytes] = process.argv;
if (dataFolder === undefined || address === undefined || bytes === undefined)
  throw new Error('three arguments are needed');

// The built engine, as the app and `npm run serve` run it (scripts/bench.mjs builds it).
const built = new URL('../out/main/service/index.js', import.meta.url).href;
const { createService } = (await import(built)) as typeof import('../service/index.ts');
const service = await createService({
  dataFolder,
  largeFileBytes: Number(bytes),
  log: (level, text) => (level === 'info' ? undefined : console.error(text)),
});
await service.setUp({ login: 'bench', password: 'bench password' });
const identity = service.ownerIdentity();

async function call(method: string, path: string, body?: object): Promise<Response> {
  const response = await service.fetch(
    new Request(`http://127.0.0.1/api/v3${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
    identity,
  );
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Resolves when the import is complete; rejects when it fails. */
function complete(): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = service.events.subscribe((event) => {
      if (event.type !== 'import.changed') return;
      if (event.status === 'error')
        void call('GET', '/repos/bench/r/import').then(async (answer) => reject(new Error(await answer.text())));
      if (event.status !== 'complete') return;
      stop();
      resolve();
    });
  });
}

await call('POST', '/user/repos', { name: 'r' });
const imported = complete();
await call('PUT', '/repos/bench/r/import', { vcs: 'git', vcs_url: address });
await imported;
const start = performance.now();
const converted = complete();
await call('PATCH', '/repos/bench/r/import/lfs', { use_lfs: 'opt_in' });
await converted;
const seconds = (performance.now() - start) / 1000;
const report = (await (await call('GET', '/repos/bench/r/import/report')).json()) as ImportReport;
const files = (await (await call('GET', '/repos/bench/r/import/large_files')).json()) as unknown[];
console.log(
  JSON.stringify({
    seconds,
    verified: report.verified,
    commits: report.counts.commits,
    files: files.length,
    repository: report.repository_path,
    ownPeakMb: process.resourceUsage().maxRSS / 1024,
  }),
);
await service.close();
