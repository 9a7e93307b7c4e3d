import { expect, it } from 'vitest';
import { storeIn } from './testing/stored.ts';

const kept = storeIn(
  new Map<string, string>([
    [
      'gantry.wizard-draft',
      JSON.stringify({ state: { address: 'https://a/r', username: 'token', step: 'source' }, version: 2 }),
    ],
  ]),
);
const { useWizardDraft } = await import('./wizard-draft.ts');

it('keeps no user name over restarts, which may be a token', () => {
  expect(useWizardDraft.getState()).toMatchObject({ address: 'https://a/r', username: '' });
  expect(kept.get('gantry.wizard-draft')).not.toContain('token');
  useWizardDraft.getState().change({ address: 'https://a/s', username: 'ghp_secret' });
  expect(useWizardDraft.getState().username).toBe('ghp_secret');
  expect(kept.get('gantry.wizard-draft')).toContain('https://a/s');
  expect(kept.get('gantry.wizard-draft')).not.toContain('ghp_secret');
});
