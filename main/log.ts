import { join } from 'node:path';
import electronLog from 'electron-log/node.js';
import { LOG_BYTES, rotateLog } from '../service/files/rotating-log.ts';
import type { Log } from '../service/index.ts';
import { loggable } from '../service/log.ts';

/** The app's own log: a file in the data folder and, when started from a terminal, that terminal. */
export const log = electronLog;

const levels = { info: log.info, warning: log.warn, error: log.error } as const;

/** The engine's messages. */
export const logOfEngine: Log = (level, text) => levels[level](loggable(text));

/** Directs the log to `logs/app.log` of a folder: of the data folder, once it is one. */
export function startLog(folder: string): void {
  log.transports.file.resolvePathFn = () => join(folder, 'logs', 'app.log');
  log.transports.file.maxSize = LOG_BYTES;
  log.transports.file.archiveLogFn = (file) => {
    try {
      rotateLog(file.path);
    } catch {
      // It grows on until the disk lets it be put aside.
    }
  };
  log.transports.file.level = 'info';
  log.transports.console.level = 'warn';
}
