import { app, Menu, type MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './ipc/contract.ts';
import { tellWindow } from './ipc/tell.ts';
import { t } from './language/text.ts';
import { showMainWindow } from './window.ts';

interface MenuActions {
  /** Shows the data folder. */
  openData(): void;
  lock(): void;
  signOut(): void;
  /** Whether somebody is signed in and the window is not locked: its screens are out of sight otherwise. */
  isOpen(): boolean;
}

let drawn: MenuActions | null = null;

/** Builds the application menu. */
export function installMenu(actions: MenuActions): void {
  drawn = actions;
  drawMenu();
}

/** Draws the application menu anew, in the language of now. */
export function drawMenu(): void {
  if (drawn !== null) Menu.setApplicationMenu(Menu.buildFromTemplate(templateOf(drawn)));
}

function templateOf({ openData, lock, signOut, isOpen }: MenuActions): MenuItemConstructorOptions[] {
  const mac = process.platform === 'darwin';
  app.setAboutPanelOptions({
    applicationName: 'Gantry',
    applicationVersion: app.getVersion(),
    copyright: t('MIT, the Gantry authors'),
  });
  const about: MenuItemConstructorOptions = {
    label: t('About Gantry'),
    click: () => (isOpen() ? tellCommand('about') : app.showAboutPanel()),
  };
  return [
    ...(mac ? [appMenu(about)] : []),
    {
      label: t('&File'),
      submenu: [
        item(t('New import…'), 'CmdOrCtrl+N', 'new-import'),
        item(t('New migration…'), 'CmdOrCtrl+Shift+N', 'new-migration'),
        item(t('Open archive…'), 'CmdOrCtrl+O', 'open-archive'),
        { type: 'separator' },
        { label: t('Open data folder'), click: openData },
        item(t('Settings'), 'CmdOrCtrl+,', 'settings'),
        { type: 'separator' },
        { label: t('Lock'), accelerator: 'CmdOrCtrl+L', click: lock },
        { label: t('Sign out'), click: signOut },
        { type: 'separator' },
        mac ? role('close', t('Close Window')) : role('quit', t('Quit')),
      ],
    },
    editMenu(mac),
    {
      label: t('&View'),
      submenu: [
        item(t('Home'), 'CmdOrCtrl+1', 'home'),
        item(t('Imports'), 'CmdOrCtrl+2', 'imports'),
        item(t('Migrations'), 'CmdOrCtrl+3', 'migrations'),
        item(t('Archives'), 'CmdOrCtrl+4', 'archives'),
        item(t('Tokens'), 'CmdOrCtrl+5', 'tokens'),
        item(t('Applications'), 'CmdOrCtrl+6', 'applications'),
        item(t('Rate limit'), 'CmdOrCtrl+7', 'rate-limit'),
        item(t('People book'), 'CmdOrCtrl+8', 'people-book'),
        { type: 'separator' },
        role('resetZoom', t('Actual Size')),
        role('zoomIn', t('Zoom In')),
        role('zoomOut', t('Zoom Out')),
        { type: 'separator' },
        role('togglefullscreen', t('Toggle Full Screen')),
        ...(app.isPackaged ? [] : [role('toggleDevTools', t('Toggle Developer Tools'))]),
      ],
    },
    windowMenu(mac),
    {
      role: 'help',
      label: t('&Help'),
      submenu: [item(t('Guide'), 'F1', 'help'), { type: 'separator' }, about],
    },
  ];
}

/** As macOS' own, but for what "About" shows. */
function appMenu(about: MenuItemConstructorOptions): MenuItemConstructorOptions {
  return {
    label: app.name,
    submenu: [
      about,
      { type: 'separator' },
      item(t('Settings…'), null, 'settings'),
      { type: 'separator' },
      role('services', t('Services')),
      { type: 'separator' },
      role('hide', t('Hide Gantry')),
      role('hideOthers', t('Hide Others')),
      role('unhide', t('Show All')),
      { type: 'separator' },
      role('quit', t('Quit Gantry')),
    ],
  };
}

/** What Electron knows by itself, with words: its own are English whatever the system speaks. */
function role(name: NonNullable<MenuItemConstructorOptions['role']>, label: string): MenuItemConstructorOptions {
  return { role: name, label };
}

function editMenu(mac: boolean): MenuItemConstructorOptions {
  return {
    label: t('&Edit'),
    submenu: [
      role('undo', t('Undo')),
      role('redo', t('Redo')),
      { type: 'separator' },
      role('cut', t('Cut')),
      role('copy', t('Copy')),
      role('paste', t('Paste')),
      ...(mac ? [role('pasteAndMatchStyle', t('Paste and Match Style'))] : []),
      role('delete', t('Delete')),
      { type: 'separator' },
      role('selectAll', t('Select All')),
    ],
  };
}

function windowMenu(mac: boolean): MenuItemConstructorOptions {
  return {
    role: 'window',
    label: t('&Window'),
    submenu: [
      role('minimize', t('Minimize')),
      role('zoom', t('Zoom')),
      ...(mac ? [{ type: 'separator' } as const, role('front', t('Bring All to Front'))] : [role('close', t('Close'))]),
    ],
  };
}

function item(label: string, accelerator: string | null, command: MenuCommand): MenuItemConstructorOptions {
  return { label, ...(accelerator && { accelerator }), click: () => tellCommand(command) };
}

function tellCommand(command: MenuCommand): void {
  tellWindow(showMainWindow().webContents, 'onCommand', command);
}
