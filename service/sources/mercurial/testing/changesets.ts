import { createHash } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HgWorkspace } from './hg.ts';

export interface MadeChangeset {
  message: string;
  /** Number of the one before; null of a first one. */
  parent: number | null;
  /** Bytes of noise in its one new file; none has no file. */
  bytes?: number;
}

const EXTENSION = `
import hashlib, json
from mercurial import context, registrar
cmdtable = {}
command = registrar.command(cmdtable)
@command(b'makechangesets', [], b'FILE')
def make(ui, repo, name, **opts):
    with open(name) as f:
        changesets = json.load(f)
    null = repo[b'null'].node()
    def noise(repo, changeset, name):
        number, size = name.split(b'-')
        return context.memfilectx(repo, changeset, name, hashlib.shake_256(number).digest(int(size)))
    with repo.wlock(), repo.lock(), repo.transaction(b'made'):
        for number, one in enumerate(changesets):
            parent = null if one['parent'] is None else repo[one['parent']].node()
            files = [b'%d-%d' % (number, one['bytes'])] if 'bytes' in one else []
            repo.commitctx(context.memctx(repo, (parent, null), one['message'].encode(), files, noise, b'a <a@b>', b'1000000000 0'))
`;

/** Fills an empty repository with hundreds of changesets at once. */
export function makeChangesets(hg: HgWorkspace, changesets: readonly MadeChangeset[]): void {
  const [extension, list] = [`${hg.path}.py`, `${hg.path}.json`];
  writeFileSync(extension, EXTENSION);
  writeFileSync(list, JSON.stringify(changesets));
  hg.hg('--config', `extensions.made=${extension}`, 'makechangesets', list);
  for (const path of [extension, list, join(hg.path, '..', '__pycache__')])
    rmSync(path, { recursive: true, force: true });
}

/** Message of a first changeset without files whose id begins so. */
export function messageOfId(start: string): string {
  for (let n = 0; ; n++) {
    const text = `${'0'.repeat(40)}\na <a@b>\n1000000000 0\n\n${n}`;
    if (createHash('sha1').update(Buffer.alloc(40)).update(text).digest('hex').startsWith(start)) return String(n);
  }
}
