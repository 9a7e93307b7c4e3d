import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './ipc/contract.ts';
import { tellWindow } from './ipc/tell.ts';
import { showMainWindow } from './window.ts';

interface MenuActions {
  /** Shows the data folder. */
  openData(): void;
  lock(): void;
  signOut(): void;
}

/** Builds the application menu. */
export function installMenu({ openData, lock, signOut }: MenuActions): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('New import…', 'CmdOrCtrl+N', 'new-import'),
        item('New migration…', 'CmdOrCtrl+Shift+N', 'new-migration'),
        item('Open archive…', 'CmdOrCtrl+O', 'open-archive'),
        { type: 'separator' },
        { label: 'Open data folder', click: openData },
        item('Settings', 'CmdOrCtrl+,', 'settings'),
        { type: 'separator' },
        { label: 'Lock', accelerator: 'CmdOrCtrl+L', click: lock },
        { label: 'Sign out', click: signOut },
        { type: 'separator' },
        { role: mac ? 'close' : 'quit' },
      ],
    },
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Home', 'CmdOrCtrl+1', 'home'),
        item('Imports', 'CmdOrCtrl+2', 'imports'),
        item('Migrations', 'CmdOrCtrl+3', 'migrations'),
        item('Archives', 'CmdOrCtrl+4', 'archives'),
        item('Tokens', 'CmdOrCtrl+5', 'tokens'),
        item('Applications', 'CmdOrCtrl+6', 'applications'),
        item('Rate limit', 'CmdOrCtrl+7', 'rate-limit'),
        { type: 'separator' },
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { type: 'separator' },
        { role: 'togglefullscreen' },
        ...(app.isPackaged ? [] : [{ role: 'toggleDevTools' } as const]),
      ],
    },
    { role: 'windowMenu' },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

function item(label: string, accelerator: string, command: MenuCommand): MenuItemConstructorOptions {
  return { label, accelerator, click: () => tellWindow(showMainWindow().webContents, 'onCommand', command) };
}
