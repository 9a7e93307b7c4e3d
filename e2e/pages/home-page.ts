import type { Locator, Page } from '@playwright/test';

type Place =
  | 'home'
  | 'imports'
  | 'migrations'
  | 'archives'
  | 'people-book'
  | 'tokens'
  | 'applications'
  | 'rate-limit'
  | 'settings'
  | 'help';

/** Home and the navigation that every screen shares. */
export class HomePage {
  readonly page: Page;
  readonly heading: Locator;
  readonly empty: Locator;
  readonly firstImport: Locator;
  readonly newImport: Locator;
  readonly repositories: Locator;

  constructor(page: Page) {
    this.page = page;
    this.heading = page.getByRole('heading', { name: 'Home' });
    this.empty = page.getByTestId('home-empty');
    this.firstImport = page.getByRole('link', { name: 'Import a repository' });
    this.newImport = page.getByRole('link', { name: /new import/i });
    this.repositories = page.getByTestId('repository-list');
  }

  /** The row of a repository. */
  repository(owner: string, repo: string): Locator {
    return this.page.getByTestId(`repository-${owner}/${repo}`);
  }

  /** The row of an import that runs, or that needs somebody. */
  import(owner: string, repo: string): Locator {
    return this.page.getByTestId(`import-${owner}/${repo}`);
  }

  /** Goes to a place of the navigation. */
  async goTo(place: Place): Promise<void> {
    await this.page.getByTestId(`nav-${place}`).click();
  }
}
