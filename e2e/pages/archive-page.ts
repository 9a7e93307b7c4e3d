import type { Locator, Page } from '@playwright/test';

/** Opened archives: the list, the inspector, the choices of a restore, and the restore. */
export class ArchivePage {
  readonly page: Page;
  readonly empty: Locator;
  readonly open: Locator;
  readonly state: Locator;
  readonly counts: Locator;
  readonly repositories: Locator;
  readonly issues: Locator;
  readonly searchIssues: Locator;
  readonly thread: Locator;
  readonly problems: Locator;
  readonly restore: Locator;
  readonly choices: Locator;
  readonly startRestore: Locator;
  readonly restoreState: Locator;
  readonly summary: Locator;
  readonly error: Locator;

  constructor(page: Page) {
    this.page = page;
    this.empty = page.getByTestId('archives-empty');
    this.open = page.getByRole('button', { name: 'Open an archive…' });
    this.state = page.getByTestId('inspection-state');
    this.counts = page.getByTestId('archive-counts');
    this.repositories = page.getByTestId('inspected-repositories');
    this.issues = page.getByTestId('inspected-issues');
    this.searchIssues = page.getByLabel('Search title, text and comments');
    this.thread = page.getByTestId('thread');
    this.problems = page.getByTestId('archive-problems');
    this.restore = page.getByRole('link', { name: 'Restore…' });
    this.choices = page.getByTestId('restore-choices');
    this.startRestore = page.getByRole('button', { name: 'Start restore' });
    this.restoreState = page.getByTestId('restore').getByTestId('restore-state');
    this.summary = page.getByTestId('restore-summary');
    this.error = page.getByTestId('error-notice');
  }

  /** Shows a part of the opened archive. */
  async show(tab: 'Overview' | 'Repositories' | 'Issues and pull requests' | 'Problems'): Promise<void> {
    await this.page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
  }

  /** A name of the archive among the choices of a restore. */
  choice(model: 'user' | 'organization' | 'repository', source: string): Locator {
    return this.page.getByTestId(`choice-${model}-${source}`);
  }

  /** Chooses what becomes of a name. */
  async choose(model: 'user' | 'organization' | 'repository', source: string, what: string): Promise<void> {
    await this.choice(model, source).getByRole('combobox').click();
    await this.page.getByRole('option', { name: what, exact: true }).click();
  }

  /** Writes the name that something gets here. */
  async nameHere(model: 'user' | 'organization' | 'repository', source: string, name: string): Promise<void> {
    const field = this.choice(model, source).getByRole('textbox', { name: /^Name here of/ });
    await field.fill(name);
    await field.press('Enter');
  }
}
