import { join } from 'node:path';
import { app, BrowserWindow, nativeTheme, screen } from 'electron';
import { appStartUrl } from './app-protocol.ts';
import { trustSender } from './ipc/trusted-sender.ts';
import { bringPageBack } from './page-ended.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';
import { boundsOnScreen, type ColorScheme } from './window-preferences.ts';

// The page's own background colours, so that nothing flashes before its first paint.
const backgrounds = { light: '#ffffff', dark: '#1c1d1f' };

let mainWindow: BrowserWindow | null = null;

/** The one window, or null while it is closed. */
export function currentWindow(): BrowserWindow | null {
  return mainWindow;
}

/** How long a page that can do nothing yet is kept back, in milliseconds: most starts take less. */
const KEPT_BACK_MS = 1000;

/**
 * Opens the window, or brings it to the front when it is open.
 * @param usable when its page can do something; until then, or for a second, it is not shown
 */
export function showMainWindow(usable: Promise<unknown> = Promise.resolve()): BrowserWindow {
  if (mainWindow) {
    if (mainWindow.isMinimized()) mainWindow.restore();
    mainWindow.focus();
    return mainWindow;
  }
  const preferences = rememberedPreferences();
  const bounds = boundsOnScreen(
    preferences.bounds,
    screen.getAllDisplays().map((display) => display.workArea),
  );
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    ...bounds,
    minWidth: 640,
    minHeight: 480,
    show: false,
    title: 'Gantry',
    backgroundColor: nativeTheme.shouldUseDarkColors ? backgrounds.dark : backgrounds.light,
    webPreferences: {
      preload: join(app.getAppPath(), 'out', 'preload', 'bridge.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  mainWindow = window;
  // Beside the page's policy: no address of this machine is gathered, and nothing leaves over UDP.
  window.webContents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  trustSender(window.webContents);
  bringPageBack(window);
  const late = new Promise((resolve) => setTimeout(resolve, KEPT_BACK_MS));
  window.once('ready-to-show', async () => {
    await Promise.race([usable, late]);
    if (window.isDestroyed()) return;
    if (preferences.maximized) window.maximize();
    window.show();
  });
  window.on('close', () => rememberWindow(window));
  window.on('closed', () => {
    mainWindow = null;
  });
  void window.loadURL(appStartUrl);
  return window;
}

/** Applies the remembered colour scheme; pages follow it through `prefers-color-scheme`. */
export function applyColorScheme(): void {
  nativeTheme.themeSource = systemThemeOf(rememberedPreferences().colorScheme);
}

/** The colour scheme that the person chose. */
export function chosenColorScheme(): ColorScheme {
  return rememberedPreferences().colorScheme;
}

/** Changes the colour scheme now and for the next start. */
export function chooseColorScheme(colorScheme: ColorScheme): void {
  rememberPreferences({ colorScheme });
  nativeTheme.themeSource = systemThemeOf(colorScheme);
}

function systemThemeOf(scheme: ColorScheme): 'system' | 'light' | 'dark' {
  return scheme === 'auto' ? 'system' : scheme;
}

function rememberWindow(window: BrowserWindow): void {
  rememberPreferences({ bounds: window.getNormalBounds(), maximized: window.isMaximized() });
}
