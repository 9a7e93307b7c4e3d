/** What keeps a text readable for one person on one machine only: the system's keychain. */
export interface Vault {
  /** Whether it can be used; if not, `reason` is a sentence for a person. */
  state(): VaultState;
  /** @throws Error when the keychain refuses */
  seal(text: string): string;
  /** @throws Error when the keychain refuses, or another one sealed the text */
  open(sealed: string): string;
}

export interface VaultState {
  available: boolean;
  /** Null when it is available. */
  reason: string | null;
}

/** For an engine without a window, which no keychain knows. */
export const NO_VAULT: Vault = {
  state: () => ({
    available: false,
    reason: 'Gantry runs without its window here, so no keychain is at hand. Passwords are kept in memory only.',
  }),
  seal() {
    throw new Error('There is no keychain.');
  },
  open() {
    throw new Error('There is no keychain.');
  },
};
