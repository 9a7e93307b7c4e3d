/** Worker thread that looks through a database while nobody has it open (look-ahead.ts), and says whether it is whole. */
import { parentPort, workerData } from 'node:worker_threads';
import { damageOf } from './backup.ts';

parentPort?.postMessage(damageOf(workerData as string) === null);
