/** The installed app in a clean root, as one of its people starts it; its window is driven from outside. */
import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from '@playwright/test';
import type { CleanRoot } from './clean-root.ts';
import { windowOf } from './packaged-window.ts';

export class InstalledApp {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #root: CleanRoot;
  readonly #ended: Promise<number | null>;

  private constructor(root: CleanRoot, browser: Browser, page: Page, ended: Promise<number | null>) {
    this.#root = root;
    this.#browser = browser;
    this.page = page;
    this.#ended = ended;
  }

  /** Starts it by its name, as a menu of the desktop does, and waits for its window. */
  static async start(root: CleanRoot, options: { user: string; display: string; isChrooted?: boolean }) {
    const { user, display, isChrooted = false } = options;
    const command = ['gantry', '--remote-debugging-port=0'];
    const child = root.start(command, { user, env: { DISPLAY: display }, isChrooted });
    const { browser, page, ended } = await windowOf(child);
    return new InstalledApp(root, browser, page, ended);
  }

  /** How the process that draws the pages is locked in. */
  async sandbox(): Promise<{ seccomp: string; user: string; hasOwnUsers: boolean; hasOwnProcesses: boolean }> {
    const found = await this.#root.must(['sh', '-c', 'grep -l -a -e --type=renderer /proc/[0-9]*/cmdline']);
    const [, pid = ''] = /\/proc\/(\d+)\//.exec(found) ?? [];
    const status = await this.#root.must(['cat', `/proc/${pid}/status`]);
    const namespace = async (of: string, kind: string) => this.#root.must(['readlink', `/proc/${of}/ns/${kind}`]);
    const differs = async (kind: string) => (await namespace(pid, kind)) !== (await namespace('1', kind));
    return {
      seccomp: /^Seccomp:\t(\d)$/m.exec(status)?.[1] ?? '',
      user: /^Uid:\t(\d+)/m.exec(status)?.[1] ?? '',
      hasOwnUsers: await differs('user'),
      hasOwnProcesses: await differs('pid'),
    };
  }

  /** Quits as a log-off does. @returns the exit code */
  async quit(): Promise<number | null> {
    const pid = (await this.#root.must(['pgrep', '--oldest', '--exact', 'gantry-bin'])).trim();
    await this.#browser.close();
    await this.#root.must(['kill', '-TERM', pid]);
    return this.#ended;
  }
}

/** A virtual display inside. @returns its name, and its program */
export async function startDisplay(root: CleanRoot): Promise<{ display: string; program: ChildProcess }> {
  const program = root.start(['Xvfb', '-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp', '-ac']);
  const number = await new Promise<string>((resolve, reject) => {
    let said = '';
    program.stderr?.on('data', (data: Buffer) => {
      said += data;
    });
    program.stdout?.once('data', (data: Buffer) => resolve(data.toString().trim()));
    program.once('close', (code) => reject(new Error(`Xvfb ended with ${code}: ${said}`)));
  });
  return { display: `:${number}`, program };
}
