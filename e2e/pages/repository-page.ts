import type { Locator, Page } from '@playwright/test';

/** The page of one repository. */
export class RepositoryPage {
  readonly page: Page;
  readonly body: Locator;
  readonly chart: Locator;
  readonly authors: Locator;
  readonly types: Locator;
  readonly largest: Locator;
  readonly updates: Locator;
  readonly archives: Locator;

  constructor(page: Page) {
    this.page = page;
    this.body = page.getByTestId('repository-page');
    this.chart = page.getByTestId('history-chart');
    this.authors = page.getByTestId('repository-authors');
    this.types = page.getByTestId('repository-types');
    this.largest = page.getByTestId('repository-largest');
    this.updates = page.getByTestId('updates');
    this.archives = page.getByTestId('repository-archives');
  }

  /** Opens the page of a repository. */
  async open(owner: string, repo: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/repositories/${owner}/${repo}`);
    await this.body.waitFor();
  }

  /** Chooses something of the menu of actions. */
  async act(name: 'Export…' | 'Rename…' | 'Delete…'): Promise<void> {
    await this.page.getByRole('button', { name: 'Actions' }).click();
    await this.page.getByRole('menuitem', { name }).click();
  }
}
