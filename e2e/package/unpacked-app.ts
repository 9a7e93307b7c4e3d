/** The app as packages are made of it, started on a folder of its own; its window is driven from outside. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { windowOf } from './packaged-window.ts';

export class UnpackedApp {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #pid: number;
  readonly #ended: Promise<number | null>;

  private constructor(page: Page, browser: Browser, pid: number, ended: Promise<number | null>) {
    this.page = page;
    this.#browser = browser;
    this.#pid = pid;
    this.#ended = ended;
  }

  /** @param folder where it lies @param home holds its settings, and its data in `data` */
  static async start(folder: string, home: string): Promise<UnpackedApp> {
    const places = [`--user-data-dir=${join(home, 'settings')}`, '--data', join(home, 'data')];
    // The launcher refuses root, who has no sandbox, unless it is told so.
    const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const flags = ['--remote-debugging-port=0', '--password-store=basic', ...places, ...asRoot];
    const child = spawn(join(folder, 'gantry'), flags, { env: { ...process.env, HOME: home, LANGUAGE: 'en' } });
    const { browser, page, ended } = await windowOf(child);
    return new UnpackedApp(page, browser, child.pid ?? 0, ended);
  }

  /** Quits as a log-off does. @returns the exit code */
  async quit(): Promise<number | null> {
    await this.#browser.close();
    process.kill(this.#pid, 'SIGTERM');
    return this.#ended;
  }

  /** Ends what is left of it, after a test that failed. */
  kill(): void {
    try {
      process.kill(this.#pid, 'SIGKILL');
    } catch {
      // It has ended.
    }
  }
}
