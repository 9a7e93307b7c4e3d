/** What the heads of a mapped history have that Git cannot show: externals and empty folders. */
import { say } from '../../../../language/sentence.ts';
import { decodeText, showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';
import { withoutLogins } from '../../shown-address.ts';
import type { FactsStore } from '../raw/facts.ts';

/**
 * Walks the facts of one head.
 * @param facts facts of the head's folder, or -1
 * @param path the folder, bytes as a latin1 string
 */
export function noteHead(findings: FindingCollector, store: FactsStore, facts: number, path: string): void {
  if (facts < 0) return;
  for (const entry of store.list(facts)) {
    if (entry.child !== null) {
      noteHead(findings, store, entry.number, path === '' ? entry.child : `${path}/${entry.child}`);
      continue;
    }
    const { properties, empty } = store.own(entry.number);
    const shown = `/${showPath(path)}`;
    if (empty) findings.add('empty_folder', 'info', say('Folders without files do not exist in Git.'), shown);
    for (const line of (properties?.['svn:externals'] ?? '').split(/[\r\n]+/)) {
      if (line.trim() === '' || line.startsWith('#')) continue;
      findings.add(
        'svn_externals',
        'warning',
        say('svn:externals are not fetched: add them as submodules or copies where they are needed.'),
        `${shown}: ${withoutLogins(decodeText(line).text)}`,
      );
    }
    if (properties?.['svnmerge-integrated'] !== undefined) {
      findings.add(
        'svnmerge',
        'info',
        say('Merges tracked with svnmerge.py are ordinary commits here; only svn:mergeinfo becomes merge commits.'),
        shown,
      );
    }
  }
}

/**
 * `svn:global-ignores` of folders above branches, where it is inherited from (Subversion 1.8, "Inherited properties"): no branch
 * holds such a folder.
 * @param facts facts of the root
 * @param paths folders of heads
 */
export function noteIgnoresAbove(
  findings: FindingCollector,
  store: FactsStore,
  facts: number,
  paths: readonly string[],
): void {
  for (const folder of new Set(paths.flatMap(foldersAbove))) {
    const patterns = store.ownOf(store.find(facts, folder)).properties?.['svn:global-ignores']?.trim();
    if (patterns === undefined || patterns === '') continue;
    findings.add(
      'ignores_above',
      'warning',
      say(
        'svn:global-ignores of a folder above the branches holds for all of them in Subversion. It is in no .gitignore: write it into one where it is needed.',
      ),
      `/${showPath(folder)}: ${decodeText(patterns.split(/\s+/).join(' ')).text}`,
    );
  }
}

function foldersAbove(path: string): string[] {
  const names = path === '' ? [] : path.split('/');
  return names.map((_, depth) => names.slice(0, depth).join('/'));
}
