/** An engine's process, for a test that kills it: starts a program with children, one of them in a session of its own. */
import { markProcessesFor } from '../engine-mark.ts';
import { runTool } from '../run.ts';
import { watchOver } from '../watchdog.ts';

const [folder = '', watched = ''] = process.argv.slice(2);
const mark = markProcessesFor(folder);
if (watched === 'watched') watchOver(mark);
const script = 'trap "" TERM; sleep 61 & setsid sh -c "sleep 62 & wait" & echo begun; while :; do sleep 1; done';
runTool({ command: 'sh', args: ['-c', script], onStdout: () => process.stdout.write('begun\n') });
