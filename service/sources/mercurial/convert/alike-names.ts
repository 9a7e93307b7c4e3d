/** Names that file systems of Windows and macOS take for one: they differ only in case. */
import { say } from '../../../../language/sentence.ts';
import type { FindingCollector } from '../../findings.ts';
import type { ManifestTree } from './manifest-tree.ts';

const ASCII = /^[\x20-\x7e]*$/;

/** What a path is where case does not matter. @param path its bytes as a latin1 string */
function folded(path: string): string {
  return ASCII.test(path)
    ? path.toLowerCase()
    : Buffer.from(path, 'latin1').toString('utf8').normalize('NFC').toLowerCase();
}

/** A path and the folders above it. */
function* partsOf(path: string, from = 0): Generator<string> {
  for (let slash = path.indexOf('/', from); slash >= 0; slash = path.indexOf('/', slash + 1))
    yield path.slice(0, slash);
  yield path;
}

export class AlikeNames {
  /** The first spelling of each. */
  readonly #first = new Map<string, string>();
  /** Spellings of those that have several, anywhere in the history. */
  readonly #several = new Map<string, Set<string>>();
  readonly #told = new Set<string>();
  #last = '';

  /** Learns a path; those that come one after the other mostly lie in the same folder. */
  add(path: string): void {
    let same = 0;
    for (let at = 0; at < path.length && path[at] === this.#last[at]; at++) if (path[at] === '/') same = at + 1;
    this.#last = path;
    for (const part of partsOf(path, same)) {
      const key = folded(part);
      const first = this.#first.get(key);
      if (first === undefined) this.#first.set(key, part);
      else if (first !== part) this.#several.set(key, (this.#several.get(key) ?? new Set([first])).add(part));
    }
  }

  /**
   * Notes spellings that lie in one tree beside each other.
   * @param path one that the tree was just given
   */
  note(path: string, tree: ManifestTree, findings: FindingCollector): void {
    if (this.#several.size === 0) return;
    for (const part of partsOf(path)) {
      for (const other of this.#several.get(folded(part)) ?? []) {
        const pair = [part, other].sort().map((name) => Buffer.from(name, 'latin1').toString('utf8'));
        const text = pair.join(' and ');
        if (other === part || this.#told.has(text) || !tree.has(other)) continue;
        this.#told.add(text);
        findings.add(
          'names_differ_in_case',
          'warning',
          say(
            'These names lie beside each other and differ only in case. All of them came; on Windows and macOS only one of each can be checked out.',
          ),
          text,
        );
      }
    }
  }
}
