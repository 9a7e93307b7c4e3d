import { Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconAddressBook,
  IconApps,
  IconArchive,
  IconFolders,
  IconGauge,
  IconHelp,
  IconHome,
  IconKey,
  IconLock,
  IconPackageExport,
  IconSettings,
} from '@tabler/icons-react';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import type { MenuCommand } from '../../main/ipc/contract.ts';
import { useOwners } from '../api/repositories.ts';
import { useSession } from '../api/session.ts';
import { useSetup } from '../api/setup.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Mark } from '../components/mark.tsx';
import { OnceDrawn } from '../components/once-drawn.tsx';
import { Waiting } from '../components/waiting.tsx';
import { t } from '../language/text.ts';
import { SignInScreen } from '../screens/session/sign-in-screen.tsx';
import { usePreferences } from '../stores/preferences.ts';
import { openFor } from '../stores/signed-in.ts';
import { ActivityEntry } from './activity-entry.tsx';
import classes from './app-frame.module.css';
import { useDeepLinks } from './follow-deep-links.ts';
import { NavigationAction, NavigationPlace } from './navigation-entry.tsx';
import { useNewVersionNotice } from './new-version-notice.ts';
import { useNamedArchives } from './open-named-archives.ts';
import { useDeskKeys } from './use-desk-keys.ts';
import { useHelpKeys } from './use-help-keys.ts';

/** Seen once in the life of an installation. */
const readSetup = () => import('../screens/setup/setup-screen.tsx');
const SetupScreen = lazy(async () => ({ default: (await readSetup()).SetupScreen }));
const readOverScreens = () => import('./over-screens.tsx');
const OverScreens = lazy(async () => ({ default: (await readOverScreens()).OverScreens }));
const HelpDrawer = lazy(async () => ({ default: (await readOverScreens()).HelpDrawer }));

const commandPaths = {
  'new-import': '/imports/new',
  'new-migration': '/migrations/new',
  'open-archive': '/archives',
  home: '/',
  imports: '/imports',
  migrations: '/migrations',
  archives: '/archives',
  'people-book': '/people-book',
  tokens: '/tokens',
  applications: '/applications',
  'rate-limit': '/rate-limit',
  settings: '/settings',
  help: '/help',
  about: '/about',
} as const satisfies Record<MenuCommand, string>;

/** The window's frame: navigation at the left, the page at the right; the first run and signing in come before both. */
export function AppFrame() {
  useHelpKeys();
  return (
    <>
      <Window />
      <OnceDrawn>
        <Suspense>
          <HelpDrawer />
        </Suspense>
      </OnceDrawn>
    </>
  );
}

function Window() {
  const session = useSession();
  const isNobody = session.data?.login === null;
  const setup = useSetup(isNobody);
  // While it is asked whether there is anybody.
  useEffect(() => {
    if (isNobody) void readSetup();
  }, [isNobody]);
  const navigate = useNavigate();
  useEffect(() => window.gantry.onCommand((command) => void navigate({ to: commandPaths[command] })), [navigate]);

  const density = usePreferences((preferences) => preferences.density);
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);

  const login = session.data?.locked === false ? session.data.login : null;
  const isTheirs = usePreferences((preferences) => preferences.login === login);
  useEffect(() => {
    if (login === null || !openFor(login)) return;
    // Of the one before.
    notifications.clean();
    void navigate({ to: '/', replace: true });
  }, [login, navigate]);

  if (session.isError) return <ErrorNotice error={session.error} onRetry={() => void session.refetch()} />;
  if (session.isPending || (isNobody && setup.isPending)) return <Waiting>{t('Opening the data folder…')}</Waiting>;
  if (isNobody && setup.isError) return <ErrorNotice error={setup.error} onRetry={() => void setup.refetch()} />;
  if (isNobody && setup.data?.required === true) {
    return (
      <Suspense fallback={<Waiting>{t('Opening the data folder…')}</Waiting>}>
        <SetupScreen setup={setup.data} />
      </Suspense>
    );
  }
  if (session.data.login === null || session.data.locked) {
    return <SignInScreen key={session.data.login} locked={session.data.login} />;
  }
  if (!isTheirs) return <Waiting>{t('Opening the window…')}</Waiting>;
  return <SignedInFrame login={session.data.login} />;
}

function SignedInFrame({ login }: { login: string }) {
  useNamedArchives();
  useDeepLinks();
  useNewVersionNotice();
  useDeskKeys();
  const owners = useOwners();
  if (owners.isPending) return <Waiting>{t('Reading your account…')}</Waiting>;
  return (
    <div className={classes.frame}>
      <nav className={classes.navigation} aria-label={t('Main')}>
        <div className={classes.name}>
          <Mark size={22} />
          <Text fw={600} size="md" className={classes.label}>
            Gantry
          </Text>
        </div>
        <NavigationPlace to="/" label={t('Home')} icon={IconHome} />
        <NavigationPlace to="/imports" label={t('Imports')} icon={IconFolders} />
        <NavigationPlace to="/migrations" label={t('Migrations')} icon={IconPackageExport} />
        {owners.data?.installation === true && (
          <NavigationPlace to="/archives" label={t('Archives')} icon={IconArchive} />
        )}
        <NavigationPlace to="/people-book" label={t('People book')} icon={IconAddressBook} />
        <NavigationPlace to="/tokens" label={t('Tokens')} icon={IconKey} />
        <NavigationPlace to="/applications" label={t('Applications')} icon={IconApps} />
        <NavigationPlace to="/rate-limit" label={t('Rate limit')} icon={IconGauge} />
        <div className={classes.spacer} />
        <ActivityEntry />
        <NavigationPlace to="/settings" label={t('Settings')} icon={IconSettings} />
        <NavigationPlace to="/help" label={t('Help')} icon={IconHelp} />
        <NavigationAction id="lock" label={t('Lock')} icon={IconLock} onClick={() => void window.gantry.lock()} />
      </nav>
      <main className={classes.main}>
        <Outlet />
      </main>
      <OnceDrawn>
        <Suspense>
          <OverScreens login={login} />
        </Suspense>
      </OnceDrawn>
    </div>
  );
}
