/**
 * Ends an engine's programs when the engine is gone, however it went, and what they have started themselves: `svn` of a
 * worker thread, the children of git, ssh. One small shell a running engine holds the other end of a pipe, which the system
 * closes when the engine's process ends. A watchdog costs nothing for each program; `setpriv --pdeathsig` would cost one more
 * `exec` each, reach no grandchildren, and end a thread's programs with the thread (prctl(2), PR_SET_PDEATHSIG).
 */
import { spawn } from 'node:child_process';
import { ENGINE_VARIABLE } from './engine-mark.ts';
import { childEnvironment } from './environment.ts';

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
 * Starts the watchdog of an engine; on Linux only, elsewhere the next start ends what is left.
 * @param mark what the engine's programs carry
 * @returns what sends it away, for an engine that has ended its programs itself
 */
export function watchOver(mark: string): () => void {
  if (process.platform !== 'linux') return () => undefined;
  // Detached: what ends the engine's whole group or terminal must not end its watchdog. It carries no mark itself.
  const dog = spawn('sh', ['-c', SCRIPT, 'gantry-watchdog', `${ENGINE_VARIABLE}=${mark}`], {
    cwd: '/',
    env: childEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without a shell the next start ends what is left.
  dog.on('error', () => undefined);
  dog.stdin.on('error', () => undefined);
  dog.unref();
  (dog.stdin as unknown as { unref(): void }).unref();
  return () => {
    dog.stdin.end('done\n');
  };
}
