/** Checks the manifests of a bundle while hg writes it, in a thread beside the one that converts files. */
import { join } from 'node:path';
import { growingFile } from '../../../files/growing-file.ts';
import { readBundle } from '../bundle/bundle2.ts';
import { ByteReader } from '../bundle/byte-reader.ts';
import { type ChangegroupReceiver, type Revision, readChangegroup } from '../bundle/changegroup.ts';
import { ManifestChangesWriter } from './manifest-changes.ts';
import { ManifestTexts } from './manifest-texts.ts';

/** The file that `ManifestChanges` reads, in the folder of a conversion. */
export const manifestChangesFile = (folder: string): string => join(folder, 'manifest-changes');

/** Thrown where the files begin: nothing behind it is of interest here. */
class ManifestsCame extends Error {}

/**
 * Reads the bundle as far as the manifests go, and writes what each of them changes.
 * @param ended resolves (or rejects) when the bundle is whole
 * @throws BundleError for a manifest that is damaged
 */
export async function checkManifests(
  bundle: string,
  ended: Promise<unknown>,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const texts = new ManifestTexts(join(folder, 'manifest-texts'));
  const writer = new ManifestChangesWriter(manifestChangesFile(folder));
  const reader = new ByteReader(growingFile(bundle, ended));
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
    await readBundle(reader, ({ version, pieces }) => readChangegroup(version, pieces, receiver));
    writer.end();
  } catch (error) {
    if (!(error instanceof ManifestsCame)) throw error;
    writer.end();
  } finally {
    await reader.close();
    writer.close();
    texts.close();
  }
}
