/** The few trees that mapping changes: `.gitignore` files added when asked for, names that Git refuses taken out. */
import { say } from '../../../../language/sentence.ts';
import { isDotGit, isRefused } from '../../../git/names/dot-git.ts';
import { FRAME, framed, OBJECT_BLOB, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { FindingCollector } from '../../findings.ts';
import type { Cut } from '../layout/cut.ts';
import { MODE_DIRECTORY, MODE_EXECUTABLE, MODE_FILE, MODE_SYMLINK } from '../raw/directory.ts';
import type { FactsStore, OwnFacts } from '../raw/facts.ts';
import { EMPTY_TREE } from '../raw/staging.ts';
import type { TreeView } from './tree-view.ts';

export interface RewriteRules {
  gitignore: boolean;
  removeDotGit: boolean;
}

export class TreeRewriter {
  readonly #view: TreeView;
  readonly #facts: FactsStore;
  readonly #target: ObjectStore;
  readonly #rules: RewriteRules;
  readonly #findings: FindingCollector;
  readonly #done = new Map<string, string>();
  readonly #cutDone = new WeakMap<Cut, Map<string, string>>();

  constructor(view: TreeView, facts: FactsStore, target: ObjectStore, rules: RewriteRules, findings: FindingCollector) {
    this.#view = view;
    this.#facts = facts;
    this.#target = target;
    this.#rules = rules;
    this.#findings = findings;
  }

  /**
   * @param cut what is taken out
   * @returns id of the final tree, 40 hex digits
   */
  treeId(tree: number, facts: number, cut: Cut | null = null): string {
    const wanted = this.#rules.removeDotGit || (this.#rules.gitignore && facts >= 0) || cut !== null;
    if (!wanted) return tree < 0 ? EMPTY_TREE : this.#view.store.table.hex(tree);
    const done = cut === null ? this.#done : this.#doneWith(cut);
    const key = `${tree}:${facts}`;
    let id = done.get(key);
    if (id === undefined) {
      id = this.#rewrite(tree, facts, cut);
      done.set(key, id);
    }
    return id;
  }

  #doneWith(cut: Cut): Map<string, string> {
    let done = this.#cutDone.get(cut);
    if (done === undefined) {
      done = new Map();
      this.#cutDone.set(cut, done);
    }
    return done;
  }

  #rewrite(tree: number, facts: number, cut: Cut | null): string {
    const childFacts = new Map<string, number>();
    let own: OwnFacts = {};
    if (facts >= 0) {
      for (const entry of this.#facts.list(facts)) {
        if (entry.child === null) own = this.#facts.own(entry.number);
        else childFacts.set(entry.child, entry.number);
      }
    }
    const entries = new Map<string, { mode: string; id: string }>();
    for (const { mode, name, number } of this.#view.list(tree)) {
      if (this.#rules.removeDotGit && isRefused(name, mode === MODE_SYMLINK)) continue;
      const taken = mode === MODE_DIRECTORY ? (cut?.get(name) ?? null) : null;
      if (taken === 'all') {
        childFacts.delete(name);
        continue;
      }
      if (mode === MODE_DIRECTORY) {
        const id = this.treeId(number, childFacts.get(name) ?? -1, taken);
        childFacts.delete(name);
        if (id !== EMPTY_TREE) entries.set(name, { mode, id });
      } else {
        entries.set(name, { mode, id: this.#view.store.table.hex(number) });
      }
    }
    // Folders without files that get a .gitignore.
    for (const [name, number] of childFacts) {
      const taken = cut?.get(name) ?? null;
      if (taken === 'all') continue;
      const id = this.treeId(-1, number, taken);
      if (id !== EMPTY_TREE && !isDotGit(name)) entries.set(name, { mode: MODE_DIRECTORY, id });
    }
    const ignore = this.#rules.gitignore ? gitignoreText(own) : '';
    if (ignore !== '') {
      const known = entries.get('.gitignore');
      if (known === undefined || known.mode === MODE_FILE || known.mode === MODE_EXECUTABLE) {
        const text = known === undefined ? ignore : joined(this.#view.read(known.id), ignore);
        entries.set('.gitignore', {
          mode: known?.mode ?? MODE_FILE,
          id: this.#add(OBJECT_BLOB, Buffer.from(text, 'latin1')),
        });
      } else {
        this.#findings.add(
          'gitignore_kept',
          'warning',
          say('A folder has svn:ignore, and something named .gitignore that is no file; it was kept as it is.'),
          ignore.split('\n').slice(0, 3).join(' '),
        );
      }
    }
    if (entries.size === 0) return EMPTY_TREE;
    const sorted = [...entries].map(([name, entry]) => ({
      name,
      key: entry.mode === MODE_DIRECTORY ? `${name}/` : name,
      ...entry,
    }));
    sorted.sort((a, b) => (a.key < b.key ? -1 : 1));
    return this.#add(
      OBJECT_TREE,
      Buffer.concat(
        sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`, 'latin1'), Buffer.from(id, 'hex')]),
      ),
    );
  }

  #add(type: number, payload: Buffer): string {
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    return this.#target.table.hex(this.#target.addFramed(type, bytes));
  }
}

/** svn:ignore covers one folder, svn:global-ignores also those below (gitignore(5)). */
export function gitignoreText(own: OwnFacts): string {
  const lines: string[] = [];
  const patterns = (value: string | undefined) =>
    (value ?? '')
      .split(/[\r\n]+/)
      .map((line) => line.trim())
      .filter((line) => line !== '');
  for (const pattern of patterns(own.properties?.['svn:global-ignores']))
    lines.push(/^[#!]/.test(pattern) ? `\\${pattern}` : pattern);
  for (const pattern of patterns(own.properties?.['svn:ignore'])) lines.push(`/${pattern}`);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

/** The patterns of `svn:ignore` behind those that a file has; patterns that it has already are not said twice. */
function joined(text: string, ignore: string): string {
  const known = new Set(text.split(/\r?\n/));
  const more = ignore.split('\n').filter((line) => line !== '' && !known.has(line));
  if (more.length === 0) return text;
  return `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${more.join('\n')}\n`;
}
