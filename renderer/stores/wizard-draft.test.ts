import { expect, it, vi } from 'vitest';

const kept = new Map<string, string>([
  [
    'gantry.wizard-draft',
    JSON.stringify({ state: { address: 'https://a/r', username: 'token', step: 'source' }, version: 2 }),
  ],
]);
vi.stubGlobal('localStorage', {
  getItem: (name: string) => kept.get(name) ?? null,
  setItem: (name: string, value: string) => void kept.set(name, value),
  removeItem: (name: string) => void kept.delete(name),
});
vi.stubGlobal('window', globalThis);
const { useWizardDraft } = await import('./wizard-draft.ts');

it('keeps no user name over restarts, which may be a token', () => {
  expect(useWizardDraft.getState()).toMatchObject({ address: 'https://a/r', username: '' });
  expect(kept.get('gantry.wizard-draft')).not.toContain('token');
  useWizardDraft.getState().change({ address: 'https://a/s', username: 'ghp_secret' });
  expect(useWizardDraft.getState().username).toBe('ghp_secret');
  expect(kept.get('gantry.wizard-draft')).toContain('https://a/s');
  expect(kept.get('gantry.wizard-draft')).not.toContain('ghp_secret');
});
