/** A repository to practise on lies beside the app's settings, and may be deleted. */
import { join } from 'node:path';
import { app } from 'electron';
import { Failure } from '../../service/failures/failure.ts';
import type { Engine } from '../engine.ts';
import { IpcRefusal } from '../ipc/handle.ts';
import { failureText } from '../language/failure-text.ts';
import { t } from '../language/text.ts';
import { log } from '../log.ts';
import { nameChosen } from '../named-folders.ts';

/** Makes it and gives its folder. @throws IpcRefusal when Subversion is not installed, or the disk takes nothing */
export async function makePracticeRepository(engine: Engine): Promise<string> {
  const folder = join(app.getPath('userData'), 'practice');
  try {
    return nameChosen(await engine.makePractice(folder));
  } catch (error) {
    log.error('the practice repository could not be made', error instanceof Failure ? error.detail : '', error);
    throw new IpcRefusal(sentence(error, folder));
  }
}

function sentence(error: unknown, folder: string): string {
  if (!(error instanceof Failure)) return t('It could not be made in {folder}. Check the disk.', { folder });
  if (error.key !== 'tool.failed') return failureText(error, 'request');
  return t('Subversion could not make the repository. The log in the data folder says why.');
}
