import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './ipc/contract.ts';
import { tellWindow } from './ipc/tell.ts';
import { showMainWindow } from './window.ts';

interface MenuActions {
  /** Shows the data folder. */
  openData(): void;
  lock(): void;
  signOut(): void;
  /** Whether somebody is signed in and the window is not locked: its screens are out of sight otherwise. */
  isOpen(): boolean;
}

/** Builds the application menu. */
export function installMenu({ openData, lock, signOut, isOpen }: MenuActions): void {
  const mac = process.platform === 'darwin';
  app.setAboutPanelOptions({
    applicationName: 'Gantry',
    applicationVersion: app.getVersion(),
    copyright: 'MIT, the Gantry authors',
  });
  const about: MenuItemConstructorOptions = {
    label: 'About Gantry',
    click: () => (isOpen() ? tellCommand('about') : app.showAboutPanel()),
  };
  const template: MenuItemConstructorOptions[] = [
    ...(mac ? [appMenu(about)] : []),
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
        item('People book', 'CmdOrCtrl+8', 'people-book'),
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
    {
      role: 'help',
      label: '&Help',
      submenu: [item('Guide', 'F1', 'help'), { type: 'separator' }, about],
    },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}

/** As macOS' own, but for what "About" shows. */
function appMenu(about: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: app.name,
    submenu: [
      about,
      { type: 'separator' },
      item('Settings…', null, 'settings'),
      { type: 'separator' },
      { role: 'services' },
      { type: 'separator' },
      { role: 'hide' },
      { role: 'hideOthers' },
      { role: 'unhide' },
      { type: 'separator' },
      { role: 'quit' },
    ],
  };
}

function item(label: string, accelerator: string | null, command: MenuCommand): MenuItemConstructorOptions {
  return { label, ...(accelerator && { accelerator }), click: () => tellCommand(command) };
}

function tellCommand(command: MenuCommand): void {
  tellWindow(showMainWindow().webContents, 'onCommand', command);
}
