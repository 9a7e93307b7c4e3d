import { useOwnsInstallation } from '../../api/repositories.ts';
import { t } from '../../language/text.ts';
import { isFolder } from './source-address.ts';

/** Why the person cannot have an import go back to its source, as a sentence; null where they can. */
export function useBarredSource(address: string): string | null {
  const ownsInstallation = useOwnsInstallation();
  return isFolder(address) && !ownsInstallation
    ? t('The source is a folder of this machine: only owners of this installation can have it read again.')
    : null;
}
