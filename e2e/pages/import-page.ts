import { expect, type Locator, type Page } from '@playwright/test';

/** The wizard of a started import: progress, authors, push, report. */
export class ImportPage {
  readonly page: Page;
  readonly status: Locator;
  readonly progress: Locator;
  readonly percent: Locator;
  readonly log: Locator;
  readonly error: Locator;
  readonly credentials: Locator;
  readonly cancel: Locator;
  readonly confirmCancel: Locator;
  readonly review: Locator;
  readonly grid: Locator;
  readonly search: Locator;
  /** From the people to the numbers. */
  readonly push: Locator;
  readonly publish: Locator;
  readonly report: Locator;
  readonly verdict: Locator;
  readonly checks: Locator;

  constructor(page: Page) {
    this.page = page;
    this.status = page.getByTestId('import-status');
    this.progress = page.getByTestId('progress');
    this.percent = page.getByTestId('percent');
    this.log = page.getByTestId('import-log');
    this.error = page.getByTestId('error-notice');
    this.credentials = page.getByTestId('credentials');
    this.cancel = page.getByTestId('cancel-import');
    this.confirmCancel = page.getByTestId('confirm-cancel');
    this.review = page.getByTestId('step-review');
    this.grid = page.getByTestId('authors-grid');
    this.search = page.getByLabel('Search authors');
    this.push = page.getByTestId('to-publish');
    this.publish = page.getByTestId('push');
    this.report = page.getByTestId('step-report');
    this.verdict = page.getByTestId('report-verdict');
    this.checks = page.getByTestId('checks');
  }

  /** Opens the wizard of a repository's import. */
  async open(owner: string, repo: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#/imports/${owner}/${repo}`);
  }

  /** The row of an author, by name in the source. */
  author(name: string): Locator {
    return this.grid.getByTestId('author-row').filter({ has: this.page.getByLabel(`Select ${name}`, { exact: true }) });
  }

  /** Maps an author in the grid. */
  async mapAuthor(remoteName: string, name: string, email: string): Promise<void> {
    const row = this.author(remoteName);
    const field = this.page.getByLabel(`Name of ${remoteName}`);
    // What arrives meanwhile may move the row from under the second click.
    await expect(async () => {
      await row.getByRole('gridcell').nth(2).dblclick();
      await expect(field).toBeVisible({ timeout: 2000 });
    }).toPass();
    await field.fill(name);
    await this.page.keyboard.press('Tab');
    await this.page.getByLabel(`E-mail of ${remoteName}`).fill(email);
    await this.page.keyboard.press('Enter');
    await row.getByText('Mapped', { exact: true }).waitFor();
  }

  /** Answers the question for credentials. */
  async signIn(username: string, password: string): Promise<void> {
    await this.credentials.getByLabel('User name').fill(username);
    await this.credentials.getByLabel('Password or token').fill(password);
    await this.credentials.getByRole('button', { name: 'Continue with these' }).click();
  }

  /** Goes to another step of an import that is held. */
  async openStep(name: 'Shape' | 'People' | 'Publish'): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Steps of the import' }).getByRole('button', { name }).click();
  }

  /** Waits until the import waits for its release, and releases it. */
  async release(): Promise<void> {
    await this.review.waitFor();
    if (!(await this.publish.isVisible())) await this.openStep('Publish');
    await this.publish.click();
  }

  /** Waits for the report. */
  async waitForReport(): Promise<void> {
    await this.report.waitFor({ timeout: 90_000 });
  }
}
