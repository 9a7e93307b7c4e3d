/** What a page needs that asks something: the contract with it and its schemas take longer to read than all that opens the window. */
export { registerIpcHandlers } from './ipc/handle.ts';
export { openArchive } from './opened-archives.ts';
export { openDeepLink } from './opened-links.ts';
