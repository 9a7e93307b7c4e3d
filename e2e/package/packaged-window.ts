import type { ChildProcess } from 'node:child_process';
import { type Browser, chromium, type Page } from '@playwright/test';

/** The packaged app takes no debugger of Node's, so Playwright cannot launch it; the address of its pages is said on stderr. */
const LISTENS = /DevTools listening on (ws:\/\/\S+)/;

interface PackagedWindow {
  browser: Browser;
  page: Page;
  /** The exit code, once it ended. */
  ended: Promise<number | null>;
}

/** Waits for the window of a packaged app that was started with `--remote-debugging-port=0`. */
export async function windowOf(child: ChildProcess): Promise<PackagedWindow> {
  let said = '';
  // Helpers of the desktop that it started (of accessibility, for one) go on and hold its output.
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const address = await new Promise<string>((resolve, reject) => {
    const hear = (data: Buffer) => {
      said += data;
      const [, url] = LISTENS.exec(said) ?? [];
      if (url !== undefined) resolve(url);
    };
    child.stderr?.on('data', hear);
    child.stdout?.on('data', hear);
    void ended.then((code) => reject(new Error(`gantry ended with ${code}: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const [context] = browser.contexts();
  const page = context?.pages()[0] ?? (await context?.waitForEvent('page'));
  if (page === undefined) throw new Error(`gantry shows no window: ${said}`);
  return { browser, page, ended };
}
