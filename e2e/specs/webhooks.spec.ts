import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessible.ts';
import { engineOf } from '../fixtures/engine-request.ts';
import { makeGitRepository } from '../fixtures/git-repository.ts';
import { keepScreenshot } from '../fixtures/screenshots.ts';
import { expect, test } from '../fixtures/test.ts';
import { SettingsPage } from '../pages/settings-page.ts';

test('a webhook is made, hears of an import, and a delivery is sent again', async ({ app, home }) => {
  const { page } = app;
  const received: { event: string; signature: string; body: string }[] = [];
  const listener = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => {
      body += text;
    });
    request.on('end', () => {
      const { 'x-github-event': event, 'x-hub-signature-256': signature } = request.headers;
      received.push({ event: String(event), signature: String(signature), body });
      response.end('heard');
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/ci`;
  try {
    await new SettingsPage(page).show('Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).click();
    await page.getByLabel('Address of the receiver').fill(url);
    await page.getByRole('textbox', { name: 'Secret' }).fill('quiet');
    await expectAccessible(page, 'new webhook');
    await page.getByRole('button', { name: 'Create webhook' }).click();
    await expect(page.getByTestId('hook-state')).toHaveText('Not used yet');
    await expectAccessible(page, 'webhooks');

    await engineOf(page)('POST /orgs/{org}/repos', { path: { org: 'team' }, body: { name: 'tool' } });
    await engineOf(page)('PUT /repos/{owner}/{repo}/import', {
      path: { owner: 'team', repo: 'tool' },
      body: {
        vcs: 'git',
        vcs_url: await makeGitRepository(join(home, 'source')),
      },
    });
    await expect(page.getByTestId('hook-state')).toHaveText('Delivered');
    expect(received[0]?.event).toBe('repository_import');
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({
      status: 'success',
      repository: { full_name: 'team/tool' },
    });
    const signature = createHmac('sha256', 'quiet')
      .update(received[0]?.body ?? '')
      .digest('hex');
    expect(received[0]?.signature).toBe(`sha256=${signature}`);

    await page.getByRole('button', { name: `Deliveries to ${url}` }).click();
    await expect(page.getByTestId('delivery')).toContainText('heard');
    await expectAccessible(page, 'deliveries');
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect(page.getByTestId('delivery-state')).toHaveText(['Delivered', 'Delivered']);
    await keepScreenshot(page, '33-deliveries');
    expect(received).toHaveLength(2);

    // More than a page: the oldest is at the end of the list.
    const engine = engineOf(page);
    const [hook] = await engine('GET /orgs/{org}/hooks', { path: { org: 'team' } });
    const path = { org: 'team', hook_id: hook?.id ?? 0 };
    const oldest = (await engine('GET /orgs/{org}/hooks/{hook_id}/deliveries', { path })).at(-1)?.id ?? 0;
    const again = { ...path, delivery_id: oldest };
    for (let sent = 0; sent < 100; sent++)
      await engine('POST /orgs/{org}/hooks/{hook_id}/deliveries/{delivery_id}/attempts', { path: again });
    const list = page.getByTestId('delivery-list');
    const rows = list.getByRole('button');
    await expect(async () => {
      await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
      await expect(rows.last()).not.toContainText('Sent again', { timeout: 200 });
    }).toPass();
    expect(app.complaints).toEqual([]);
  } finally {
    listener.closeAllConnections();
    listener.close();
  }
});
