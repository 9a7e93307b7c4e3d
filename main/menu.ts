import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './ipc/contract.ts';
import { showMainWindow } from './window.ts';

/** Builds the application menu. `openData` shows the data folder. */
export function installMenu(openData: () => void): void {
  const mac = process.platform === 'darwin';
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('New import…', 'CmdOrCtrl+N', 'new-import'),
        { type: 'separator' },
        { label: 'Open data folder', click: openData },
        item('Settings', 'CmdOrCtrl+,', 'settings'),
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
  return { label, accelerator, click: () => showMainWindow().webContents.send('gantry:command', command) };
}
