import { runTool, toolMissing } from './run.ts';

export interface InstalledTool {
  name: string;
  /** Null when the tool is not there. */
  version: string | null;
  /** What to do when it is missing; null when it is there. */
  message: string | null;
}

/** The tools that imports run, and how each tells its version. */
const TOOLS = [
  { name: 'git', args: ['--version'] },
  { name: 'svn', args: ['--version', '--quiet'] },
  { name: 'svnrdump', args: ['--version', '--quiet'] },
  { name: 'svnadmin', args: ['--version', '--quiet'] },
  { name: 'hg', args: ['--version', '--quiet'] },
];
/** How long an answer is kept: somebody may be installing what is missing. In milliseconds. */
const KEPT_MS = 10_000;

let kept: { until: number; tools: Promise<InstalledTool[]> } | null = null;

/** Which tools are installed, and what to do about those that are not. */
export function installedTools(): Promise<InstalledTool[]> {
  if (kept === null || kept.until < Date.now()) {
    kept = { until: Date.now() + KEPT_MS, tools: Promise.all(TOOLS.map(look)) };
  }
  return kept.tools;
}

async function look({ name, args }: { name: string; args: string[] }): Promise<InstalledTool> {
  try {
    const { stdout } = await runTool({ command: name, args, timeoutMs: 5000 }).done;
    const version = /\d+(\.\d+)+/.exec(stdout)?.[0] ?? null;
    if (version !== null) return { name, version, message: null };
  } catch {
    // Missing or hanging: the sentence says what to do either way.
  }
  return { name, version: null, message: toolMissing(name).message };
}
