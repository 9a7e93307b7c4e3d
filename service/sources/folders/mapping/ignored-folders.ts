/** Versioned folders that an ignored name covers: Subversion asks only of what is not versioned, Git of everything in a folder. */
import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';
import { MODE_DIRECTORY } from '../raw/directory.ts';
import type { FactsStore } from '../raw/facts.ts';
import { fits, type Pattern, patternOf } from './ignore-pattern.ts';
import { gitignoreText } from './tree-rewriter.ts';
import type { TreeView } from './tree-view.ts';

/** Where heads are read. */
export interface HeadStores {
  view: TreeView;
  facts: FactsStore;
}

export class IgnoredFolders {
  readonly #findings: FindingCollector;
  readonly #stores: HeadStores;
  /** Of branches most folders are each other's copies: those in which nothing was found are walked once. */
  readonly #without = new Set<string>();
  readonly #patterns = new Map<number, readonly Pattern[]>();

  constructor(findings: FindingCollector, stores: HeadStores) {
    this.#findings = findings;
    this.#stores = stores;
  }

  /**
   * Walks one head's folders that have properties; what `svn:global-ignores` covers further below is not looked for.
   * @param tree object number of the folder's tree, -1 for none
   * @param facts object number of its facts, -1 for none
   * @param path the folder, bytes as a latin1 string
   * @returns whether any was found
   */
  note(tree: number, facts: number, path: string): boolean {
    const key = `${tree}:${facts}`;
    if (tree < 0 || facts < 0 || this.#without.has(key)) return false;
    const below = (name: string) => (path === '' ? name : `${path}/${name}`);
    let isAny = false;
    for (const { child, number } of this.#stores.facts.list(facts)) {
      const isOne =
        child === null
          ? this.#noteOwn(tree, number, below)
          : this.note(this.#stores.view.folder(tree, child), number, below(child));
      isAny ||= isOne;
    }
    if (!isAny) this.#without.add(key);
    return isAny;
  }

  #noteOwn(tree: number, own: number, below: (name: string) => string): boolean {
    const patterns = this.#patternsOf(own);
    if (patterns.length === 0) return false;
    const ignored = this.#stores.view
      .list(tree)
      .filter(({ mode, name }) => mode === MODE_DIRECTORY && patterns.some((pattern) => fits(pattern, name)));
    for (const { name } of ignored) {
      this.#findings.add(
        'ignored_folder',
        'warning',
        say(
          'svn:ignore covers the names of these folders, which are versioned. Subversion shows new files in them, Git passes over them. Write "!/<folder>/" behind the patterns in the .gitignore beside each, or add new files there with "git add --force".',
        ),
        `/${showPath(below(name))}`,
      );
    }
    return ignored.length > 0;
  }

  #patternsOf(own: number): readonly Pattern[] {
    let patterns = this.#patterns.get(own);
    if (patterns === undefined) {
      patterns = gitignoreText(this.#stores.facts.own(own)).split('\n').flatMap(patternOf);
      this.#patterns.set(own, patterns);
    }
    return patterns;
  }
}
