/** Long steps of set-up say that they begin, how far they are, and how long they took. */
import { say } from './project.mjs';

/** How often it is said, in milliseconds: on a terminal one line changes, elsewhere lines add up. */
const EVERY_MS = { terminal: 1000, elsewhere: 10_000 };

/**
 * @param what begins a sentence, as in "installing packages"
 * @param work what takes long
 * @param howFar where it can be told: words, as in "12 of 300"
 */
export async function step(what, work, howFar = () => '') {
  const terminal = process.stderr.isTTY === true;
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  say(`${what}.`);
  const told = () => [howFar(), `${seconds()} s`].filter((word) => word !== '').join(', ');
  const timer = setInterval(
    () => (terminal ? process.stderr.write(`\rgantry: ${what}: ${told()} `) : say(`${what}: ${told()}.`)),
    terminal ? EVERY_MS.terminal : EVERY_MS.elsewhere,
  );
  try {
    return await work();
  } finally {
    clearInterval(timer);
    if (terminal && seconds() > 0) process.stderr.write('\r\x1b[K');
    if (seconds() > 0) say(`${what}: done in ${seconds()} s.`);
  }
}
