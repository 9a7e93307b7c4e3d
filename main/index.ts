/** Where the app starts: its modules are found as Node compiled them at an earlier start, which has to be asked for before they are read. */
import { createRequire, enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { app } from 'electron';
import { closeToOthers } from '../service/processes/umask.ts';
import { terminalAnswer } from './terminal-answer.ts';

// Electron's own program is told the project's folder first.
const answer = terminalAnswer(process.argv.slice(app.isPackaged ? 1 : 2), app.getVersion());
if (answer === null) {
  // Before the first file is made.
  closeToOthers();
  enableCompileCache(join(app.getPath('userData'), 'compiled'));
  // Not a top-level await: that would keep Playwright's launch waiting for ever.
  createRequire(import.meta.url)('./app.js');
} else {
  process.stdout.write(answer);
  app.exit(0);
}
