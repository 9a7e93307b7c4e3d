/** The end of the app, which takes seconds where much runs. Who opens it meanwhile wants it to be open. */
import { app } from 'electron';
import { returnToWorkingFolder } from '../service/processes/working-folder.ts';
import type { SecondStart } from './command-line.ts';

let ends = false;

/** From now on nothing keeps the app from ending. */
export function beginEnding(): void {
  ends = true;
}

export function isEnding(): boolean {
  return ends;
}

/** Starts the app once this one has ended, as that start was meant: Electron's own list of its arguments is in another order. */
export function startAfterwards({ flags, dataFolder, archives, links }: SecondStart): void {
  const data = dataFolder === null ? [] : ['--data', dataFolder];
  returnToWorkingFolder();
  app.relaunch({ args: [...flags, ...data, ...archives, ...links] });
}
