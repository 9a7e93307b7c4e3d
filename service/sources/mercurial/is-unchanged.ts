import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { FindingCollector } from '../findings.ts';
import type { SourceContext } from '../source.ts';
import { askServer, toldBookmarks } from './bookmarks.ts';
import { isBundleFile } from './bundle-file.ts';
import { isRepository, isServer, localFolder } from './clone.ts';
import { finalRefs } from './convert/final-refs.ts';
import { filesStamp } from './files-stamp.ts';
import { tagsWithoutLocal } from './global-tags.ts';
import { HgServer } from './hg-server.ts';
import { bookmarkLines, branchHeads, tallyAndNames } from './repository.ts';
import { readSourceSays } from './source-heads.ts';

/**
 * Whether the source is what was fetched: a repository of this disk has the same files, or the same refs and as many changesets; a server
 * the same youngest changeset and bookmarks; a bundle was not written, or put there, since.
 * @throws Failure when it does not answer
 */
export async function isUnchanged(url: string, context: SourceContext): Promise<boolean> {
  const says = await readSourceSays(context.folder);
  const folder = localFolder(url);
  if (folder !== null && isRepository(folder)) {
    if (typeof says.stamp === 'string' && says.stamp === filesStamp(folder)) return true;
    const [access, repository] = [
      { ...context, credentials: null },
      { path: folder, url },
    ];
    const server = new HgServer(access, repository);
    try {
      const { bookmarks, tags, changesets } = await tallyAndNames(server, () => tagsWithoutLocal(access, repository));
      const { refs } = finalRefs({ heads: await branchHeads(server), bookmarks, tags }, new FindingCollector());
      const text = (list: typeof refs) => JSON.stringify(list.map(({ name, node }) => `${name} ${node}`).sort());
      return changesets === says.changesets && text(refs) === text(says.refs);
    } finally {
      await server.stop();
    }
  }
  if (folder !== null && isBundleFile(folder)) {
    // Another one that was copied or moved there may have been written long before.
    const { mtimeMs, ctimeMs } = statSync(folder);
    return Math.max(mtimeMs, ctimeMs) <= statSync(join(context.folder, 'source.json')).mtimeMs;
  }
  if (!isServer(url)) throw Failure.of('mercurial.not_found', { url });
  const tip = (await askServer(url, ['identify', '--id', '-r', 'tip', '--', url], context)).at(-1) ?? '';
  if (tip === '' || !(says.tip ?? '').startsWith(tip)) return false;
  const told = await toldBookmarks(url, context);
  return JSON.stringify(bookmarkLines(told)) === JSON.stringify(says.bookmarks ?? []);
}
