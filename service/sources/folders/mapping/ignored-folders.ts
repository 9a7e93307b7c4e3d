/** Versioned folders that an ignored name covers: Subversion asks only of what is not versioned, Git of everything in a folder. */
import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import type { FactsStore } from '../raw/facts.ts';
import { fits, patternOf } from './ignore-pattern.ts';
import { gitignoreText } from './tree-rewriter.ts';
import type { TreeView } from './tree-view.ts';

/** Where heads are read. */
export interface HeadStores {
  view: TreeView;
  facts: FactsStore;
}

/**
 * Walks one head's folders that have properties; what `svn:global-ignores` covers further below is not looked for.
 * @param at tree of the folder and its facts, -1 for none
 * @param path the folder, bytes as a latin1 string
 */
export function noteIgnoredFolders(
  findings: FindingCollector,
  stores: HeadStores,
  at: { tree: number; facts: number },
  path: string,
): void {
  if (at.tree < 0 || at.facts < 0) return;
  const below = (name: string) => (path === '' ? name : `${path}/${name}`);
  for (const { child, number } of stores.facts.list(at.facts)) {
    if (child !== null) {
      const tree = stores.view.folder(at.tree, child);
      noteIgnoredFolders(findings, stores, { tree, facts: number }, below(child));
      continue;
    }
    const patterns = gitignoreText(stores.facts.own(number)).split('\n').flatMap(patternOf);
    if (patterns.length === 0) continue;
    for (const { mode, name } of stores.view.list(at.tree)) {
      if (mode !== MODE_DIRECTORY || !patterns.some((pattern) => fits(pattern, name))) continue;
      findings.add(
        'ignored_folder',
        'warning',
        say(
          'svn:ignore covers the names of these folders, which are versioned. Subversion shows new files in them, Git passes over them. Write "!/<folder>/" behind the patterns in the .gitignore beside each, or add new files there with "git add --force".',
        ),
        `/${showPath(below(name))}`,
      );
    }
  }
}
