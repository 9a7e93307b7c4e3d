import { beforeEach, expect, it } from 'vitest';
import { storeIn } from './testing/stored.ts';

storeIn();

const { useActivity } = await import('./activity.ts');
const { openFor } = await import('./signed-in.ts');
const { usePreferences } = await import('./preferences.ts');
const { useWizardDraft, useDraftPassword } = await import('./wizard-draft.ts');
const { useMigrationDraft } = await import('./migration-draft.ts');
const { useLinkedAddress } = await import('./linked-address.ts');
const { noFilter, useInspectionView } = await import('./inspection-view.ts');

beforeEach(() => {
  usePreferences.setState({ login: null, recentAddresses: [], othersAddresses: {}, location: '/' });
});

it('leaves nothing of one account to the next, and gives everybody their own addresses back', () => {
  usePreferences.getState().rememberAddress('https://svn.example.org/early');
  // What was kept before accounts were told apart is the first one's.
  expect(openFor('owner')).toBe(false);
  usePreferences.getState().rememberAddress('https://svn.example.org/secret');
  usePreferences.getState().rememberLocation('/settings/network');
  useWizardDraft.getState().change({ address: 'https://svn.example.org/secret', username: 'ann' });
  useMigrationDraft.getState().change({ owner: 'team', repositories: ['team/secret'] });
  useDraftPassword.getState().setPassword('words', true);
  useLinkedAddress.getState().name('https://svn.example.org/linked');
  const refused = [{ owner: 'team', repo: 'secret', sentence: 'It is locked.', at: '2026-01-01T00:00:00Z' }];
  useActivity.getState().noteRefused(refused, ['team/secret']);
  useActivity.getState().clear('2026-01-01T00:00:00Z', ['import:1']);
  useInspectionView.getState().show(1, { tab: 'issues', filter: { ...noFilter, search: 'secret' } });
  expect(openFor('owner')).toBe(false);
  expect(useWizardDraft.getState().username).toBe('ann');

  // A name that every object knows.
  expect(openFor('constructor')).toBe(true);
  expect(usePreferences.getState()).toMatchObject({ login: 'constructor', recentAddresses: [], location: '/' });
  expect(useWizardDraft.getState()).toMatchObject({ address: '', username: '' });
  expect(useMigrationDraft.getState()).toMatchObject({ owner: null, repositories: [] });
  expect(useDraftPassword.getState().password).toBe('');
  // What one cleared, another has not seen.
  expect(useActivity.getState()).toMatchObject({ clearedAt: null, clearedLast: [], seenAt: null, refused: [] });
  expect(useLinkedAddress.getState().address).toBeNull();
  expect(useInspectionView.getState().filter).toEqual(noFilter);

  expect(openFor('owner')).toBe(true);
  expect(useActivity.getState()).toMatchObject({ clearedAt: '2026-01-01T00:00:00Z', refused });
  expect(usePreferences.getState().recentAddresses).toEqual([
    'https://svn.example.org/secret',
    'https://svn.example.org/early',
  ]);
});
