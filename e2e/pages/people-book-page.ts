import type { Locator, Page } from '@playwright/test';

/** The people book: who the authors of sources are. */
export class PeopleBookPage {
  readonly page: Page;
  readonly empty: Locator;
  readonly grid: Locator;
  readonly count: Locator;
  readonly search: Locator;
  readonly add: Locator;
  readonly addDialog: Locator;

  constructor(page: Page) {
    this.page = page;
    this.empty = page.getByTestId('people-book-empty');
    this.grid = page.getByTestId('people-grid');
    this.count = page.getByTestId('people-count');
    this.search = page.getByLabel('Search the people book');
    this.add = page.getByRole('button', { name: 'Add…' });
    this.addDialog = page.getByTestId('add-to-book');
  }

  /** The row of somebody, by name in the source. */
  person(name: string): Locator {
    return this.grid.getByTestId('person-row').filter({ has: this.page.getByLabel(`Select ${name}`, { exact: true }) });
  }
}
