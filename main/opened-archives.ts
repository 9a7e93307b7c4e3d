/** Archives that were named on the command line or in a file manager, until the page takes them. */
import { tellWindows } from './ipc/tell.ts';
import { nameChosen } from './named-folders.ts';

const waiting: string[] = [];

/** Hands an archive to the page; one that nobody is signed in to takes it later. @param path whole path; a person named it */
export function openArchive(path: string): void {
  waiting.push(nameChosen(path));
  tellWindows('onArchive', undefined);
}

/** The archives that nobody took yet. */
export function takeArchives(): string[] {
  return waiting.splice(0);
}
