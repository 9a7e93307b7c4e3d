/**
 * Git LFS in an engine of its own, as `bench/large-files.ts` starts it:
 * `node engine-large-files.ts <data folder> <address> <bytes>`. Imports, then chooses Git LFS for files over so many
 * bytes; prints one JSON line. What is timed is mapping, conversion, push and verification: nothing is fetched again.
 */
import { apiOf } from './api.ts';

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
const api = apiOf(service);
const path = { owner: 'bench', repo: 'r' };

/** Resolves when the import is complete; rejects when it fails. */
function complete(): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = service.events.subscribe((event) => {
      if (event.type !== 'import.changed') return;
      if (event.status === 'error')
        void api('GET /repos/{owner}/{repo}/import', { path }).then((answer) =>
          reject(new Error(JSON.stringify(answer))),
        );
      if (event.status !== 'complete') return;
      stop();
      resolve();
    });
  });
}

await api('POST /user/repos', { body: { name: path.repo } });
const imported = complete();
await api('PUT /repos/{owner}/{repo}/import', { path, body: { vcs: 'git', vcs_url: address } });
await imported;
const start = performance.now();
const converted = complete();
await api('PATCH /repos/{owner}/{repo}/import/lfs', { path, body: { use_lfs: 'opt_in' } });
await converted;
const seconds = (performance.now() - start) / 1000;
const report = await api('GET /repos/{owner}/{repo}/import/report', { path });
const files = await api('GET /repos/{owner}/{repo}/import/large_files', { path });
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
