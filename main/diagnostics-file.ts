/** Diagnostics go to a file of the person's choice. */
import { basename } from 'node:path';
import { dialog } from 'electron';
import type { IpcInput, IpcOutput } from './ipc/contract.ts';
import { t } from './language/text.ts';
import { saveFile } from './save-file.ts';
import { currentWindow } from './window.ts';

/** Asks where to, and writes there what the person has read. */
export async function saveDiagnostics({ text }: IpcInput<'saveDiagnostics'>): Promise<IpcOutput<'saveDiagnostics'>> {
  const parent = currentWindow();
  if (!parent) return null;
  const chosen = await dialog.showSaveDialog(parent, {
    title: t('Save diagnostics'),
    defaultPath: 'gantry-diagnostics.txt',
    filters: [{ name: t('Text'), extensions: ['txt'] }],
  });
  if (chosen.canceled || !chosen.filePath) return null;
  await saveFile(chosen.filePath, text, 0o600);
  return { file: basename(chosen.filePath) };
}
