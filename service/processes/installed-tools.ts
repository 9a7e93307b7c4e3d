import { type Sentence, say } from '../../language/sentence.ts';
import { Failure } from '../failures/failure.ts';
import { sayFailure } from '../failures/sentences.ts';
import { runTool, toolMissing } from './run.ts';
import { programOf, type SettableTool } from './tool-commands.ts';
import { placeOnPath } from './tool-places.ts';

export interface InstalledTool {
  name: string;
  /** Null when the tool is not there. */
  version: string | null;
  /** What to do when it is missing or too old; null when it is well. */
  message: string | null;
}

/**
 * Oldest git that is trusted with foreign repositories: 2.39.4 ended CVE-2024-32002, -32004 and -32465 (files of a clone
 * that run), 2.39.5 what that had broken.
 */
export const OLDEST_GIT = '2.39.5';

const GIT = { name: 'git' as const, args: ['--version'], begins: /^git version / };
/** The tools that imports run, how each tells its version, and how that begins. */
const TOOLS: readonly { name: SettableTool; args: string[]; begins: RegExp }[] = [
  GIT,
  { name: 'svn', args: ['--version', '--quiet'], begins: /^\d/ },
  { name: 'svnrdump', args: ['--version', '--quiet'], begins: /^\d/ },
  { name: 'svnadmin', args: ['--version', '--quiet'], begins: /^\d/ },
  { name: 'hg', args: ['--version', '--quiet'], begins: /^Mercurial / },
];
/** Characters of a line of their own that are told. */
const LONGEST_LINE = 80;
/** How long an answer is kept: somebody may be installing what is missing. In milliseconds. */
const KEPT_MS = 10_000;

let kept: { until: number; tools: Promise<InstalledTool[]> } | null = null;

/** Which tools are installed, and what to do about those that are not. */
export function installedTools(): Promise<InstalledTool[]> {
  if (kept === null || kept.until < performance.now()) {
    kept = { until: performance.now() + KEPT_MS, tools: Promise.all(TOOLS.map(look)) };
  }
  return kept.tools;
}

async function look(tool: (typeof TOOLS)[number]): Promise<InstalledTool> {
  const { name, version, problem } = await ask(tool);
  return { name, version, message: problem?.message ?? null };
}

async function ask({ name, args, begins }: (typeof TOOLS)[number]) {
  try {
    const { stdout } = await runTool({ command: name, args, timeoutMs: 5000 }).done;
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? null;
    if (version !== null)
      return {
        name,
        version,
        problem: tooOld(name, version) ?? (begins.test(stdout) ? null : otherLines(name, stdout)),
      };
  } catch {
    // Missing or hanging: the sentence says what to do either way.
  }
  return { name, version: null, problem: toolMissing(name) };
}

/** The failure of a program that writes something before its answers, as a shell script in its place may. */
export function otherLines(command: string, output: string): Failure {
  const [line = ''] = output.split('\n');
  const said = line.replace(/\p{Cc}/gu, '').slice(0, LONGEST_LINE);
  return Failure.of('tool.other_lines', { command, said });
}

/** Looks anew at the next question: a program was set. */
export function forgetTools(): void {
  kept = null;
  keptGit = null;
}

/** Where each tool is started from; null for one that is nowhere. */
export function toolLocations(): { name: SettableTool; path: string | null }[] {
  return TOOLS.map(({ name }) => {
    const program = programOf(name);
    return { name, path: program === name ? placeOnPath(name, process.platform, process.env) : program };
  });
}

/** Starts a program that is to be a tool. @returns its version; a sentence why it cannot be that tool */
export async function tryTool(name: SettableTool, path: string): Promise<{ version: string } | { problem: Sentence }> {
  const args = TOOLS.find((tool) => tool.name === name)?.args ?? ['--version'];
  try {
    const { stdout } = await runTool({ command: path, args, timeoutMs: 5000 }).done;
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0];
    if (version === undefined) return { problem: say('{path} says no version, so it is not {name}.', { path, name }) };
    const old = tooOld(name, version);
    return old === null ? { version } : { problem: sayFailure(old, 'work') };
  } catch {
    return {
      problem: say('{path} could not be started as {name}, or gave no answer. Choose the program itself.', {
        path,
        name,
      }),
    };
  }
}

/** What is wrong with the version of a tool; null when it will do. */
export function tooOld(name: string, version: string): Failure | null {
  if (name !== 'git' || !isBefore(version, OLDEST_GIT)) return null;
  return Failure.of('tool.too_old', { command: name, version, oldest: OLDEST_GIT });
}

function isBefore(version: string, oldest: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, least] of oldest.split('.').map(Number).entries()) {
    const number = numbers[index] ?? 0;
    if (number !== least) return number < least;
  }
  return false;
}

let keptGit: { until: number; answer: ReturnType<typeof ask> } | null = null;

function askGit(): ReturnType<typeof ask> {
  if (keptGit === null || keptGit.until < performance.now())
    keptGit = { until: performance.now() + KEPT_MS, answer: ask(GIT) };
  return keptGit.answer;
}

/** What is wrong with the git that is here; null when it will do, or is missing, which is said where it is run. */
export async function untrustedGit(): Promise<Failure | null> {
  const { version, problem } = await askGit();
  return version === null ? null : problem;
}

/** The version of the git that is here where it is older than that; null where it is not, or is missing. */
export async function gitBefore(newer: string): Promise<string | null> {
  const { version } = await askGit();
  return version !== null && isBefore(version, newer) ? version : null;
}

/** Work with foreign repositories begins with this. @throws Failure `tool.too_old` */
export async function requireTrustedGit(): Promise<void> {
  const failure = await untrustedGit();
  if (failure !== null) throw failure;
}
