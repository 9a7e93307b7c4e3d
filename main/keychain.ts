import { safeStorage } from 'electron';
import type { Vault, VaultState } from '../service/index.ts';
import { t } from './language/text.ts';

/** The system's keychain: macOS Keychain, Windows' data protection, or the desktop's keyring on Linux. */
export const keychain: Vault = {
  state,
  seal(text) {
    requireAvailable();
    return safeStorage.encryptString(text).toString('base64');
  },
  open(sealed) {
    requireAvailable();
    return safeStorage.decryptString(Buffer.from(sealed, 'base64'));
  },
};

function state(): VaultState {
  // Without a keyring Chromium would "encrypt" with a key that is known to everybody.
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') {
    return {
      available: false,
      reason: t(
        'This desktop has no keyring that is open, such as GNOME Keyring or KWallet, so passwords are kept in memory only.',
      ),
    };
  }
  if (!safeStorage.isEncryptionAvailable()) {
    return {
      available: false,
      reason: t('The keychain of this machine does not answer, so passwords are kept in memory only.'),
    };
  }
  return { available: true, reason: null };
}

function requireAvailable(): void {
  const { available, reason } = state();
  if (!available) throw new Error(reason ?? t('There is no keychain.'));
}
