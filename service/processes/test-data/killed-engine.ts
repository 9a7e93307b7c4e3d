/**
 * An engine's process, for a test that kills it: starts a program with children, one of them in a session of its own. It is
 * watched over by the starter, by a shell after the starter was killed ("starter-lost"), by a shell where there is no Perl
 * ("no-perl"), or by nobody.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { markProcessesFor } from '../engine-mark.ts';
import { runTool } from '../run.ts';
import { beginStarter, starter } from '../starter/starter.ts';
import { watchOver } from '../watchdog.ts';

const [folder = '', watched = '', path] = process.argv.slice(2);
if (path !== undefined) process.env.PATH = path;
const mark = markProcessesFor(folder);
if (watched !== '') {
  watchOver(mark);
  // The watch begins a moment later.
  const keep = setInterval(() => undefined, 60_000);
  await beginStarter();
  if ((starter() === null) !== (watched === 'no-perl')) throw new Error('It is not watched as it was to be.');
  if (watched === 'starter-lost') {
    process.kill(starter()?.pid ?? 0, 'SIGKILL');
    while (starter() !== null) await pause(5);
  }
  clearInterval(keep);
}
const script = 'trap "" TERM; sleep 61 & setsid sh -c "sleep 62 & wait" & echo begun; while :; do sleep 1; done';
runTool({ command: 'sh', args: ['-c', script], onStdout: () => process.stdout.write('begun\n') });
