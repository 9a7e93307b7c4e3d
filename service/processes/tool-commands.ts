/** Programs that the owners set in place of those found on PATH. */
import { tellThreads, toldToThreads } from './told-to-threads.ts';

/** Key of what threads are told. */
const KEY = 'tool-commands';

/** Tools that can be set. */
export const SETTABLE_TOOLS = ['git', 'svn', 'svnrdump', 'svnadmin', 'hg'] as const;
export type SettableTool = (typeof SETTABLE_TOOLS)[number];

/** Whole paths of programs, by the tool's name. */
export type ToolPaths = Partial<Record<SettableTool, string>>;

/** Uses these from now on: in this thread, and in jobs that begin from now on. */
export function setToolPaths(paths: ToolPaths): void {
  tellThreads(KEY, { ...paths });
}

/** What is started for a command: the program that was set for it, else the command itself. */
export function programOf(command: string): string {
  const paths = toldToThreads(KEY) as Record<string, string> | undefined;
  return paths !== undefined && Object.hasOwn(paths, command) ? (paths[command] ?? command) : command;
}
