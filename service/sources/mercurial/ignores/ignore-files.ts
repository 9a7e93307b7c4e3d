/** The `.hgignore` of each revision, with what it includes, and the `.gitignore` that it becomes. */

import { readEntries } from '../../../git/pack/tree-entries.ts';
import { gitLines, type HistoryOptions, readObjects } from '../../../git/rewrite/history.ts';
import { type LeftOut, translateIgnores } from './translate.ts';

const HEADING = '# Translated from .hgignore by Gantry.';
const FILE = /^100(?:644|755)$/;
/** An inclusion, wherever it stands: what is read for nothing does no harm. */
const INCLUDED = /^\s*(?:sub)?include:?\s*([^\s#].*?)\s*$/gm;
/** Files that include each other. */
const DEEPEST = 8;

/** Ids of files in the root of a revision; null for what is not there. */
interface Ignores {
  hg: string;
  git: string | null;
}

export class IgnoreFiles {
  /** How many patterns there are in all revisions together, each once. */
  translated = 0;
  /** By line. */
  readonly leftOut = new Map<string, LeftOut>();
  /** Trees in which one of the files is no file. */
  odd = 0;
  readonly #byTree = new Map<string, Ignores>();
  readonly #texts = new Map<string, string>();
  /** Id of an included file, by tree and path. */
  readonly #included = new Map<string, string>();
  readonly #results = new Map<string, string>();

  /** @param trees roots of revisions @throws Failure */
  static async read(history: HistoryOptions, trees: ReadonlySet<string>): Promise<IgnoreFiles> {
    const files = new IgnoreFiles();
    await readObjects(history, trees, (id, payload) => files.#look(id, payload));
    const blobs = [...files.#byTree.values()].flatMap(({ hg, git }) => (git === null ? [hg] : [hg, git]));
    await files.#readTexts(history, blobs);
    await files.#readIncluded(history);
    return files;
  }

  trees(): Iterable<string> {
    return this.#byTree.keys();
  }

  /** The text of the `.gitignore` of a tree, as latin1; null where nothing is to be written. */
  gitignoreOf(tree: string): string | null {
    const ignores = this.#byTree.get(tree);
    if (ignores === undefined) return null;
    const { hg, git } = ignores;
    const used: string[] = [hg, git ?? ''];
    const read = (path: string) => {
      const id = this.#included.get(`${tree}:${path}`);
      used.push(id ?? '');
      return id === undefined ? null : (this.#texts.get(id) ?? null);
    };
    const simple = this.#results.get(`${hg} ${git}`);
    if (simple !== undefined) return simple;
    const { lines, translated, leftOut } = translateIgnores(this.#texts.get(hg) ?? '', read);
    const key = used.join(' ');
    const known = this.#results.get(key);
    if (known !== undefined) return known;
    this.translated += translated;
    for (const left of leftOut) this.leftOut.set(left.line, left);
    const before = git === null ? '' : (this.#texts.get(git) ?? '').replace(/\n?$/, '\n');
    const text = `${before}${[HEADING, ...lines].join('\n')}\n`;
    // What includes nothing is the same wherever it is.
    this.#results.set(used.length === 2 ? `${hg} ${git}` : key, text);
    return text;
  }

  #look(tree: string, payload: Buffer): void {
    let hg: string | null = null;
    let git: string | null = null;
    let isOdd = false;
    // Most roots have neither.
    if (!payload.includes(' .hgignore\0')) return;
    for (const { mode, name, oid } of readEntries(payload)) {
      if (name !== '.hgignore' && name !== '.gitignore') continue;
      if (!FILE.test(mode)) isOdd = true;
      if (name === '.hgignore') hg = oid.toString('hex');
      else git = oid.toString('hex');
    }
    if (isOdd) this.odd += 1;
    else if (hg !== null) this.#byTree.set(tree, { hg, git });
  }

  async #readTexts(history: HistoryOptions, ids: readonly string[]): Promise<void> {
    const unread = new Set(ids.filter((id) => !this.#texts.has(id)));
    await readObjects(history, unread, (id, payload) => this.#texts.set(id, payload.toString('latin1')));
  }

  /** Level by level: a file that is included may include others. */
  async #readIncluded(history: HistoryOptions): Promise<void> {
    let open = [...this.#byTree].map(([tree, { hg }]) => ({ tree, file: '.hgignore', id: hg }));
    for (let depth = 0; depth < DEEPEST && open.length > 0; depth += 1) {
      const wanted = open.flatMap(({ tree, file, id }) =>
        includedBy(this.#texts.get(id) ?? '', file).map((path) => ({ tree, path })),
      );
      const fresh = [...new Map(wanted.map((one) => [`${one.tree}:${one.path}`, one]))].filter(
        ([key]) => !this.#included.has(key),
      );
      if (fresh.length === 0) return;
      const names = fresh.map(([key]) => Buffer.from(key, 'latin1').toString('utf8'));
      const answers = (await gitLines(history, ['cat-file', '--batch-check=%(objecttype) %(objectname)'], names)).split(
        '\n',
      );
      open = fresh.flatMap(([key, { tree, path }], at) => {
        const [, id] = /^blob ([\da-f]{40})$/.exec(answers[at] ?? '') ?? [];
        if (id === undefined) return [];
        this.#included.set(key, id);
        return [{ tree, file: path, id }];
      });
      await this.#readTexts(
        history,
        open.map(({ id }) => id),
      );
    }
  }
}

/** Paths that a file may include, from the root: from its own folder, and from that of the root. */
function includedBy(text: string, file: string): string[] {
  const folder = file.includes('/') ? file.slice(0, file.lastIndexOf('/') + 1) : '';
  return [...text.matchAll(INCLUDED)].flatMap(([, path = '']) => {
    const plain = path.replace(/^(?:\.\/)+/, '');
    return plain.startsWith('/') || plain.includes('..') ? [] : [...new Set([plain, `${folder}${plain}`])];
  });
}
