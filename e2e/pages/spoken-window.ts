import type { Locator, Page } from '@playwright/test';
import { type Language, spoken } from '../fixtures/spoken.ts';
import { expect } from '../fixtures/test.ts';

/** A window whose language the flow knows. */
export class SpokenWindow {
  readonly page: Page;
  readonly language: Language;

  constructor(page: Page, language: Language) {
    this.page = page;
    this.language = language;
  }

  say(english: string, values?: Record<string, string>): string {
    return spoken(this.language, english, values);
  }

  /** The buttons of these words. */
  button(english: string, values?: Record<string, string>): Locator {
    return this.page.getByRole('button', { name: this.say(english, values), exact: true });
  }

  /** Presses the button of these words; of several the one of the upmost dialog. */
  async press(english: string, values?: Record<string, string>): Promise<void> {
    await this.button(english, values).last().click();
  }

  async type(label: string, text: string): Promise<void> {
    await this.page.getByRole('textbox', { name: this.say(label) }).fill(text);
  }

  async choose(menu: string, item: string): Promise<void> {
    await this.press(menu);
    await this.page.getByRole('menuitem', { name: this.say(item) }).click();
  }

  async goTo(path: string): Promise<void> {
    await this.page.evaluate((hash) => {
      window.location.hash = hash;
    }, `#${path}`);
  }

  /** Closes whatever is open. */
  async closeDialogs(): Promise<void> {
    await expect(async () => {
      await this.page.keyboard.press('Escape');
      // What is shown once stays until it is closed by its own button.
      const close = this.page
        .getByRole('dialog')
        .last()
        .getByRole('button', { name: this.say('Close'), exact: true });
      if (await close.isVisible()) await close.click();
      await expect(this.page.getByRole('dialog')).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }
}
