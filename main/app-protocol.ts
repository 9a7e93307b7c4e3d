/** Serves the built window over `app://gantry`, so that no page ever runs from `file://`. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { protocol } from 'electron';
import { currentLanguage } from './language/language.ts';
import { fileWithin } from './paths-within.ts';

const scheme = 'app';
export const appOrigin = `${scheme}://gantry`;
export const appStartUrl = `${appOrigin}/index.html`;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Connections of WebRTC do not ask connect-src.
  "webrtc 'block'",
].join('; ');

const HTML = 'text/html; charset=utf-8';
const contentTypes: Record<string, string> = {
  '.html': HTML,
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

const NOT_FOUND: Electron.ProtocolResponse = {
  statusCode: 404,
  headers: { 'Content-Type': 'text/plain' },
  data: Buffer.from('Not found'),
};

/** Must run before the app is ready: Chromium fixes its list of schemes then. */
export function declareAppScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ]);
}

/**
 * Answers `app://gantry/...` from the folder of the built renderer. Its first page is read ahead of being asked for: while the
 * engine is loaded the disk would be answered late. Electron calls this way of answering deprecated; the newer one
 * (`protocol.handle`) brings Node's fetch along, which takes a tenth of the window's start to load.
 * @param firstPart what the document holds when it is read for the first time, and never again
 */
export function serveAppProtocol(rendererFolder: string, firstPart: string): void {
  const ahead = readAhead(rendererFolder);
  const parts = [firstPart];
  protocol.registerBufferProtocol(scheme, (request, answer) => {
    answered(rendererFolder, ahead, parts, request).then(answer, () => answer(NOT_FOUND));
  });
}

async function answered(
  folder: string,
  ahead: Promise<ReadonlyMap<string, Buffer>>,
  parts: string[],
  { method, url }: Electron.ProtocolRequest,
): Promise<Electron.ProtocolResponse> {
  const { host, pathname } = new URL(url);
  const path = fileWithin(folder, pathname);
  const type = path === null ? undefined : contentTypes[extname(path)];
  if (method !== 'GET' || host !== 'gantry' || path === null || type === undefined) return NOT_FOUND;
  const file = await ((await ahead).get(path) ?? readFile(path));
  return {
    data: type === HTML ? asDocument(file, parts.pop() ?? '') : file,
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** @returns the files of the page by their paths; those that cannot be read are asked for again */
async function readAhead(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = new Map<string, Buffer>();
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name);
      if (!['.html', '.js', '.css', '.woff2'].includes(extname(path))) return;
      const file = await readFile(path).catch(() => null);
      if (file !== null) files.set(path, file);
    }),
  );
  return files;
}

/** The page speaks the language that its document names. */
function asDocument(page: Buffer, part: string): Buffer {
  const text = page.toString('utf8').replace('<html lang="en">', `<html lang="${currentLanguage()}">`);
  return Buffer.from(text.replace('</body>', () => `${part}</body>`));
}
