/** In which order the page gets its files: its document once what it holds is known, its scripts once what they ask is heard. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';

type Answer = { statusCode?: number; data: Buffer; headers: Record<string, string> };
type Serve = (request: { method: string; url: string }, answer: (given: Answer) => void) => void;
const served = vi.hoisted(() => ({ serve: null as unknown }));
vi.mock('electron', () => ({
  protocol: {
    registerBufferProtocol: (_scheme: string, serve: unknown) => {
      served.serve = serve;
    },
  },
  app: {},
}));
vi.mock('./language/language.ts', () => ({ currentLanguage: () => 'de' }));
// Files share modules with those before and after them in their process: not those that see this Electron.
vi.resetModules();
const folder = mkdtempSync(join(tmpdir(), 'gantry page '));
afterAll(() => {
  vi.resetModules();
  rmSync(folder, { recursive: true });
});
const { serveAppProtocol } = await import('./app-protocol.ts');

mkdirSync(join(folder, 'assets'));
writeFileSync(
  join(folder, 'index.html'),
  '<html lang="en"><script src="./assets/page.js"></script><body></body></html>',
);
for (const name of ['page.js', 'other.js']) writeFileSync(join(folder, 'assets', name), name);

const get = (path: string, method = 'GET') =>
  new Promise<Answer>((resolve) => (served.serve as Serve)({ method, url: `app://gantry/${path}` }, resolve));
const text = async (answer: Promise<Answer>) => (await answer).data.toString();

it('hands the document out once its first part is known, and a script once somebody listens', async () => {
  const first = Promise.withResolvers<string>();
  const heard = Promise.withResolvers<void>();
  const listen = vi.fn(() => heard.promise);
  const order: string[] = [];
  serveAppProtocol(folder, first.promise, listen);

  const document = text(get('index.html')).finally(() => order.push('document'));
  first.promise.then(() => order.push('first part'));
  first.resolve('<b>as it was</b>');
  expect(await document).toBe(
    '<html lang="de"><script src="./assets/page.js"></script><body><b>as it was</b></body></html>',
  );
  const scripts = ['page.js', 'other.js'].map((name) =>
    text(get(`assets/${name}`)).finally(() => order.push('script')),
  );
  await vi.waitFor(() => expect(listen).toHaveBeenCalledOnce());
  expect(order).toEqual(['first part', 'document']);
  heard.resolve();
  expect(await Promise.all(scripts)).toEqual(['page.js', 'other.js']);

  // A page that is brought back begins with nothing of before.
  expect(await text(get('index.html'))).not.toContain('as it was');
  expect(listen).toHaveBeenCalledOnce();
});

it('has no files but those of the page', async () => {
  serveAppProtocol(folder, Promise.resolve(''), async () => undefined);
  const asked = ['assets/missing.js', 'assets', '../secret.js', 'assets/%2e%2e/%2e%2e/secret.js'].map((path) =>
    get(path),
  );
  expect((await Promise.all([...asked, get('index.html', 'POST')])).map(({ statusCode }) => statusCode)).toEqual([
    ...Array(5).fill(404),
  ]);
  expect((await get('index.html')).headers['Content-Security-Policy']).toContain("default-src 'none'");
});
