/** What the list of commands offers, and what of it fits to what was typed. */
export interface Command {
  /** Unlike all others. */
  key: string;
  /** What it does or opens. */
  title: string;
  /** What the command does, in a word that stands beside it. */
  kind: string;
  /** The key that does the same. */
  shortcut?: string;
  run(): void;
}

/** Most that are shown. */
const mostShown = 50;

interface Fitting {
  shown: Command[];
  /** How many fit as well. */
  more: number;
}

/** Commands whose title has every word that was typed, the best first: those that begin with it, then those with a word that does; last those of a kind that is called so. */
export function fitting(commands: readonly Command[], typed: string): Fitting {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return firstOf(commands);
  const scored = commands.flatMap((command) => {
    const title = command.title.toLowerCase();
    const kind = command.kind.toLowerCase();
    if (!words.every((word) => title.includes(word) || kind.includes(word))) return [];
    const first = words[0] ?? '';
    const parts = title.split(/[\s/_.-]+/);
    // All of a kind fit where its word does: of thousands of repositories those that are called so would be found by nobody.
    const score = title.startsWith(first)
      ? 0
      : parts.some((part) => part.startsWith(first))
        ? 1
        : title.includes(first)
          ? 2
          : 3;
    return [{ command, score }];
  });
  return firstOf(scored.sort((a, b) => a.score - b.score).map(({ command }) => command));
}

function firstOf(commands: readonly Command[]): Fitting {
  const shown = commands.slice(0, mostShown);
  return { shown, more: commands.length - shown.length };
}
