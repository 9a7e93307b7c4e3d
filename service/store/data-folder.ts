/** The data folder is its owner's alone: looked at before anything in it is opened. */

import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, type Stats, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { say } from '../../language/sentence.ts';
import { SaidError } from '../failures/said-error.ts';
import { inEnglish } from '../failures/sentences.ts';
import { syncFolderNow } from '../files/durable-file.ts';
import type { Log } from '../log.ts';
import { DATABASE_FILE } from './database-files.ts';
import { LOCK_FILE } from './lock.ts';
import { closeOnWindows } from './windows-access.ts';

const OTHERS = 0o077;
const ROOT = 0;

/** The data folder, or something in it, is another user's. `message` is a sentence for a person. */
export class FolderNotOurs extends SaidError {
  constructor(path: string, folder: string) {
    super(
      path === folder
        ? say(
            'The data folder {folder} belongs to another user of this machine, who could read and change everything in it. Choose another data folder, or have this one given to you.',
            { folder },
          )
        : say(
            '{path} in the data folder belongs to another user of this machine. Look at what it is, move it away, and start Gantry again.',
            { path },
          ),
    );
  }
}

/**
 * Makes the folder, or closes one that is there to everybody but its owner, and says so.
 * @throws FolderNotOurs, SaidError
 */
export function closeDataFolder(folder: string, log: Log): void {
  const us = process.getuid?.();
  // A link that another user laid could lead elsewhere tomorrow. Root may do so anyway.
  const link = linkAt(folder);
  if (link?.isSymbolicLink() && isForeign(link, us)) throw new FolderNotOurs(folder, folder);
  const first = makeFolder(resolve(folder));
  // All that is flushed later lies in it.
  if (first !== undefined)
    for (let made = resolve(folder); made.length >= first.length; made = dirname(made)) syncFolderNow(dirname(made));
  if (us === undefined) {
    // Of one that was there, somebody may have chosen the rights.
    const open = first === undefined ? null : closeOnWindows(resolve(folder));
    if (open !== null) log('warning', open);
    return;
  }
  const found = statSync(folder);
  if (found.uid !== us) throw new FolderNotOurs(folder, folder);
  const isOpen = (found.mode & OTHERS) !== 0;
  const takesRights = setRights(folder, isOpen ? 0o700 : found.mode & 0o7777);
  if (!takesRights) {
    const sentence = say(
      'The disk of the data folder {folder} refuses to set permissions, as drives of Windows do within WSL, and some network shares. Git makes no repository there. Choose a data folder on another disk, or have this one mounted so that it takes them (WSL: with the option metadata).',
      { folder },
    );
    // What is there can be read, and perhaps be moved from here.
    if (isOpen || !existsSync(join(folder, DATABASE_FILE))) throw new SaidError(sentence);
    log('warning', inEnglish(sentence));
  }
  if (isOpen) {
    const isClosed = (statSync(folder).mode & OTHERS) === 0;
    log(
      'warning',
      isClosed
        ? `The data folder ${folder} could be read by other users of this machine. It is closed to them now.`
        : `The data folder ${folder} can be read by other users of this machine, and its disk does not let it be closed. Move it to another disk.`,
    );
  }
  warnOfParent(folder, log);
  for (const name of readdirSync(folder)) closeEntry(join(folder, name), folder, us);
}

/** Nothing where a file stands in the way: making the folder says so. */
function linkAt(folder: string): Stats | undefined {
  try {
    return lstatSync(folder, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** @returns the uppermost folder that was made; undefined when all were there. @throws SaidError */
function makeFolder(folder: string): string | undefined {
  try {
    return mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' || code === 'ENOTDIR') {
      const sentence = say(
        'The data folder {folder} is a file, or lies below one. Move the file away, or choose another data folder.',
        { folder },
      );
      throw new SaidError(sentence, { cause: error });
    }
    if (code === 'EACCES' || code === 'EPERM') {
      const sentence = say(
        'The data folder {folder} could not be made: you may not write where it would lie. Choose another data folder, or let yourself write there.',
        { folder },
      );
      throw new SaidError(sentence, { cause: error });
    }
    throw error;
  }
}

/** What lay in a folder that was open may have been read, or laid there, by others. */
function closeEntry(path: string, folder: string, us: number): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (entry === undefined) return;
  if (isForeign(entry, us)) {
    // It holds nothing; whoever laid it there could keep us out with it.
    if (path !== join(folder, LOCK_FILE)) throw new FolderNotOurs(path, folder);
    rmSync(path, { recursive: true, force: true });
    return;
  }
  const target = statSync(path, { throwIfNoEntry: false });
  if (target === undefined || target.uid !== us || (target.mode & OTHERS) === 0) return;
  if (target.isDirectory()) setRights(path, 0o700);
  else if (target.isFile()) setRights(path, 0o600);
}

/** @returns whether the disk takes rights; some take them and keep none */
function setRights(path: string, mode: number): boolean {
  try {
    chmodSync(path, mode);
    return true;
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code)) throw error;
    return false;
  }
}

/** Who may write into the folder above could put another in the place of this one. */
function warnOfParent(folder: string, log: Log): void {
  const parent = dirname(resolve(folder));
  const { mode } = statSync(parent);
  const isSticky = (mode & 0o1000) !== 0;
  if ((mode & 0o022) === 0 || isSticky) return;
  log(
    'warning',
    `Other users of this machine may write into ${parent}, where the data folder lies. Move it elsewhere.`,
  );
}

function isForeign(entry: Stats, us: number | undefined): boolean {
  return us !== undefined && entry.uid !== us && entry.uid !== ROOT;
}
