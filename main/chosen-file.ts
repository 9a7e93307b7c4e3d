/** Files that a person chose to be read. */
import { stat } from 'node:fs/promises';
import { IpcRefusal } from './ipc/handle.ts';
import { t } from './language/text.ts';
import { readTextFile, unreadableText } from './text-files.ts';

/**
 * Reads the text of a file.
 * @param largest most bytes, and `tooLarge` what to say of more
 * @throws IpcRefusal where it is larger, no UTF-8, or cannot be read
 */
export async function readChosen(path: string, largest: number, tooLarge: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > largest) throw new IpcRefusal(tooLarge);
    const text = await readTextFile(path);
    if (text === null) throw new IpcRefusal(unreadableText());
    return text;
  } catch (error) {
    const { code } = (error ?? {}) as { code?: unknown };
    if (typeof code !== 'string') throw error;
    if (code === 'ENOENT') throw new IpcRefusal(t('{path} is not there any more. Choose another file.', { path }));
    throw new IpcRefusal(
      t('{path} cannot be read ({code}). Choose another file, or let yourself read this one.', { path, code }),
    );
  }
}
