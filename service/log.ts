/** Where the engine's own messages go: stderr from a terminal, the app's log file in the window. */
export type Log = (level: 'info' | 'warning' | 'error', text: string) => void;

/** A line of a log: when, how grave, what. */
export function lineOf(level: 'info' | 'warning' | 'error', text: string): string {
  return `${new Date().toISOString()} ${level} ${text}`;
}

/** One line each on stderr, which a terminal shows and a service manager keeps. */
export const logToStderr: Log = (level, text) => {
  process.stderr.write(`${lineOf(level, text)}\n`);
};
