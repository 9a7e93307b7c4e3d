import { join } from 'node:path';
import electronLog from 'electron-log/node.js';

/** The app's own log: a file in the data folder and, when started from a terminal, that terminal. */
export const log = electronLog;

/** Directs the log to `<data folder>/logs/app.log`. */
export function startLog(dataFolder: string): void {
  log.transports.file.resolvePathFn = () => join(dataFolder, 'logs', 'app.log');
  log.transports.file.level = 'info';
  log.transports.console.level = 'warn';
}
