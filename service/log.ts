import { unseenNamed } from '../language/unseen-characters.ts';

/** Where the engine's own messages go: stderr from a terminal, the app's log file in the window. */
export type Log = (level: 'info' | 'warning' | 'error', text: string) => void;

/**
 * A text as a log keeps it. In it may stand what a server said: it has nothing that a terminal would follow, and what is said in
 * several lines is set off, so that none of them looks like one of ours.
 */
export function loggable(text: string): string {
  return unseenNamed(text).replace(/\r\n?|\n/g, '\n    ');
}

/** A line of a log: when, how grave, what. */
export function lineOf(level: 'info' | 'warning' | 'error', text: string): string {
  return `${new Date().toISOString()} ${level} ${loggable(text)}`;
}

/** One line each on stderr, which a terminal shows and a service manager keeps. */
export const logToStderr: Log = (level, text) => {
  process.stderr.write(`${lineOf(level, text)}\n`);
};
