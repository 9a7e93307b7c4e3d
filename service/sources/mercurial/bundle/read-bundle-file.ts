/** A bundle read from its file while hg writes it. */
import { growingFile } from '../../../files/growing-file.ts';
import { readBundle } from './bundle2.ts';
import { ByteReader } from './byte-reader.ts';
import { type ChangegroupReceiver, readChangegroup } from './changegroup.ts';

/**
 * @param ended resolves (or rejects) when the bundle is whole
 * @throws BundleError; what the receiver throws
 */
export async function readBundleFile(
  path: string,
  ended: Promise<unknown>,
  receiver: ChangegroupReceiver,
): Promise<void> {
  const reader = new ByteReader(growingFile(path, ended));
  try {
    await readBundle(reader, ({ version, pieces }) => readChangegroup(version, pieces, receiver));
  } finally {
    await reader.close();
  }
}
