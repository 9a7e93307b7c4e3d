import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../failures/failure.ts';
import { FindingCollector } from '../findings.ts';
import type { SourceContext } from '../source.ts';
import { isBundleFile } from './bundle-file.ts';
import { isRepository, isServer, localFolder } from './clone.ts';
import { finalRefs } from './convert/final-refs.ts';
import { hgFailure } from './failures.ts';
import { HgServer } from './hg-server.ts';
import { runHg } from './hg-tool.ts';
import { linesOf } from './probe-result.ts';
import { branchHeads, tallyAndNames } from './repository.ts';
import { readSourceSays } from './source-heads.ts';

/**
 * Whether the source is what was fetched: a repository of this disk has the same refs and as many changesets; a server
 * the same youngest changeset (`hg identify`, which says nothing of bookmarks that moved); a bundle was not written since.
 * @throws Failure when it does not answer
 */
export async function isUnchanged(url: string, context: SourceContext): Promise<boolean> {
  const says = await readSourceSays(context.folder);
  const folder = localFolder(url);
  if (folder !== null && isRepository(folder)) {
    const server = new HgServer({ ...context, credentials: null }, { path: folder, url });
    try {
      const { bookmarks, tags, changesets } = await tallyAndNames(server);
      const { refs } = finalRefs({ heads: await branchHeads(server), bookmarks, tags }, new FindingCollector());
      const text = (list: typeof refs) => JSON.stringify(list.map(({ name, node }) => `${name} ${node}`).sort());
      return changesets === says.changesets && text(refs) === text(says.refs);
    } finally {
      await server.stop();
    }
  }
  if (folder !== null && isBundleFile(folder)) {
    return statSync(folder).mtimeMs <= statSync(join(context.folder, 'source.json')).mtimeMs;
  }
  if (!isServer(url)) throw Failure.of('mercurial.not_found', { url });
  const { code, stdout, stderrTail } = await runHg(context, url, {
    args: ['identify', '--id', '-r', 'tip', '--', url],
    successExitCodes: 'any',
  }).done;
  if (code !== 0) throw hgFailure(stderrTail, url, context.credentials !== null);
  const tip = linesOf(stdout).at(-1) ?? '';
  return tip !== '' && (says.tip ?? '').startsWith(tip);
}
