/** What lies over the screens, in one file of the built page: nobody sees it before asking for it, so the window's start does not read it. */
import { ConfirmPasswordDialog } from '../screens/session/confirm-password-dialog.tsx';
import { ActivityDrawer } from './activity-drawer.tsx';
import { CommandPalette } from './command-palette.tsx';

export { HelpDrawer } from './help-drawer.tsx';

export function OverScreens({ login }: { login: string }) {
  return (
    <>
      <ActivityDrawer />
      <CommandPalette />
      <ConfirmPasswordDialog login={login} />
    </>
  );
}
