import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
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

test('the window runs sandboxed, isolated and without Node, and no preference weakens it', async ({ app }) => {
  const preferences = await app.electron.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Record<string, unknown>;
    };
    const found = contents.getLastWebPreferences();
    return {
      sandbox: found.sandbox,
      contextIsolation: found.contextIsolation,
      webSecurity: found.webSecurity ?? true,
      weakened: [
        'nodeIntegration',
        'nodeIntegrationInWorker',
        'nodeIntegrationInSubFrames',
        'webviewTag',
        'allowRunningInsecureContent',
        'experimentalFeatures',
        'enableBlinkFeatures',
      ].filter((name) => found[name] !== undefined && found[name] !== false && found[name] !== ''),
    };
  });
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, webSecurity: true, weakened: [] });
  const page = await app.page.evaluate(async () => ({
    protocol: window.location.protocol,
    policy: (await fetch('app://gantry/index.html')).headers.get('content-security-policy'),
  }));
  expect(page.protocol).toBe('app:');
  expect(page.policy).toContain("default-src 'none'; script-src 'self'");
});

test('another window with the same page and bridge gets no answer', async ({ app }) => {
  const answer = await app.electron.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const other = new BrowserWindow({
      show: false,
      webPreferences: { preload: `${electronApp.getAppPath()}/out/preload/bridge.cjs`, sandbox: true },
    });
    await other.loadURL('app://gantry/index.html');
    const call = 'window.gantry.getVersions().then(() => "answered", (error) => error.message)';
    const said: unknown = await other.webContents.executeJavaScript(call);
    other.destroy();
    return said;
  });
  expect(answer).toBe('This page may not talk to Gantry.');
});

test('folders that the page names are used when a person says so, and asked about once', async ({ app, home }) => {
  const folder = join(home, 'sources');
  await mkdir(folder);
  const detect = (vcs_url: string) =>
    app.page.evaluate(
      (body) => window.gantry.request({ method: 'POST', path: '/import_detections', body }),
      JSON.stringify({ vcs_url }),
    );
  await app.answerFolderQuestions('Do not allow');
  for (const spelling of [folder, `file://${folder}`, `${folder}/../${basename(folder)}`]) {
    expect(await detect(spelling)).toMatchObject({ status: 403, body: expect.stringContaining('did not allow') });
  }
  const list = JSON.stringify({ owner: 'ann', list: `source,repository\n${folder},r\n` });
  const batch = await app.page.evaluate(
    (body) => window.gantry.request({ method: 'POST', path: '/import_%62atches', body }),
    list,
  );
  expect(batch.status).toBe(403);
  const hidden = `[{"url":"${folder.replaceAll('/', '\\u002f')}"}]`;
  const escaped = await app.page.evaluate(
    (body) => window.gantry.request({ method: 'POST', path: '/import_batches', body }),
    JSON.stringify({ owner: 'ann', list: hidden }),
  );
  expect(escaped.status).toBe(403);
  expect(await app.folderQuestions()).toHaveLength(5);

  await app.answerFolderQuestions('Allow');
  expect((await detect(folder)).status).not.toBe(403);
  expect((await detect(`${folder}/within`)).status).not.toBe(403);
  expect(await app.folderQuestions()).toEqual([expect.stringContaining(folder)]);

  await app.answerFolderQuestions('Do not allow');
  expect((await detect(`${folder}-beside`)).status).toBe(403);
  await app.answerOpenDialog(`${folder}-beside`);
  await app.page.evaluate(() => window.gantry.chooseRepositoryFolder());
  expect((await detect(`${folder}-beside`)).status).not.toBe(403);
  expect(await app.folderQuestions()).toHaveLength(1);
});

test('the page reaches no network by WebRTC, downloads nothing, and shows no files of its choice', async ({ app }) => {
  const seen = await app.page.evaluate(async () => ({
    candidates: await new Promise<number>((done) => {
      const connection = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:9' }] });
      let found = 0;
      connection.onicecandidate = ({ candidate }) => {
        if (candidate === null || candidate.candidate === '') done(found);
        else found += 1;
      };
      connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && done(found);
      connection.createDataChannel('out');
      connection
        .createOffer()
        .then((offer) => connection.setLocalDescription(offer))
        .catch(() => done(0));
    }),
    shown: await window.gantry.showSavedArchive({ path: '/etc/passwd' }).then(
      () => 'shown',
      (error: Error) => error.message,
    ),
  }));
  expect(seen).toEqual({
    candidates: 0,
    shown: 'Gantry shows archives that were saved since it was started.',
  });
  await app.electron.evaluate(({ session }) => {
    const denied = new Promise<boolean>((done) =>
      session.defaultSession.once('will-download', (event) => setImmediate(() => done(event.defaultPrevented))),
    );
    Object.assign(globalThis, { deniedDownload: denied });
  });
  await app.page.evaluate(() => {
    const link = document.createElement('a');
    link.href = 'data:application/octet-stream,secret';
    link.download = 'secret.bin';
    link.click();
  });
  const denied = app.electron.evaluate(
    () => (globalThis as unknown as { deniedDownload: Promise<boolean> }).deniedDownload,
  );
  expect(await denied).toBe(true);
});

test('an empty page gives way to the own one', async ({ app }) => {
  const back = app.page.waitForURL(/^app:\/\/gantry/);
  await app.page
    .evaluate(() => {
      window.location.href = 'about:blank';
    })
    .catch(() => undefined);
  await back;
  await expect(app.page.getByTestId('page')).toBeVisible();
  expect(app.page.url()).toMatch(/^app:\/\/gantry\//);
});
