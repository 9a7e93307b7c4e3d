/** Links that were followed outside of the window, until the page takes them. */
import { type DeepLink, readDeepLink } from './deep-links.ts';
import { tellWindows } from './ipc/tell.ts';

const waiting: DeepLink[] = [];

/** Hands a link to the page; one that nobody is signed in to takes it later. */
export function openDeepLink(text: string): void {
  waiting.push(readDeepLink(text));
  tellWindows('onLink', undefined);
}

/** The links that nobody took yet. */
export function takeDeepLinks(): DeepLink[] {
  return waiting.splice(0);
}
