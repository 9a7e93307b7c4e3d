import { expect, type Page } from '@playwright/test';
import { ImportPage } from '../pages/import-page.ts';
import { NewImportPage } from '../pages/new-import-page.ts';

interface Wanted {
  address: string;
  /** As the wizard names it. */
  kind: 'Git' | 'Mercurial' | 'Subversion';
  name: string;
  credentials?: { username: string; password: string };
}

/** Imports from a server through the window, until the report says that all is there. */
export async function importFrom(page: Page, { address, kind, name, credentials }: Wanted): Promise<void> {
  const wizard = new NewImportPage(page);
  await wizard.open();
  await wizard.lookAt(address);
  if (credentials !== undefined) await wizard.signIn(credentials.username, credentials.password);
  await expect(wizard.found).toContainText(kind);
  await wizard.startInto(name);
  const steps = new ImportPage(page);
  await steps.release();
  await steps.waitForReport();
  await expect(steps.verdict).toHaveAttribute('data-verified', 'true');
}
