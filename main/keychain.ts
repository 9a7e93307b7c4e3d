import { safeStorage } from 'electron';
import { SaidError } from '../service/failures/said-error.ts';
import type { Vault, VaultState } from '../service/index.ts';
import { t } from './language/text.ts';

/**
 * The system's keychain: macOS Keychain, Windows' data protection, or the desktop's keyring on Linux. Asked without
 * waiting on this thread: a keyring that is locked asks its person first. What Gantry sealed before it asked so opens
 * as well (Electron's documentation of `decryptStringAsync`).
 */
export const keychain: Vault = {
  state,
  async seal(text) {
    await requireAvailable();
    return (await safeStorage.encryptStringAsync(text)).toString('base64');
  },
  async open(sealed) {
    await requireAvailable();
    return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result;
  },
};

async function state(): Promise<VaultState> {
  // Without a keyring Chromium would "encrypt" with a key that is known to everybody.
  if (process.platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text') {
    return {
      available: false,
      reason: t(
        'This desktop has no keyring that is open, such as GNOME Keyring or KWallet, so passwords are kept in memory only.',
      ),
    };
  }
  if (!(await safeStorage.isAsyncEncryptionAvailable())) {
    return {
      available: false,
      reason: t(
        'The keychain of this machine does not answer, so passwords are kept in memory only. To have them remembered, open it and start Gantry again.',
      ),
    };
  }
  return { available: true, reason: null };
}

async function requireAvailable(): Promise<void> {
  const { available, reason } = await state();
  if (!available) throw new SaidError([reason ?? t('There is no keychain.')]);
}
