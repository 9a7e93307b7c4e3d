/** How hg fetches contents of its lfs extension: all at once, and those that the server has where it lacks others. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/** The command that the extension adds. */
export const FETCH_CONTENTS = 'gantry-fetch-contents';

/** `hg verify` fetches contents as well (Mercurial 6.3), each in two questions of its own. */
const EXTENSION = `from mercurial import error, extensions, registrar

cmdtable = {}
command = registrar.command(cmdtable)

ATONCE = 100
MOSTINVAIN = 4


@command(b'${FETCH_CONTENTS}', [], b'')
def fetchcontents(ui, repo):
    wrapper = extensions.find(b'lfs').wrapper
    local = repo.svfs.lfslocalblobstore
    remote = repo.svfs.lfsremoteblobstore
    wanted = {}
    for rev in repo:
        for pointer in wrapper.pointersfromctx(repo[rev]).values():
            if not local.has(pointer.oid()):
                wanted[pointer.oid()] = pointer
    pointers = list(wanted.values())
    invain = 0
    for start in range(0, len(pointers), ATONCE):
        some = pointers[start : start + ATONCE]
        try:
            remote.readbatch(some, local)
        except (error.Abort, error.StorageError):
            # The server may lack one of them.
            for pointer in some:
                if local.has(pointer.oid()):
                    continue
                try:
                    remote.readbatch([pointer], local)
                    invain = 0
                except (error.Abort, error.StorageError) as why:
                    invain += 1
                    if invain >= MOSTINVAIN:
                        raise
                    ui.warn(b'%s: %s\\n' % (pointer.oid(), bytes(why)))
`;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeLfsExtension(folder: string): string {
  const file = join(folder, 'lfs_extension.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}
