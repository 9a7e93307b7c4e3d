import type { Locator, Page } from '@playwright/test';

/** Migrations: the list, the wizard, and one migration. */
export class MigrationPage {
  readonly page: Page;
  readonly empty: Locator;
  readonly list: Locator;
  readonly newMigration: Locator;
  readonly continue: Locator;
  readonly search: Locator;
  readonly chosen: Locator;
  readonly repositories: Locator;
  readonly lock: Locator;
  readonly leaveAttachmentsOut: Locator;
  readonly start: Locator;
  readonly state: Locator;
  readonly archive: Locator;
  readonly lacks: Locator;
  readonly saved: Locator;
  readonly archiveDeleted: Locator;
  readonly confirmation: Locator;

  constructor(page: Page) {
    this.page = page;
    this.empty = page.getByTestId('migrations-empty');
    this.list = page.getByTestId('migration-list');
    this.newMigration = page.getByRole('link', { name: /new migration/i });
    this.continue = page.getByRole('button', { name: 'Continue' });
    this.search = page.getByLabel('Search repositories');
    this.chosen = page.getByTestId('chosen-repositories');
    this.repositories = page.getByTestId('choose-repositories');
    this.lock = page.getByRole('switch', { name: 'Lock the repositories' });
    this.leaveAttachmentsOut = page.getByRole('switch', { name: 'Leave attachments out' });
    this.start = page.getByRole('button', { name: 'Start export' });
    this.state = page.getByTestId('migration').getByTestId('migration-state');
    this.archive = page.getByTestId('archive');
    this.lacks = page.getByTestId('archive-lacks');
    this.saved = page.getByTestId('archive-saved');
    this.archiveDeleted = page.getByTestId('archive-deleted');
    this.confirmation = page.getByTestId('confirm-dialog');
  }

  /** Goes through the wizard up to its review. */
  async prepare(owner: string, repositories: string[] | 'all', options: { lock?: boolean } = {}): Promise<void> {
    await this.page.getByTestId('nav-migrations').click();
    await this.newMigration.click();
    await this.page.getByRole('radio', { name: owner, exact: true }).check();
    await this.continue.click();
    if (repositories === 'all') await this.page.getByRole('checkbox', { name: 'All', exact: true }).check();
    else for (const name of repositories) await this.page.getByRole('checkbox', { name, exact: true }).check();
    await this.continue.click();
    if (options.lock === true) await this.lock.check();
    await this.continue.click();
    await this.start.waitFor();
  }

  /** Waits for the finished archive. */
  async waitForArchive(): Promise<void> {
    await this.archive.waitFor({ timeout: 60_000 });
  }

  /** The row of a repository of the migration that is shown. */
  repository(fullName: string): Locator {
    return this.page.getByTestId(`migration-repository-${fullName}`);
  }
}
