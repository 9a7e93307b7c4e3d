/** Tags of `.hgtags` that local ones of the same name hide. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';
import { hgFailure } from './failures.ts';
import type { HgRepository } from './hg-repository.ts';
import { type HgAccess, runHg } from './hg-tool.ts';
import type { NamedNode } from './repository.ts';
import { extensionsFor } from './requirements.ts';

/** hg has no option for it: its `tags.py` reads local tags over the others (mercurial/localrepo.py, `_findtags`). */
const WITHOUT_LOCAL = `from mercurial import tags


def extsetup(ui):
    tags.readlocaltags = lambda ui, repo, alltags, tagtypes: None
`;

/** What `hg tags` would say without local ones. @throws Failure */
export async function tagsWithoutLocal(access: HgAccess, { path, url }: HgRepository): Promise<NamedNode[]> {
  const extension = join(access.privateFolder, 'without_local_tags.py');
  replaceFileNow(extension, WITHOUT_LOCAL, 0o600);
  const { stdout } = await runHg({ ...access, credentials: null, extensions: extensionsFor(path) }, null, {
    args: ['--config', `extensions.gantry-tags=${extension}`, '-R', path, 'tags', '-T', '{node} {tag}\n'],
    cwd: access.privateFolder,
    failure: ({ stderrTail }) => hgFailure(stderrTail, url, false),
  }).done;
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.map((line) => ({ node: line.slice(0, 40), name: line.slice(41) }));
}
