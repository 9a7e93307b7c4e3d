/** A Subversion repository to practise on, made on the spot by Subversion itself. It lies beside the app's settings, and may be deleted. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { app } from 'electron';
import { Failure } from '../../service/failures/failure.ts';
import { runTool } from '../../service/processes/run.ts';
import { IpcRefusal } from '../ipc/handle.ts';
import { failureText } from '../language/failure-text.ts';
import { t } from '../language/text.ts';
import { log } from '../log.ts';
import { nameChosen } from '../named-folders.ts';
import { dumpOf } from './dump.ts';
import { story } from './story.ts';

/** Milliseconds; a program that hangs is ended. */
const LIMIT_MS = 60_000;

/** Makes it and gives its folder. @throws IpcRefusal when Subversion is not installed, or the disk takes nothing */
export async function makePracticeRepository(): Promise<string> {
  const folder = join(app.getPath('userData'), 'practice');
  let made: string | null = null;
  try {
    await mkdir(folder, { recursive: true });
    made = await mkdtemp(join(folder, 'tool-'));
    const svnadmin = (args: string[], stdin?: string) =>
      runTool({
        ...{ command: 'svnadmin', args, timeoutMs: LIMIT_MS },
        ...(stdin === undefined ? {} : { stdin }),
      }).done;
    requireDone(await svnadmin(['create', made]));
    requireDone(await svnadmin(['load', '--quiet', made], dumpOf(story())));
    return nameChosen(made);
  } catch (error) {
    log.error('the practice repository could not be made', error);
    if (made !== null) await rm(made, { recursive: true, force: true });
    if (error instanceof IpcRefusal) throw error;
    throw new IpcRefusal(
      error instanceof Failure
        ? failureText(error, 'request')
        : t('It could not be made in {folder}. Check the disk.', { folder }),
    );
  }
}

function requireDone({ code, stderrTail }: { code: number; stderrTail: string }): void {
  if (code === 0) return;
  log.error('svnadmin', stderrTail);
  throw new IpcRefusal(t('Subversion could not make the repository. The log in the data folder says why.'));
}
