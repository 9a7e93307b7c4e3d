/** How hg asks a web server for a history of very many heads without naming each of them. */
import { join } from 'node:path';
import { replaceFileNow } from '../../files/replace-file.ts';

/**
 * Who clones names every head that is wanted, who pulls those that are there already as well (`_pullbundle2` in mercurial/exchange.py), 41
 * characters each, in headers. Web servers take so much of these and no more: nginx and Varnish 32 KB, gunicorn and Python's own
 * server a hundred of them. Who names none gets what all heads reach (`_computeoutgoing`); who names some of what is there gets
 * again what only the others reach. The newest ones reach most of it, but where heads are all there is.
 */
const extension = (wanted: WantedHeads) => `from mercurial import httppeer

MOST_COMMON = 128

ask = httppeer.httppeer.getbundle
place = {}


def getbundle(self, source, **wanted):
    common = wanted.get('common') or []
    if len(common) > MOST_COMMON:
        rev = place['repo'].unfiltered().changelog.rev
        wanted['common'] = sorted(common, key=rev)[-MOST_COMMON:]
${wanted === 'all' ? "    wanted.pop('heads', None)\n" : ''}    return ask(self, source, **wanted)


def reposetup(ui, repo):
    if repo.local():
        place['repo'] = repo


httppeer.httppeer.getbundle = getbundle
`;

/** Whether all heads are wanted, or those that the command names. */
export type WantedHeads = 'all' | 'named';

/** What web servers answer to headers that are too long, or too many. */
export const REFUSES_LONG_HEADERS = /HTTP Error (?:400|413|414|431)\b/i;

/**
 * Writes the extension.
 * @param folder of mode 0700
 * @returns its path
 */
export function writeUnnamedHeadsExtension(folder: string, wanted: WantedHeads): string {
  const file = join(folder, `unnamed_heads_${wanted}.py`);
  replaceFileNow(file, extension(wanted), 0o600);
  return file;
}
