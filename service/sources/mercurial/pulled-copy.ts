/** A copy that is pulled into: where it comes from, and what makes it what a clone would be. */
import { constants, existsSync } from 'node:fs';
import { copyFile, link, mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { writeDurably } from '../../files/durable-file.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import type { SourceContext } from '../source.ts';
import { toldBookmarks } from './bookmarks.ts';
import { hgFailure } from './failures.ts';
import { runHg } from './hg-tool.ts';
import { ALL_EXTENSIONS } from './requirements.ts';
import { SAME_HISTORY, writeSameHistoryExtension } from './same-history.ts';

/** A repository with the same history and no configuration. hg writes into no file that has another name beside it (mercurial/vfs.py, `nlink`). */
export async function linkRepository(from: string, to: string): Promise<void> {
  await mkdir(join(to, '.hg'), { recursive: true });
  await copyFile(join(from, '.hg', 'requires'), join(to, '.hg', 'requires'));
  for (const part of ['store', 'cache']) {
    if (existsSync(join(from, '.hg', part))) await linkFolder(join(from, '.hg', part), join(to, '.hg', part));
  }
}

async function linkFolder(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  // Names in a store are ASCII, whatever files are called (mercurial/store.py, `encodefilename`).
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [old, fresh] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFolder(old, fresh);
    else if (entry.isFile()) await link(old, fresh).catch(() => copyFile(old, fresh, constants.COPYFILE_FICLONE));
  }
}

/** @throws Failure where the copy is another one than a clone would be */
export async function requireSameHistory(path: string, url: string, context: SourceContext): Promise<void> {
  const extension = writeSameHistoryExtension(context.privateFolder);
  const { code } = await runHg({ ...context, extensions: ALL_EXTENSIONS }, url, {
    args: ['-R', path, '--config', `extensions.${SAME_HISTORY}=${extension}`, SAME_HISTORY, '--', url],
    cwd: context.privateFolder,
    onStdout: 'ignore',
    silenceMs: context.silenceMs ?? SILENCE_MS,
    successExitCodes: [0, 1],
    failure: ({ stderrTail }) => hgFailure(stderrTail, url, context.credentials !== null),
  }).done;
  if (code !== 0) throw Failure.of('mercurial.unreadable', { url }, 'its heads are others, or in another order');
}

/** As a clone does; a pull takes only those that it knows. @throws Failure */
export async function takeBookmarks(path: string, url: string, context: SourceContext): Promise<void> {
  const told = await toldBookmarks(url, context);
  const lines = told.map(({ name, node }) => `${node} ${name}\n`);
  await writeDurably(join(path, '.hg', 'bookmarks'), lines.join(''));
}
