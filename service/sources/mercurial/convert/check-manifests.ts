/** Checks the manifests of a history, in a thread beside the one that converts files. */
import { join } from 'node:path';
import type { ChangegroupReceiver, Revision } from '../bundle/changegroup.ts';
import { ManifestChangesWriter } from './manifest-changes.ts';
import { ManifestTexts } from './manifest-texts.ts';

/** The file that `ManifestChanges` reads, in the folder of a conversion. */
export const manifestChangesFile = (folder: string): string => join(folder, 'manifest-changes');

/** Thrown where the files begin: nothing behind it is of interest here. */
class ManifestsCame extends Error {}

/**
 * Reads the manifests, and writes what each of them changes.
 * @param read hands them on, and may go on behind them
 * @throws BundleError for a manifest that is damaged
 */
export async function checkManifests(
  read: (receiver: ChangegroupReceiver) => Promise<void>,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const texts = new ManifestTexts(join(folder, 'manifest-texts'));
  const writer = new ManifestChangesWriter(manifestChangesFile(folder));
  const receiver: ChangegroupReceiver = {
    changeset: () => undefined,
    manifest: (revision: Revision) => {
      const { base, changes } = texts.add(revision);
      writer.add(revision.node, base, changes);
    },
    file: () => {
      throw new ManifestsCame();
    },
    fileRevision: () => undefined,
    breathe: async () => {
      // Lets an abort in, and hg's answers.
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
    },
  };
  try {
    await read(receiver);
    writer.end();
  } catch (error) {
    if (!(error instanceof ManifestsCame)) throw error;
    writer.end();
  } finally {
    writer.close();
    texts.close();
  }
}
