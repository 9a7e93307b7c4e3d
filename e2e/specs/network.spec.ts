import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { SettingsPage } from '../pages/settings-page.ts';

test('a proxy is entered, and the test of an address names the part at which the way ends', async ({ app }) => {
  const { page } = app;
  const server = createServer((_, response) => response.writeHead(401).end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/svn`;
  const settings = new SettingsPage(page);
  await settings.show('Network');

  await settings.testAddress(address);
  await expect(settings.addressTestResult).toContainText('The address can be reached');
  await expect(page.getByTestId('hop-login')).toHaveText('Login: asked for');
  await settings.testAddress('http://127.0.0.1:1/');
  await expect(settings.addressTestResult).toContainText('The way ends at: Connection');

  await settings.proxy.getByLabel('This one').check();
  await settings.proxy.getByLabel('Address of the proxy').fill('proxy.example:3128');
  await settings.proxy.getByRole('button', { name: 'Save the proxy' }).click();
  await expect(settings.proxy.getByTestId('error-notice')).toContainText('http://host:port');
  await settings.proxy.getByLabel('Address of the proxy').fill('http://127.0.0.1:1');
  await settings.proxy.getByLabel('Not for').fill('localhost, .corp');
  await settings.proxy.getByRole('button', { name: 'Save the proxy' }).click();
  await expect(settings.proxy.getByRole('status')).toContainText('Saved');
  await settings.testAddress(address);
  await expect(settings.addressTestResult).toContainText('The way ends at: Proxy');
  await expect(settings.addressTestResult).toContainText('The proxy http://127.0.0.1:1 does not answer');
  await expect(page.getByTestId('hop-answer')).toHaveText('Answer: not reached');
  await keepScreenshot(page, '45-network');

  await app.answerOpenDialog(import.meta.filename);
  await page.getByRole('button', { name: 'Choose: File of authorities (PEM)' }).click();
  await page.getByRole('button', { name: 'Use this file' }).click();
  await expect(page.getByTestId('authorities').getByTestId('error-notice')).toContainText('holds no certificates');

  // A file that was not taken is not saved either, which is asked about, by whichever way the page is left.
  await page.keyboard.press('Alt+ArrowLeft');
  await page.getByRole('button', { name: 'Stay here' }).click();
  const general = page.getByRole('tab', { name: 'General' });
  await general.click();
  await expect(page.getByText('If you leave this page now, it is lost.')).toBeVisible();
  await page.getByRole('button', { name: 'Stay here' }).click();
  await expect(page.getByRole('textbox', { name: 'File of authorities (PEM)' })).toHaveValue(import.meta.filename);
  await general.click();
  await page.getByRole('button', { name: 'Leave the page' }).click();
  await expect(page.getByTestId('tool-places')).toBeVisible();

  // What was said is still there, and can be taken back.
  await settings.show('Network');
  await expect(settings.proxy.getByLabel('Not for')).toHaveValue('localhost, .corp');
  await settings.proxy.getByLabel('No proxy').check();
  await settings.proxy.getByRole('button', { name: 'Save the proxy' }).click();
  await expect(settings.proxy.getByRole('status')).toContainText('Saved');
  await settings.testAddress(address);
  await expect(settings.addressTestResult).toContainText('The address can be reached');
  server.close();
  expect(app.complaints).toEqual([]);
});
