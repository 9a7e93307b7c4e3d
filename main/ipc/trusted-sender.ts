import type { IpcMainInvokeEvent, WebContents } from 'electron';
import { appOrigin } from '../app-protocol.ts';

const trusted = new Set<WebContents>();

/** Lets a window's page call the IPC methods, until the page is gone. */
export function trustSender(contents: WebContents): void {
  trusted.add(contents);
  contents.once('destroyed', () => trusted.delete(contents));
}

/** Every page that main talks to. */
export function trustedSenders(): Iterable<WebContents> {
  return trusted;
}

/** Whether a call comes from the main frame of one of our own windows, showing our own page. */
export function isTrustedSender(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame;
  return trusted.has(event.sender) && frame !== null && frame === event.sender.mainFrame && frame.origin === appOrigin;
}
