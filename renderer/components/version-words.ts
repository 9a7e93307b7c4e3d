import type { IpcOutput } from '../../main/ipc/contract.ts';

/** `Gantry 1.2.3 · Electron 45.0.0 · Chromium 140.0.0.0 · Node 24.0.0`. */
export function versionsText({ app, electron, chrome, node }: IpcOutput<'getVersions'>): string {
  return `Gantry ${app} · Electron ${electron} · Chromium ${chrome} · Node ${node}`;
}
