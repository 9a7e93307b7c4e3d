/** Ends many threads that inflate, and says so when it is still there. */
import { runInWorker } from '../workers.ts';

for (let count = 0; count < Number(process.argv[2]); count++) {
  const { signal } = new AbortController();
  await runInWorker<null, never>(import.meta.url, './inflating-worker', null, { signal }).catch(() => undefined);
}
process.stdout.write('still here');
