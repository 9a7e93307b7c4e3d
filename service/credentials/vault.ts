import { type Sentence, say } from '../../language/sentence.ts';

/** What keeps a text readable for one person on one machine only: the system's keychain. */
export interface Vault {
  /** Whether it can be used; if not, `reason` is a sentence for a person. Waits while the system asks its person. */
  state(): Promise<VaultState>;
  /** @throws Error when the keychain refuses */
  seal(text: string): Promise<string>;
  /** @throws Error when the keychain refuses, or another one sealed the text */
  open(sealed: string): Promise<string>;
}

export interface VaultState {
  available: boolean;
  /** Null when it is available. */
  reason: Sentence | null;
}

/** For an engine without a window, which no keychain knows. */
export const NO_VAULT: Vault = {
  state: async () => ({
    available: false,
    reason: say('Gantry runs without its window here, so no keychain is at hand. Passwords are kept in memory only.'),
  }),
  async seal() {
    throw new Error('There is no keychain.');
  },
  async open() {
    throw new Error('There is no keychain.');
  },
};
