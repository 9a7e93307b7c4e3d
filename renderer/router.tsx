import { createHashHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router';
import { AppFrame } from './components/app-frame.tsx';
import { HomeScreen } from './screens/home/home-screen.tsx';
import { ImportScreen } from './screens/imports/import-screen.tsx';
import { ImportsScreen } from './screens/imports/imports-screen.tsx';
import { NewImportScreen } from './screens/imports/new-import-screen.tsx';
import { SettingsScreen } from './screens/settings/settings-screen.tsx';
import { usePreferences } from './stores/preferences.ts';

const rootRoute = createRootRoute({ component: AppFrame, notFoundComponent: HomeScreen });

const routeTree = rootRoute.addChildren([
  createRoute({ getParentRoute: () => rootRoute, path: '/', component: HomeScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports', component: ImportsScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/new', component: NewImportScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/imports/$owner/$repo', component: ImportScreen }),
  createRoute({ getParentRoute: () => rootRoute, path: '/settings', component: SettingsScreen }),
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
