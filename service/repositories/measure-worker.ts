/** Worker thread that adds up the sizes of repositories' files. */
import { join } from 'node:path';
import { folderSizeKb } from '../git/bare-repository.ts';
import { serveJob } from '../processes/workers.ts';

/** A repository without an object has no size, whatever its settings take. */
async function measure(folder: string): Promise<number> {
  return (await folderSizeKb(join(folder, 'objects'))) === 0 ? 0 : folderSizeKb(folder);
}

/** Folders; kilobytes of each, null for one that is not there. */
serveJob<string[], (number | null)[]>(async (folders, _post, signal) => {
  const sizes: (number | null)[] = [];
  for (const folder of folders) {
    signal.throwIfAborted();
    sizes.push(await measure(folder).catch(() => null));
  }
  return sizes;
});
