/** A Subversion repository to practise on, made on the spot by Subversion itself: in the engine's thread, which knows its programs. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '../../service/processes/run.ts';
import { dumpOf } from './dump.ts';
import { story } from './story.ts';

/** Milliseconds; a program that hangs is ended. */
const LIMIT_MS = 60_000;

/**
 * @param folder in which it gets one of its own
 * @returns its path
 * @throws Failure when Subversion is not installed or could not do it; the system's error when the disk takes nothing
 */
export async function makePractice(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const made = await mkdtemp(join(folder, 'tool-'));
  const svnadmin = (args: string[], stdin = '') =>
    runTool({ command: 'svnadmin', args, timeoutMs: LIMIT_MS, stdin }).done;
  try {
    await svnadmin(['create', made]);
    await svnadmin(['load', '--quiet', made], dumpOf(story()));
    return made;
  } catch (error) {
    await rm(made, { recursive: true, force: true });
    throw error;
  }
}
