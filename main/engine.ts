import { app } from 'electron';
import { z } from 'zod';
import type { ApiEvent } from '../service/api/events.ts';
import type { Work } from '../service/api/work/work-schemas.ts';
import type { TrustedIdentity } from '../service/index.ts';
import { EngineAnswer } from './engine-thread/answer.ts';
import type { EngineCalls } from './engine-thread/calls.ts';
import type { EngineDoor } from './engine-thread/door.ts';
import { currentLanguage, onLanguage } from './language/language.ts';
import { t } from './language/text.ts';
import { rememberedPreferences, rememberPreferences } from './preferences-file.ts';
import { startsAfterRestore } from './restored-backup.ts';
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
  fetch(method: string, path: string, content?: RequestContent): Promise<EngineAnswer>;
  /** Where the finished archive of a migration lies; null when there is none. */
  archivePath(migrationGuid: string): Promise<string | null>;
  /** Makes a repository to practise on in a new folder below this one. @throws Failure, or the system's error */
  makePractice(folder: string): Promise<string>;
  /** Long work that runs or waits for its turn; what waits for a person is not among it. */
  workAtHand(): Promise<Work[]>;
  /** Keys of all of it, whichever account it is of. */
  underWay(): Promise<string[]>;
  /** Events for the account that is signed in, while its window is open. */
  onEvent(listener: (event: ApiEvent) => void): void;
  /** How long the engine's own event loop was blocked; null without GANTRY_TEST_HOOKS=1. */
  loopDelay(reset: boolean): Promise<EngineCalls['loopDelay']['output']>;
  close(): Promise<void>;
}

const accountSchema = z.object({ two_factor_authentication: z.boolean() });

// `/setup` is answered to everybody; an identity says that the window asks, not an address.
const nobody: TrustedIdentity = { login: '' };

/**
 * The engine for the window, once it is open.
 * @throws Error named `InstallationUnsure` or `DamagedDatabase` for what a person has to decide and did not; others with a sentence
 */
export async function startEngine(door: EngineDoor, dataFolder: string): Promise<Engine> {
  const opening = { dataFolder, version: app.getVersion() };
  await door.open({ ...opening, adopt: startsAfterRestore() }).catch(async (error: unknown) => {
    const { isUnsure, mayGoOn } = await import('./unsure-folder.ts');
    if (!isUnsure(error) || !(await mayGoOn(dataFolder, error))) throw error;
    await door.open({ ...opening, adopt: true });
  });

  const requestAs = (
    identity: TrustedIdentity,
    method: string,
    path: string,
    { signal, ...content }: RequestContent = {},
  ) => door.fetch({ identity, method, path, language: currentLanguage(), ...content }, signal);

  const session = new Session(
    { owner: () => door.owner(), request: requestAs },
    { read: rememberedPreferences, change: rememberPreferences },
  );
  const listeners = new Set<(event: ApiEvent) => void>();
  door.listen({
    onEvent(event, login) {
      // Told before the window was closed to that account.
      if (session.identity()?.login !== login) return;
      for (const listener of listeners) listener(event);
    },
    onPasswordChanged: (login) => session.passwordChanged(login),
  });
  const sayWhoHears = () => {
    const identity = session.identity();
    door.hearAs(identity && { login: identity.login, language: currentLanguage() });
  };
  session.onChange(sayWhoHears);
  onLanguage(sayWhoHears);
  await session.restore();

  const request: Engine['fetch'] = async (method, path, content) => {
    const identity = session.identity() ?? (path === '/setup' ? nobody : null);
    if (identity === null)
      return new EngineAnswer(
        401,
        [['content-type', 'application/json']],
        JSON.stringify({ message: t('Sign in to go on.') }),
      );
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
    archivePath: (guid) => door.archivePath(guid),
    makePractice: (folder) => door.makePractice(folder),
    async workAtHand() {
      // Asked when the app is to end, which a locked window does not prevent.
      const login = session.state().login ?? (await door.owner());
      if (login === null) return [];
      const response = await requestAs({ login }, 'GET', '/user/work');
      if (!response.ok) return [];
      // Not before: it brings the API's schemas along, which a start need not wait for.
      const { workSchema } = await import('../service/api/work/work-schemas.ts');
      return z
        .array(workSchema)
        .parse(await response.json())
        .filter(({ state }) => state === 'running' || state === 'waiting');
    },
    underWay: () => door.underWay(),
    onEvent: (listener) => void listeners.add(listener),
    loopDelay: (reset) => door.loopDelay(reset),
    close: () => door.close(),
  };
}
