import { expect } from 'vitest';
import { type ApiServer, startServer } from '../loopback/server.ts';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { errorViolations, violations } from '../testing/public-schemas.ts';

/** The public operations: method, path, and name in the public description. */
const OPERATIONS: [method: string, path: RegExp, name: string][] = [
  ['GET', /^\/applications\/grants$/, 'oauth-authorizations/list-grants'],
  ['GET', /^\/applications\/grants\/\d+$/, 'oauth-authorizations/get-grant'],
  ['DELETE', /^\/applications\/grants\/\d+$/, 'oauth-authorizations/delete-grant'],
  ['GET', /^\/authorizations$/, 'oauth-authorizations/list-authorizations'],
  ['POST', /^\/authorizations$/, 'oauth-authorizations/create-authorization'],
  ['PUT', /^\/authorizations\/clients\/[^/]+$/, 'oauth-authorizations/get-or-create-authorization-for-app'],
  [
    'PUT',
    /^\/authorizations\/clients\/[^/]+\/[^/]+$/,
    'oauth-authorizations/get-or-create-authorization-for-app-and-fingerprint',
  ],
  ['GET', /^\/authorizations\/\d+$/, 'oauth-authorizations/get-authorization'],
  ['PATCH', /^\/authorizations\/\d+$/, 'oauth-authorizations/update-authorization'],
  ['DELETE', /^\/authorizations\/\d+$/, 'oauth-authorizations/delete-authorization'],
  ['GET', /^\/rate_limit$/, 'rate-limit/get'],
  ['GET', /^\/repos\/[^/]+\/[^/]+\/import$/, 'migrations/get-import-status'],
  ['PUT', /^\/repos\/[^/]+\/[^/]+\/import$/, 'migrations/start-import'],
  ['PATCH', /^\/repos\/[^/]+\/[^/]+\/import$/, 'migrations/update-import'],
  ['DELETE', /^\/repos\/[^/]+\/[^/]+\/import$/, 'migrations/cancel-import'],
  ['GET', /^\/repos\/[^/]+\/[^/]+\/import\/authors$/, 'migrations/get-commit-authors'],
  ['PATCH', /^\/repos\/[^/]+\/[^/]+\/import\/authors\/\d+$/, 'migrations/map-commit-author'],
  ['GET', /^\/repos\/[^/]+\/[^/]+\/import\/large_files$/, 'migrations/get-large-files'],
  ['PATCH', /^\/repos\/[^/]+\/[^/]+\/import\/lfs$/, 'migrations/set-lfs-preference'],
  ['GET', /^\/orgs\/[^/]+\/migrations$/, 'migrations/list-for-org'],
  ['POST', /^\/orgs\/[^/]+\/migrations$/, 'migrations/start-for-org'],
  ['GET', /^\/orgs\/[^/]+\/migrations\/\d+$/, 'migrations/get-status-for-org'],
  ['GET', /^\/orgs\/[^/]+\/migrations\/\d+\/archive$/, 'migrations/download-archive-for-org'],
  ['DELETE', /^\/orgs\/[^/]+\/migrations\/\d+\/archive$/, 'migrations/delete-archive-for-org'],
  ['DELETE', /^\/orgs\/[^/]+\/migrations\/\d+\/repos\/[^/]+\/lock$/, 'migrations/unlock-repo-for-org'],
  ['GET', /^\/orgs\/[^/]+\/migrations\/\d+\/repositories$/, 'migrations/list-repos-for-org'],
  ['GET', /^\/user\/migrations$/, 'migrations/list-for-authenticated-user'],
  ['POST', /^\/user\/migrations$/, 'migrations/start-for-authenticated-user'],
  ['GET', /^\/user\/migrations\/\d+$/, 'migrations/get-status-for-authenticated-user'],
  ['GET', /^\/user\/migrations\/\d+\/archive$/, 'migrations/get-archive-for-authenticated-user'],
  ['DELETE', /^\/user\/migrations\/\d+\/archive$/, 'migrations/delete-archive-for-authenticated-user'],
  ['DELETE', /^\/user\/migrations\/\d+\/repos\/[^/]+\/lock$/, 'migrations/unlock-repo-for-authenticated-user'],
  ['GET', /^\/user\/migrations\/\d+\/repositories$/, 'migrations/list-repos-for-user'],
];

