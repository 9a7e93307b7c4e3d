import { expect, test } from '../fixtures/test.ts';

test('the page has the bridge and nothing else of the machine', async ({ app }) => {
  const { page } = app;
  const seen = await page.evaluate(async () => ({
    require: typeof (globalThis as Record<string, unknown>).require,
    process: typeof (globalThis as Record<string, unknown>).process,
    bridge: Object.keys(window.gantry).sort(),
    opened: window.open('https://example.org/') === null,
    network: await fetch('https://example.org/').then(
      () => 'reached',
      () => 'refused',
    ),
    inline: await new Promise((resolve) => {
      const script = document.createElement('script');
      script.textContent = 'document.body.dataset.inline = "ran"';
      document.body.append(script);
      setTimeout(() => resolve(document.body.dataset.inline ?? 'refused'), 50);
    }),
    notifications: await Notification.requestPermission(),
  }));
  expect(seen).toMatchObject({
    require: 'undefined',
    process: 'undefined',
    opened: true,
    network: 'refused',
    inline: 'refused',
    notifications: 'denied',
  });
  expect(seen.bridge).not.toContain('invoke');
});

test('the page cannot be led away', async ({ app }) => {
  await app.page.evaluate(() => {
    window.location.href = 'https://example.org/';
  });
  // Playwright waits for the navigation that is denied, so main is asked what the window shows.
  const shown = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    const alive = await contents?.executeJavaScript('document.querySelector("[data-testid=page]") !== null');
    return { url: contents?.getURL(), alive };
  });
  expect(shown).toEqual({ url: 'app://gantry/index.html#/', alive: true });
});

test('calls that do not fit the contract are refused with a sentence', async ({ app }) => {
  const refusals = await app.page.evaluate(async () => {
    const bridge = window.gantry as unknown as Record<string, (input?: unknown) => Promise<unknown>>;
    const attempt = (method: string, input?: unknown) =>
      (bridge[method] as (input?: unknown) => Promise<unknown>)(input).then(
        () => 'answered',
        (error: Error) => error.message,
      );
    return {
      method: await attempt('request', { method: 'TRACE', path: '/user', body: null }),
      path: await attempt('request', { method: 'GET', path: 'user', body: null }),
      more: await attempt('request', { method: 'GET', path: '/user', body: null, headers: {} }),
      address: await attempt('openExternal', { url: 'file:///etc/passwd' }),
      folder: await attempt('openRepositoryFolder', { owner: '..', repo: '..' }),
    };
  });
  for (const [call, answer] of Object.entries(refusals)) {
    expect(answer, call).not.toBe('answered');
    expect(answer, call).not.toMatch(/ZodError| at /);
  }
});

test('the window runs sandboxed, isolated and without Node', async ({ app }) => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const { sandbox, contextIsolation, nodeIntegration, webviewTag, webSecurity } = contents.getLastWebPreferences();
    return {
      sandbox,
      contextIsolation,
      nodeIntegration,
      webviewTag: webviewTag ?? false,
      webSecurity: webSecurity ?? true,
    };
  });
  expect(preferences).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webviewTag: false,
    webSecurity: true,
  });
});
