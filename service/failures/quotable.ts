import { unseenNamed } from '../../language/unseen-characters.ts';

/** Characters of what a server said that a sentence quotes. */
const MOST = 300;

/**
 * What somebody else said, as a sentence may quote it.
 * @returns one short line, without frames and without characters that a terminal would follow; those that show nothing, or would turn
 *   the words of ours behind them, are named ("U+202E"); '' where nothing was said
 */
export function quotable(lines: readonly string[]): string {
  const said = lines
    .map((line) => unseenNamed(withoutControls(line)).trim())
    .filter((line) => /\p{L}/u.test(line))
    .join(' ');
  return said.length > MOST ? `${said.slice(0, MOST - 1).trimEnd()}…` : said;
}

/** A line without what a terminal would follow: colours, and characters that are none. */
export function withoutControls(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not come through.
  return line.replace(/\u001b\[[\d;]*[A-Za-z]|[\u0000-\u001f\u007f-\u009f]/g, '');
}
