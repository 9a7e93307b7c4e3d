import { app } from 'electron';
import { z } from 'zod';
import type { ApiEvent } from '../service/api/events.ts';
import { type Work, workSchema } from '../service/api/work/work-schemas.ts';
import {
  createService,
  DamagedDatabase,
  InstallationUnsure,
  listBackups,
  type Service,
  type ServiceOptions,
  type TrustedIdentity,
} from '../service/index.ts';
import type { Looked } from '../service/store/look-ahead.ts';
import { askWay } from './adopt.ts';
import { keychain } from './keychain.ts';
import { engineText } from './language/engine-text.ts';
import { currentLanguage } from './language/language.ts';
import { t } from './language/text.ts';
import { log } from './log.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';
import { putBack, startsAfterRestore } from './restored-backup.ts';
import { Session } from './session.ts';

interface RequestContent {
  body?: string;
  contentType?: string;
  /** Ends what the request began. */
  signal?: AbortSignal;
}

/** The engine as the rest of main sees it: every request carries the identity of the signed-in account. */
export interface Engine {
  readonly dataFolder: string;
  readonly session: Session;
  /** A request below `/api/v3`. While nobody is signed in, or the window is locked, only `/setup` is answered. */
  fetch(method: string, path: string, content?: RequestContent): Promise<Response>;
  /** Where the finished archive of a migration lies; null when there is none. */
  archivePath(migrationGuid: string): string | null;
  /** Long work that runs or waits for its turn; what waits for a person is not among it. */
  workAtHand(): Promise<Work[]>;
  /** Events for the account that is signed in, while its window is open. */
  onEvent(listener: (event: ApiEvent) => void): void;
  close(): Promise<void>;
}

// No such host exists: requests go to the engine's own door and never to a network.
const base = 'http://gantry.invalid/api/v3';

const accountSchema = z.object({ two_factor_authentication: z.boolean() });

// `/setup` is answered to everybody; an identity says that the window asks, not an address.
const nobody: TrustedIdentity = { login: '' };

/** Opens the engine on a data folder; where its database does not fit to its files, as a person decides. */
async function openService(dataFolder: string, looked: Promise<Looked[]>): Promise<Service> {
  const options: ServiceOptions = {
    dataFolder,
    looked,
    version: app.getVersion(),
    log: (level, text) => logLevels[level](text),
    loopback: true,
    vault: keychain,
  };
  try {
    return await createService({ ...options, adopt: startsAfterRestore() });
  } catch (error) {
    const isDamaged = error instanceof DamagedDatabase;
    if (!(error instanceof InstallationUnsure) && !isDamaged) throw error;
    const database = isDamaged ? error.database : 'gantry';
    const backup = listBackups(dataFolder).find((known) => known.database === database && known.kind !== 'replaced');
    const way = await askWay(await engineText(currentLanguage(), error.message), {
      backup,
      mayAdopt: !isDamaged || database !== 'gantry',
    });
    if (way === 'quit') throw error;
    if (way === 'restore' && backup !== undefined) putBack(dataFolder, backup);
    return createService({ ...options, adopt: true });
  }
}

/**
 * Opens the engine on a data folder.
 * @param looked its databases that are whole
 * @throws InstallationUnsure, DamagedDatabase when a person chose to look first
 */
export async function startEngine(dataFolder: string, looked: Promise<Looked[]>): Promise<Engine> {
  const service = await openService(dataFolder, looked);

  const requestAs = async (
    identity: TrustedIdentity,
    method: string,
    path: string,
    { body, contentType, signal }: RequestContent = {},
  ) => {
    const headers = new Headers({
      Accept: 'application/json',
      'Accept-Language': currentLanguage(),
      'User-Agent': 'Gantry window',
    });
    if (contentType !== undefined) headers.set('Content-Type', contentType);
    const init = { method, headers, ...(body === undefined ? {} : { body }), ...(signal && { signal }) };
    return service.fetch(new Request(base + path, init), identity);
  };

  const session = new Session(
    { owner: () => service.ownerIdentity()?.login ?? null, request: requestAs },
    { read: rememberedPreferences, change: rememberPreferences },
  );
  await session.restore();

  service.events.subscribe((event) => {
    if (event.type === 'password.changed') session.passwordChanged(event.login);
  });

  const request: Engine['fetch'] = async (method, path, content) => {
    const identity = session.identity() ?? (path === '/setup' ? nobody : null);
    if (identity === null) return Response.json({ message: t('Sign in to go on.') }, { status: 401 });
    const response = await requestAs(identity, method, path, content);
    if (method === 'POST' && path === '/setup' && response.ok) {
      await session.restore();
      session.passwordGiven();
    }
    // The one before was given with it. Two factors want a code, too.
    if (method === 'PUT' && path === '/user/password' && response.ok) {
      const account = accountSchema.parse(await (await requestAs(identity, 'GET', '/user')).json());
      if (!account.two_factor_authentication) session.passwordGiven();
    }
    return response;
  };

  return {
    dataFolder,
    session,
    fetch: request,
    archivePath: (guid) => service.archivePath(guid),
    async workAtHand() {
      // Asked when the app is to end, which a locked window does not prevent.
      const login = session.state().login ?? service.ownerIdentity()?.login;
      if (login === undefined) return [];
      const response = await requestAs({ login }, 'GET', '/user/work');
      if (!response.ok) return [];
      const all = z.array(workSchema).parse(await response.json());
      return all.filter(({ state }) => state === 'running' || state === 'waiting');
    },
    onEvent(listener) {
      const forward = (event: ApiEvent) => {
        try {
          listener(event);
        } catch (error) {
          log.error('an event could not be passed on', error);
        }
      };
      service.events.follow(forward, () => {
        const identity = session.identity();
        return identity && { login: identity.login, baseUrl: base, language: currentLanguage() };
      });
    },
    close: () => service.close(),
  };
}

const logLevels = {
  info: (text: string) => log.info(text),
  warning: (text: string) => log.warn(text),
  error: (text: string) => log.error(text),
} as const;
