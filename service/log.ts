/** Where the engine's own messages go: stderr from a terminal, the app's log file in the window. */
export type Log = (level: 'info' | 'warning' | 'error', text: string) => void;

/** One line each on stderr, which a terminal shows and a service manager keeps. */
export const logToStderr: Log = (level, text) => {
  process.stderr.write(`${new Date().toISOString()} ${level} ${text}\n`);
};
