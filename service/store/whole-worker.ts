/** Worker thread that looks through a database while nobody has it open (look-ahead.ts). */
import { parentPort, workerData } from 'node:worker_threads';
import { damageOf } from './backup.ts';

/** What is wrong in it, or null; nothing is said of one that cannot be read. */
try {
  parentPort?.postMessage({ damage: damageOf(workerData as string) });
} catch {
  // Whoever opens it finds out, and says why.
}
