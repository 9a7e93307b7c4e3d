/**
 * Ends an engine's programs when the engine is gone, however it went, and what they have started themselves: `svn` of a
 * worker thread, the children of git, ssh. The starter does (`starter/`), else one small shell a running engine: either holds
 * the other end of a pipe, which the system closes when the engine's process ends. A watchdog costs nothing for each program;
 * `setpriv --pdeathsig` would cost one more `exec` each, reach no grandchildren, and end a thread's programs with the thread
 * (prctl(2), PR_SET_PDEATHSIG).
 */
import { spawn } from 'node:child_process';
import { ENGINE_VARIABLE } from './engine-mark.ts';
import { childEnvironment } from './environment.ts';
import { watchByStarter, whenStarterBegins } from './starter/starter.ts';

/**
 * Waits for the end of its input. A word on it means a clean end, in which nothing is left to do. Else everything that carries
 * the mark gets SIGTERM once, so that git removes its locks, then SIGKILL until three looks in a row find nothing.
 */
const SCRIPT = `
read -r word
[ "$word" = done ] && exit 0
signal=TERM
calm=0
while [ "$calm" -lt 3 ]; do
  found=
  for file in $(grep -lzxF -e "$1" /proc/[0-9]*/environ 2>/dev/null); do
    pid=\${file#/proc/}
    kill -s "$signal" "\${pid%/environ}" 2>/dev/null && found=1
  done
  if [ -n "$found" ]; then calm=0; else calm=$((calm + 1)); fi
  signal=KILL
  sleep 0.2
done
`;

/**
 * Watches over an engine from its first program or thread on; on Linux only, elsewhere the next start ends what is left. So it
 * does of the moments before the watch has begun.
 * @param mark what the engine's programs carry
 * @returns what ends the watch, for an engine that has ended its programs itself
 */
export function watchOver(mark: string): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const variable = `${ENGINE_VARIABLE}=${mark}`;
  let isOver = false;
  let end: () => void = () => undefined;
  const byShell = () => {
    if (!isOver) end = watchByShell(variable);
  };
  const noMore = whenStarterBegins(async (begun) => {
    await begun;
    if (isOver) return;
    const byStarter = watchByStarter(variable, byShell);
    if (byStarter === null) byShell();
    else end = byStarter;
  });
  return () => {
    isOver = true;
    noMore();
    end();
  };
}

function watchByShell(variable: string): () => void {
  // Detached: what ends the engine's whole group or terminal must not end its watchdog. It carries no mark itself.
  const dog = spawn('sh', ['-c', SCRIPT, 'gantry-watchdog', variable], {
    cwd: '/',
    env: childEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the next start ends what is left.
  dog.on('error', () => undefined);
  // Node leaves it out where there are too many open files for it.
  if (!dog.stdin) return () => undefined;
  dog.stdin.on('error', () => undefined);
  dog.unref();
  (dog.stdin as unknown as { unref(): void }).unref();
  return () => {
    dog.stdin.end('done\n');
  };
}
