import { useActivity } from './activity.ts';
import { noFilter, useInspectionView } from './inspection-view.ts';
import { useLinkedAddress } from './linked-address.ts';
import { useMigrationDraft } from './migration-draft.ts';
import { usePreferences } from './preferences.ts';
import { useDraftPassword, useWizardDraft } from './wizard-draft.ts';

/**
 * Makes the window that of an account: nothing that another one prepared or looked at is left in it.
 * @returns whether it was another's before
 */
export function openFor(login: string): boolean {
  const { login: before, openFor: take } = usePreferences.getState();
  if (before === login) return false;
  take(login);
  if (before === null) return false;
  useActivity.getState().openFor(before, login);
  useWizardDraft.getState().discard();
  useMigrationDraft.getState().discard();
  useDraftPassword.getState().setPassword('', false);
  useLinkedAddress.getState().forget();
  useInspectionView.setState({ inspectionId: null, tab: 'overview', filter: noFilter });
  return true;
}
