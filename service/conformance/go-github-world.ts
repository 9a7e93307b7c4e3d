/** What the walk of go-github finds: an engine, Subversion servers and a receiver of webhooks. */
import { createHmac } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWNER } from '../testing/engine.ts';
import { startHookListener } from '../testing/hook-listener.ts';
import { migrationIn } from '../testing/migrations.ts';
import { makeSvnSource, projectHistory, type Revision, serveSvn } from '../testing/svn-sources.ts';
import type { ImportStatus } from '../vocabulary/import-status.ts';
import { type RecordedServer, startRecordedServer } from './recorded-server.ts';

/** More bytes than this make a file large here; Subversion's reader looks at the sizes of files from 32 MB on. */
const LARGE_BYTES = 33 << 20;
export const LARGE_FILE_SIZE = LARGE_BYTES + 1;
const SVN_USER = { name: 'sally', password: 'only for this test' };

/** What the walk waits for; the first that is named counts. */
export interface Wait {
  import?: ImportStatus;
  repo?: string;
  /** Deliveries of the hook that have all arrived. */
  deliveries?: number;
  hook?: number;
  /** Nothing is left of what may be asked without a login. */
  used_up?: true;
  /** Path of a migration that is to be exported. */
  exported?: string;
}

export interface World {
  server: RecordedServer;
  /** What the walk is told at its start, by name. */
  place: Record<string, string>;
  until(wait: Wait): Promise<void>;
  /** Webhooks that came and were not signed with the secret that the walk gave. */
  wronglySigned(): string[];
  end(): Promise<void>;
}

/** Two authors, a branch, and one large file. */
function history(): Revision[] {
  const big = {
    author: 'harry',
    message: 'large',
    changes: [{ path: 'trunk/big.bin', text: '0'.repeat(LARGE_FILE_SIZE) }],
  };
  return [...projectHistory('', 5, ['sally', 'harry']), big];
}

/** Beside the server, which records what the library sends. */
async function spendAll({ engine, baseUrl }: RecordedServer): Promise<void> {
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const answer = await engine.service.fetch(
      new Request(`${baseUrl}/user`, { headers: { 'user-agent': 'test' } }),
      null,
      {
        address: '127.0.0.1',
      },
    );
    left = Number(answer.headers.get('x-ratelimit-remaining'));
  }
}

export async function startWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry go-github '));
  const [closed, open] = [join(folder, 'closed'), join(folder, 'open')];
  mkdirSync(closed);
  mkdirSync(open);
  const one = makeSvnSource(closed, 'one', history());
  const several = makeSvnSource(open, 'several', [...projectHistory('alpha/', 2), ...projectHistory('beta/', 3)]);
  const withLogin = await serveSvn(closed, [one], SVN_USER);
  const withoutLogin = await serveSvn(open, [several], null);
  const hook = await startHookListener();
  const server = await startRecordedServer(Date.now, LARGE_BYTES);
  const { engine } = server;
  return {
    server,
    place: {
      origin: new URL(server.baseUrl).origin,
      login: OWNER.login,
      password: OWNER.password,
      svn: `${withLogin.url}/one`,
      several: `${withoutLogin.url}/several`,
      hook_url: hook.url,
      svn_login: SVN_USER.name,
      svn_secret: SVN_USER.password,
    },
    until: async (wait) => {
      if (wait.used_up === true) await spendAll(server);
      else if (wait.import !== undefined) await engine.importIn(wait.repo ?? '', [wait.import]);
      else if (wait.deliveries !== undefined) {
        await engine.until(async () => {
          const { body } = await engine.api('GET', `/repos/acme/svn/hooks/${wait.hook}/deliveries`);
          const arrived = body.filter(({ state }: { state: string }) => state === 'delivered').length;
          return arrived === wait.deliveries ? body : undefined;
        });
      } else await migrationIn(engine, wait.exported ?? '', ['exported']);
    },
    wronglySigned: () =>
      hook.received.flatMap(({ headers, body }) => {
        const right = `sha256=${createHmac('sha256', SVN_USER.password).update(body).digest('hex')}`;
        return headers['x-hub-signature-256'] === right ? [] : [body];
      }),
    end: async () => {
      await server.end();
      await hook.close();
      await Promise.all([withLogin.stop(), withoutLogin.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
