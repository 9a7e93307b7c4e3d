/** Contents of large files on their way into an archive: held by links, and read, since a name alone proves nothing. */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../failures/failure.ts';
import { objectPath } from '../../lfs/convert/lfs-objects.ts';
import { hold } from './object-folders.ts';

const PIECE = 4 << 20;

/**
 * Links the large files that a repository's history has pointers to into its snapshot. Others, such as those of a commit that was
 * taken back, stay behind as its objects do.
 * @param named SHA-256 of their contents
 * @returns how many of them are not here
 * @throws Failure that names the repository and the first file whose content is not what its name says
 */
export async function holdLargeFiles({
  path,
  target,
  fullName,
  named,
  signal,
}: {
  path: string;
  target: string;
  fullName: string;
  named: ReadonlySet<string>;
  signal: AbortSignal;
}): Promise<number> {
  let absent = 0;
  for (const name of named) {
    const content = objectPath(join(path, 'lfs/objects'), name);
    const file = objectPath(join(target, 'lfs/objects'), name);
    if (!existsSync(content) || !(await hold(content, file))) {
      absent += 1;
      continue;
    }
    const sum = createHash('sha256');
    await pipeline(createReadStream(file, { highWaterMark: PIECE }), sum, { signal });
    // A start looks at objects of Git alone.
    if (sum.digest('hex') !== name) throw Failure.of('export.large_file_damaged', { repository: fullName, name });
  }
  return absent;
}
