/** Contents of large files on their way into an archive: held by links, and read, since a name alone proves nothing. */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../failures/failure.ts';
import { holdFolder } from './object-folders.ts';

const PIECE = 4 << 20;

/**
 * Links the large files of a repository into its snapshot.
 * @throws Failure that names the repository and the first file whose content is not what its name says
 */
export async function holdLargeFiles({
  path,
  target,
  fullName,
  signal,
}: {
  path: string;
  target: string;
  fullName: string;
  signal: AbortSignal;
}): Promise<void> {
  const folder = join(target, 'lfs/objects');
  await holdFolder(join(path, 'lfs/objects'), folder);
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/^[\da-f]{64}$/.test(entry.name)) continue;
    const sum = createHash('sha256');
    await pipeline(createReadStream(join(entry.parentPath, entry.name), { highWaterMark: PIECE }), sum, { signal });
    if (sum.digest('hex') === entry.name) continue;
    // A start looks at objects of Git alone.
    throw Failure.of('export.large_file_damaged', { repository: fullName, name: entry.name });
  }
}
