/** Starts a program with no file left to open, then with one more at a time; prints how each ended. */
import { closeSync, openSync } from 'node:fs';
import { Failure } from '../../failures/failure.ts';
import { runTool } from '../run.ts';
import { beginStarter } from '../starter/starter.ts';

const MOST_LEFT = 30;

// Nothing else keeps this process while it waits.
const alive = setInterval(() => undefined, 1000);
await beginStarter();
process.stdout.write('');
const taken: number[] = [];
try {
  for (;;) taken.push(openSync('/dev/null', 'r'));
} catch {
  // No more.
}
const ends: string[] = [];
for (let left = 0; left <= MOST_LEFT; left++) {
  const { done } = runTool({ command: 'true', args: [], stdin: 'x' });
  ends.push(
    await done.then(
      () => 'ended',
      (error) => (error instanceof Failure ? error.key : String(error)),
    ),
  );
  closeSync(taken.pop() as number);
}
process.stdout.write(JSON.stringify(ends));
clearInterval(alive);
