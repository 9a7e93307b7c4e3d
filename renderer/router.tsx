import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { ownersOnly } from './components/owners-only.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { t } from './language/text.ts';
import { AboutScreen } from './screens/about/about-screen.tsx';
import { HelpScreen } from './screens/about/help-screen.tsx';
import { ApplicationsScreen } from './screens/applications/applications-screen.tsx';
import { ArchivesScreen } from './screens/archives/archives-screen.tsx';
import { ChoicesScreen } from './screens/archives/choices-screen.tsx';
import { InspectionScreen } from './screens/archives/inspection-screen.tsx';
import { RestoreScreen } from './screens/archives/restore-screen.tsx';
import { ThreadScreen } from './screens/archives/thread-screen.tsx';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { ListScreen } from './screens/import-lists/list-screen.tsx';
import { NewListScreen } from './screens/import-lists/new-list-screen.tsx';
import { ImportScreen } from './screens/imports/import-screen.tsx';
import { ImportsScreen } from './screens/imports/imports-screen.tsx';
import { NewImportScreen } from './screens/imports/new-import-screen.tsx';
import { MigrationScreen } from './screens/migrations/migration-screen.tsx';
import { MigrationsScreen } from './screens/migrations/migrations-screen.tsx';
import { NewMigrationScreen } from './screens/migrations/new-migration-screen.tsx';
import { PeopleBookScreen } from './screens/people-book/people-book-screen.tsx';
import { RateLimitScreen } from './screens/rate-limit/rate-limit-screen.tsx';
import { RepositoryScreen } from './screens/repository/repository-screen.tsx';
import { ApiSettings } from './screens/settings/api-settings.tsx';
import { GeneralSettings } from './screens/settings/general-settings.tsx';
import { MaintenanceSettings } from './screens/settings/maintenance-settings.tsx';
import { NetworkSettings } from './screens/settings/network-settings.tsx';
import { PeopleSettings } from './screens/settings/people-settings.tsx';
import { SecuritySettings } from './screens/settings/security-settings.tsx';
import { SettingsScreen } from './screens/settings/settings-screen.tsx';
import { WebhookSettings } from './screens/settings/webhook-settings.tsx';
import { TokensScreen } from './screens/tokens/tokens-screen.tsx';
import { usePreferences } from './stores/preferences.ts';

/** Archives hold what belonged to other installations, accounts among it. */
const ofArchives = (Screen: FunctionComponent) =>
  ownersOnly(
    Screen,
    t('Archives'),
    t(
      'Migration archives are opened and restored by owners of this installation: they bring accounts and organizations with them. Ask one of them.',
    ),
  );

const rootRoute = createRootRoute({ component: AppFrame, notFoundComponent: HomeScreen });

const settingsRoute = createRoute({ getParentRoute: () => rootRoute, path: '/settings', component: SettingsScreen });

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/repositories/$owner/$repo', component: RepositoryScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports', component: ImportsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/new', component: NewImportScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/$owner/$repo', component: ImportScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports-lists/new', component: NewListScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports-lists/$id', component: ListScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations', component: MigrationsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations/new', component: NewMigrationScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations/$owner/$id', component: MigrationScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/archives', component: ofArchives(ArchivesScreen) }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/restores/$id',
    component: ofArchives(RestoreScreen),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/archives/$id', component: ofArchives(InspectionScreen) }),
  createRoute({ getParentRoute: () => rootRoute, path: '/archives/$id/restore', component: ofArchives(ChoicesScreen) }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/$id/issues/$owner/$repo/$number',
    component: ofArchives(ThreadScreen),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/people-book', component: PeopleBookScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/tokens', component: TokensScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/applications', component: ApplicationsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/rate-limit', component: RateLimitScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/help', component: HelpScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/help/$', component: HelpScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/about', component: AboutScreen }),
  settingsRoute.addChildren([
    createRoute({ getParentRoute: () => settingsRoute, path: '/', component: GeneralSettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/security', component: SecuritySettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/people', component: PeopleSettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/network', component: NetworkSettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/maintenance', component: MaintenanceSettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/webhooks', component: WebhookSettings }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/api', component: ApiSettings }),
  ]),
]);

/** The window's router; it comes back to where the window was when it was closed. */
export function createWindowRouter() {
  if (window.location.hash === '') window.location.hash = usePreferences.getState().location;
  const router = createRouter({ routeTree, history: createHashHistory(), defaultPreload: false });
  router.subscribe('onResolved', ({ toLocation }) => {
    usePreferences.getState().rememberLocation(toLocation.pathname);
  });
  return router;
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createWindowRouter>;
  }
}
