import type { Locator, Page } from '@playwright/test';

/** The drawer of long work, and the dialogs that begin pushes. */
export class ActivityPage {
  readonly page: Page;
  readonly entry: Locator;
  readonly drawer: Locator;
  readonly pushes: Locator;

  constructor(page: Page) {
    this.page = page;
    this.entry = page.getByTestId('nav-activity');
    this.drawer = page.getByTestId('activity-drawer');
    this.pushes = this.drawer.getByTestId('work-push');
  }

  /** Opens the drawer from the navigation. */
  async open(): Promise<void> {
    await this.entry.click();
    await this.drawer.waitFor();
  }

  /** Pushes in a state. */
  pushesIn(state: 'waiting' | 'running' | 'needs_you' | 'done' | 'failed' | 'stopped'): Locator {
    return this.drawer.locator(`[data-testid="work-push"][data-state="${state}"]`);
  }
}
