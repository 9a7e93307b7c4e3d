/** How hg makes a copy that was pulled into hold what its server holds, and no more, and says whether it does. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/** The command that the extension adds. */
export const SAME_HISTORY = 'gantry-same-history';

/**
 * A pull brings what is new and leaves what the server does not have any more: that is stripped, as who clones would not get it. The same
 * heads mean the same changesets. Which head of a branch is the newest, and which of two tags of one name counts, hg tells by the order in
 * which changesets came: so heads must be in the order of the server's, of each branch (`branchmap`) and of all (`heads`; both in the order
 * of numbers: mercurial/branchmap.py, `branchcache.update`; mercurial/localrepo.py, `heads`).
 */
const EXTENSION = `from mercurial import hg, registrar, repair

cmdtable = {}
command = registrar.command(cmdtable)


@command(b'${SAME_HISTORY}', [], b'SERVER')
def samehistory(ui, repo, server, **opts):
    peer = hg.peer(ui, {}, server)
    try:
        theirs = list(peer.heads())
        branches = {name: list(nodes) for name, nodes in peer.branchmap().items()}
    finally:
        peer.close()
    with repo.wlock(), repo.lock():
        here = repo.unfiltered()
        if not all(here.changelog.hasnode(node) for node in theirs):
            return 1
        gone = [here.changelog.node(rev) for rev in here.revs(b'roots(not (::%ln))', theirs)]
        if gone:
            repair.strip(ui, here, gone, backup=False)
    repo.invalidateall()
    here = repo.unfiltered()
    ours = here.branchmap()
    same = set(ours) == set(branches) and all(
        list(ours.branchheads(name, closed=True)) == nodes for name, nodes in branches.items()
    )
    return 0 if same and list(here.heads()) == theirs else 1
`;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeSameHistoryExtension(folder: string): string {
  const file = join(folder, 'same_history.py');
  replaceFileNow(file, EXTENSION, 0o600);
  return file;
}
