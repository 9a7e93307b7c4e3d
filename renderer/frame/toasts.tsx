import { Notifications } from '@mantine/notifications';
import { useSession } from '../api/session.ts';
import { useSetup } from '../api/setup.ts';
import { usePreferences } from '../stores/preferences.ts';

/** What is said in a corner of the window, to whom it is open: what is said when it was closed waits for them. */
export function Toasts() {
  const session = useSession().data;
  const isFirstRun = useSetup(false).data?.required === true;
  const owner = usePreferences((preferences) => preferences.login);
  const login = session?.locked === false ? session.login : null;
  // Before it is known who is signed in, and at the first run, nobody else's words can be among it.
  const isClosed = session !== undefined && !isFirstRun && (login === null || login !== owner);
  return isClosed ? null : <Notifications position="bottom-right" autoClose={5000} limit={3} />;
}
