/** Serves the built window over `app://gantry`, so that no page ever runs from `file://`. */
import { readFile } from 'node:fs/promises';
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
 * Answers `app://gantry/...` from the folder of the built renderer. Its document, and what that names, are read ahead of being asked
 * for: while the engine is loaded the disk would be answered late. Electron calls this way of answering deprecated; the newer one
 * (`protocol.handle`) brings Node's fetch along, which takes a tenth of the window's start to load.
 * @param firstPart what the document holds when it is read for the first time, and never again; until then there is none
 * @param listen makes that the page can ask something. It is called once the document is handed out: no script is before it is done.
 */
export function serveAppProtocol(
  rendererFolder: string,
  firstPart: Promise<string>,
  listen: () => Promise<unknown>,
): void {
  const ahead = readAhead(rendererFolder);
  const parts = [firstPart];
  let listening: Promise<unknown> | null = null;
  const hears = () => {
    listening ??= listen();
    return listening;
  };
  protocol.registerBufferProtocol(scheme, (request, answer) => {
    answered(rendererFolder, ahead, parts, hears, request).then(answer, () => answer(NOT_FOUND));
  });
}

async function answered(
  folder: string,
  ahead: FilesAhead,
  parts: Promise<string>[],
  hears: () => Promise<unknown>,
  { method, url }: Electron.ProtocolRequest,
): Promise<Electron.ProtocolResponse> {
  const { host, pathname } = new URL(url);
  const path = fileWithin(folder, pathname);
  const type = path === null ? undefined : contentTypes[extname(path)];
  if (method !== 'GET' || host !== 'gantry' || path === null || type === undefined) return NOT_FOUND;
  // What was not found ahead says so anew.
  const file = (await ahead(path)) ?? (await readFile(path));
  const data = type === HTML ? asDocument(file, (await parts.pop()) ?? '') : file;
  // The document goes first: Chromium makes something of it meanwhile.
  if (type === HTML) setImmediate(hears);
  else await hears();
  return {
    data,
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
    },
  };
}

/** A file by its path; null for one that was not read ahead, or cannot be read. */
type FilesAhead = (path: string) => Promise<Buffer | null>;

/** What a document of ours names, as the build writes it: a whole folder of files takes longer to look through than to read these. */
const NAMED = /(?:src|href)="\.\/([^"]+)"/g;

function readAhead(folder: string): FilesAhead {
  const read = (path: string) => readFile(path).catch(() => null);
  const document = join(folder, 'index.html');
  const files = new Map([[document, read(document)]]);
  const named = files.get(document)?.then((page) => {
    for (const [, name = ''] of page?.toString('utf8').matchAll(NAMED) ?? [])
      files.set(join(folder, name), read(join(folder, name)));
  });
  return async (path) => {
    if (path !== document) await named;
    return (await files.get(path)) ?? null;
  };
}

/** The page speaks the language that its document names. */
function asDocument(page: Buffer, part: string): Buffer {
  const text = page.toString('utf8').replace('<html lang="en">', `<html lang="${currentLanguage()}">`);
  return Buffer.from(text.replace('</body>', () => `${part}</body>`));
}
