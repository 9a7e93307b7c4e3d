import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { ownersOnly } from './components/owners-only.tsx';
import { AppFrame } from './frame/app-frame.tsx';
import { t } from './language/text.ts';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { linesShown } from './screens/import-lists/lines-shown.ts';
import { usePreferences } from './stores/preferences.ts';

type OtherScreens = typeof import('./other-screens.ts');

/** A screen that is not Home: all of them are read at once, when the first frames are drawn or somebody goes there. */
const other = (name: keyof OtherScreens) => lazyRouteComponent(() => import('./other-screens.ts'), name);

/** Archives hold what belonged to other installations, accounts among it. */
const ofArchives = (name: keyof OtherScreens) =>
  // Wrapped while it is read, before it is gone to: what waits while it is drawn is shown a fifth of a second later.
  lazyRouteComponent(async () => {
    const screens = await import('./other-screens.ts');
    const Screen = ownersOnly(
      screens[name],
      t('Archives'),
      t(
        'Migration archives are opened and restored by owners of this installation: they bring accounts and organizations with them. Ask one of them.',
      ),
    );
    return { Screen };
  }, 'Screen');

const rootRoute = createRootRoute({ component: AppFrame, notFoundComponent: HomeScreen });

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  component: other('SettingsScreen'),
});

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/repositories/$owner/$repo',
    component: other('RepositoryScreen'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports', component: other('ImportsScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/new', component: other('NewImportScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/$owner/$repo', component: other('ImportScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports-lists/new', component: other('NewListScreen') }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/imports-lists/$id',
    component: other('ListScreen'),
    validateSearch: linesShown,
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations', component: other('MigrationsScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations/new', component: other('NewMigrationScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/migrations/$owner/$id', component: other('MigrationScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/archives', component: ofArchives('ArchivesScreen') }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/restores/$id',
    component: ofArchives('RestoreScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/$id',
    component: ofArchives('InspectionScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/$id/restore',
    component: ofArchives('ChoicesScreen'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/archives/$id/issues/$owner/$repo/$number',
    component: ofArchives('ThreadScreen'),
  }),
  createRoute({ getParentRoute: () => rootRoute, path: '/people-book', component: other('PeopleBookScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/tokens', component: other('TokensScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/applications', component: other('ApplicationsScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/rate-limit', component: other('RateLimitScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/help', component: other('HelpScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/help/$', component: other('HelpScreen') }),
  createRoute({ getParentRoute: () => rootRoute, path: '/about', component: other('AboutScreen') }),
  settingsRoute.addChildren([
    createRoute({ getParentRoute: () => settingsRoute, path: '/', component: other('GeneralSettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/security', component: other('SecuritySettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/people', component: other('PeopleSettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/network', component: other('NetworkSettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/maintenance', component: other('MaintenanceSettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/webhooks', component: other('WebhookSettings') }),
    createRoute({ getParentRoute: () => settingsRoute, path: '/api', component: other('ApiSettings') }),
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
