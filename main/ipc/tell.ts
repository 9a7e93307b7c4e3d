import type { WebContents } from 'electron';
import { type IpcChannel, type IpcStream, type IpcTold, ipcContract } from './contract.ts';
import { trustedSenders } from './trusted-sender.ts';

/** Tells every window something of the contract. @throws ZodError for what does not fit it */
export function tellWindows<S extends IpcStream>(stream: S, told: IpcTold<S>): void {
  for (const contents of trustedSenders()) tellWindow(contents, stream, told);
}

/** Tells one window something of the contract. @throws ZodError for what does not fit it */
export function tellWindow<S extends IpcStream>(contents: WebContents, stream: S, told: IpcTold<S>): void {
  const channel: IpcChannel = `gantry:${stream}`;
  contents.send(channel, ipcContract[stream].told.parse(told));
}