export interface Recorded {
  operation: string | null;
  method: string;
  path: string;
  /** With its question mark; '' for none. */
  query: string;
  status: number;
  headers: Headers;
  body: string;
  requestHeaders: Headers;
  requestBody: string;
}

export interface RecordedServer {
  engine: TestEngine;
  baseUrl: string;
  recorded: Recorded[];
  /** Statuses of a public operation in the order of its answers. */
  statuses(operation: string): number[];
  end(): Promise<void>;
}

/**
 * @param now the engine's clock, in milliseconds since 1970
 * @param largeFileBytes files with more bytes are large
 */
export async function startRecordedServer(
  now: () => number = Date.now,
  largeFileBytes?: number,
): Promise<RecordedServer> {
  const engine = await startTestEngine(undefined, { now, ...(largeFileBytes === undefined ? {} : { largeFileBytes }) });
  const recorded: Recorded[] = [];
  const server: ApiServer = await startServer(
    {
      fetch: async (request, identity, sender) => {
        const { method, url, headers: requestHeaders } = request;
        const { pathname, search: query } = new URL(url);
        const path = pathname.replace('/api/v3', '');
        const requestBody = await request.clone().text();
        const answer = await engine.service.fetch(request, identity, sender);
        const body = await answer.clone().text();
        const operation = OPERATIONS.find(([one, pattern]) => one === method && pattern.test(path))?.[2] ?? null;
        const { status, headers } = answer;
        recorded.push({ operation, method, path, query, status, headers, body, requestHeaders, requestBody });
        return answer;
      },
    },
    0,
  );
  return {
    engine,
    baseUrl: server.baseUrl,
    recorded,
    statuses: (operation) =>
      recorded.filter((exchange) => exchange.operation === operation).map((exchange) => exchange.status),
    end: async () => {
      await server.close();
      await engine.end();
    },
  };
}

/**
 * service.md: `template_repository` is "null, or a reference". The public schema of the reduced repository forgot the null
 * that the one of whole repositories has.
 */
function isFlaw(violation: unknown): boolean {
  return !(violation as { instancePath: string }).instancePath.endsWith('/template_repository');
}

/** Holds every answer so far against the public schemas and the rules that all answers share. */
export function expectConformance({ recorded }: RecordedServer): void {
  for (const { operation, method, path, status, headers, body } of recorded) {
    const what = `${method} ${path} ${status}`;
    if (status === 204 || status === 304) {
      expect(body, what).toBe('');
    } else if (status === 302) {
      expect([headers.get('content-type'), body], what).toEqual(['text/html;charset=utf-8', headers.get('location')]);
    } else if (/^\/(source_)?archives\//.test(path) && status < 300) {
      expect(headers.get('content-type'), what).toBe(`application/${path.endsWith('.zip') ? 'zip' : 'x-gzip'}`);
    } else {
      expect(headers.get('content-type'), what).toBe('application/json; charset=utf-8');
      const value = JSON.parse(body);
      if (status >= 400) expect(errorViolations(status, value), what).toEqual([]);
      if (operation !== null) expect((violations(operation, status, value) ?? []).filter(isFlaw), what).toEqual([]);
      if (status !== 201) expect(body, what).not.toMatch(/"token":"[^"]/);
    }
    for (const name of ['limit', 'remaining', 'reset', 'used', 'resource']) {
      expect(headers.get(`x-ratelimit-${name}`), `${what} ${name}`).not.toBeNull();
    }
    expect(headers.get('x-github-media-type'), what).toMatch(/^github\.(v3|[\w-]+-preview); format=json$/);
    expect(headers.get('vary'), what).toBe('Accept, Authorization, Cookie, X-GitHub-OTP');
  }
}
