/** A copy of a remote repository, or of a bundle, on this disk, without files in a working folder. */

import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { pathOfFileUrl } from '../../files/file-url.ts';
import { renamePatiently } from '../../files/patient-rename.ts';
import { mayPass } from '../../network/patience.ts';
import { SILENCE_MS } from '../../processes/silence.ts';
import type { SourceContext } from '../source.ts';
import type { ArrivingCopy } from './arriving.ts';
import { bundleFailure, isBundleFile } from './bundle-file.ts';
import { hgFailure } from './failures.ts';
import type { HgRepository } from './hg-repository.ts';
import { runHg } from './hg-tool.ts';
import { bringUpToDate } from './kept-copy.ts';
import { fetchLfsContents } from './lfs-contents.ts';
import { ALL_EXTENSIONS } from './requirements.ts';
import { REFUSES_LONG_HEADERS } from './unnamed-heads.ts';

/** Folder of a repository on this machine; null for any other address. */
export function localFolder(url: string): string | null {
  if (url.startsWith('file:')) return pathOfFileUrl(url);
  return /^(\/|[a-z]:[\\/]|\\\\)/i.test(url) ? url : null;
}

/** Whether an address is a server's. hg also knows others, such as `bundle:` and `union:`, that name files of this disk. */
export function isServer(url: string): boolean {
  return /^(https?|ssh):\/\//i.test(url);
}

/**
 * An address that names a part of its repository: of a server hg takes what is behind a "#" for the only branch, tag or changeset that
 * is wanted (`hg help urls`), and a clone of it would be taken for all that there is.
 * @returns null for any other
 */
export function namesPart(url: string): Failure | null {
  const [repository = url] = url.split('#');
  return isServer(url) && repository !== url ? Failure.of('mercurial.names_part', { url, repository }) : null;
}

/** One of these every repository has: before Mercurial 0.9.4 (`hg help config.format.usestore`) there was no `store`, long before no `requires`. */
const REPOSITORY_FILES = ['store', 'sharedpath', 'requires', '00changelog.i'];

/** Whether Mercurial keeps a repository in the folder. */
export function isRepository(folder: string): boolean {
  return REPOSITORY_FILES.some((name) => existsSync(join(folder, '.hg', name)));
}

/**
 * Servers of large repositories refuse to put a whole history together (`server.disablefullbundle`, mercurial/wireprotov1server.py), and
 * give their files out as they are, or lead to a bundle elsewhere, which is not followed.
 */
const REFUSES_FULL_BUNDLES = /pull-based clones disabled/;

/**
 * A repository that can be read from this disk: the source itself, or a copy of it.
 * @param arriving what came of a server's whose connection broke off
 * @param kept the copy of the server that the fetch before made; null for none that is to be gone on with
 * @throws Failure
 */
export async function onThisDisk(
  url: string,
  context: SourceContext,
  arriving: ArrivingCopy | null = null,
  kept: string | null = null,
): Promise<HgRepository> {
  const local = localFolder(url);
  if (local !== null && isRepository(local)) return { path: local, url };
  if ((local === null || !isBundleFile(local)) && !isServer(url)) {
    throw Failure.of('mercurial.not_found', { url });
  }
  const part = namesPart(url);
  if (part !== null) throw part;
  const path = join(context.folder, 'source');
  const goesOn = await copyTo(path, url, context, arriving, kept);
  await fetchLfsContents(path, url, context);
  return { path, url, ...(goesOn && { goesOn }) };
}

/** @returns whether it goes on from what was kept */
async function copyTo(
  path: string,
  url: string,
  context: SourceContext,
  arriving: ArrivingCopy | null,
  kept: string | null,
): Promise<boolean> {
  // A repository of this disk is read where it is.
  const local = localFolder(url);
  const isBundle = local !== null;
  const unfinished = `${path}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(path, { recursive: true, force: true });
  const sayCopying = () => context.onLog('info', say('Copying the Mercurial repository {url}.', { url }));
  if (kept === null) sayCopying();
  if (isServer(url) && (await arriving?.arrive(path, context)) === true) return kept !== null;
  if (isServer(url) && kept !== null && (await bringUpToDate(kept, unfinished, url, context, arriving))) {
    await renamePatiently(unfinished, path);
    return true;
  }
  if (kept !== null) sayCopying();
  let isIncomplete = false;
  const clone = (more: readonly string[], fewHeads?: 'all') =>
    runHg({ ...context, extensions: ALL_EXTENSIONS, ...(fewHeads && { fewHeads }) }, url, {
      // Without its talk a clone is silent, and could not be told from a server that stalls.
      args: [
        'clone',
        '--debug',
        '--config',
        'progress.debug=True',
        '--noupdate',
        // Contents of the largefiles extension; servers without it have none.
        '--all-largefiles',
        ...more,
        '--',
        // A path would end at a "#", behind which hg looks for a branch.
        isBundle ? pathToFileURL(local).href : url,
        unfinished,
      ],
      cwd: context.privateFolder,
      onStdout: (line) => {
        // The history is whole then, and the report says which contents are missing.
        if (/largefiles? failed to download/.test(line)) isIncomplete = true;
      },
      silenceMs: context.silenceMs ?? SILENCE_MS,
      successExitCodes: 'any',
    }).done;
  let { code, stderrTail } = await clone([]);
  if (code !== 0 && /^https?:/i.test(url) && REFUSES_LONG_HEADERS.test(stderrTail)) {
    await rm(unfinished, { recursive: true, force: true });
    ({ code, stderrTail } = await clone([], 'all'));
  }
  if (code !== 0 && isServer(url) && REFUSES_FULL_BUNDLES.test(stderrTail)) {
    await rm(unfinished, { recursive: true, force: true });
    ({ code, stderrTail } = await clone(['--stream']));
    // It streams nothing either: what is asked for in pieces is no full bundle.
    if (code !== 0 && REFUSES_FULL_BUNDLES.test(stderrTail) && arriving !== null) {
      await rm(unfinished, { recursive: true, force: true });
      await arriving.begin();
      if (await arriving.arrive(path, context)) return false;
    }
  }
  if (code !== 0 && !(isIncomplete && isRepository(unfinished))) {
    await rm(unfinished, { recursive: true, force: true });
    const failure = isBundle
      ? bundleFailure(stderrTail, url)
      : hgFailure(stderrTail, url, context.credentials !== null);
    if (isServer(url) && mayPass(failure)) await arriving?.begin();
    throw failure;
  }
  await renamePatiently(unfinished, path);
  return false;
}
