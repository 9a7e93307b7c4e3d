import { runGit } from '../../git/git.ts';
import { ObjectTable } from '../../git/pack/object-table.ts';
import { type HistoryOptions, unreadable } from '../../git/rewrite/history.ts';

export class CommitGraph {
  readonly #commits = new ObjectTable();
  readonly #roots: number[] = [];
  /** Numbers of parents; most commits have one, which then is no array. */
  readonly #parents: (number | number[])[] = [];

  /**
   * Reads what `tips` reach.
   * @param addRoot takes the id of a commit's tree and gives it a number
   * @throws Failure
   */
  static async read(
    { repository, signal }: HistoryOptions,
    tips: readonly string[],
    addRoot: (tree: Buffer) => number,
  ): Promise<CommitGraph> {
    const graph = new CommitGraph();
    if (tips.length === 0) return graph;
    let commit: string[] = [];
    await runGit({
      args: ['--git-dir', repository, 'rev-list', '--topo-order', '--reverse', '--parents', '--format=%T', '--stdin'],
      signal,
      stdin: `${tips.join('\n')}\n`,
      encoding: 'latin1',
      onStdout: (line) => {
        // Two lines a commit: `commit <id> <parents>` and the tree.
        if (line.startsWith('commit ')) commit = line.split(' ');
        else graph.#add(commit, addRoot(Buffer.from(line, 'hex')));
      },
      failure: ({ stderrTail }) => unreadable(stderrTail),
    }).done;
    return graph;
  }

  #add([, id = '', ...parents]: readonly string[], root: number): void {
    this.#commits.add(Buffer.from(id, 'hex'), 0, 0, 0, 0);
    this.#roots.push(root);
    // Parents beyond the end of a shallow history are not there.
    const numbers = parents.map((parent) => this.#commits.find(Buffer.from(parent, 'hex'))).filter((n) => n >= 0);
    this.#parents.push(numbers.length === 1 ? (numbers[0] as number) : numbers);
  }

  has(id: Buffer): boolean {
    return this.#commits.find(id) >= 0;
  }

  /** Numbers of the commits' trees. */
  roots(): readonly number[] {
    return this.#roots;
  }

  /** Commits whose tree `isChanged`, and all that come after one of them; in order. */
  affected(isChanged: (root: number) => boolean): string[] {
    const affected = new Uint8Array(this.#commits.count);
    const ids: string[] = [];
    for (const [number, root] of this.#roots.entries()) {
      const parents = this.#parents[number] ?? [];
      const after =
        typeof parents === 'number' ? affected[parents] === 1 : parents.some((parent) => affected[parent] === 1);
      if (!after && !isChanged(root)) continue;
      affected[number] = 1;
      ids.push(this.#commits.hex(number));
    }
    return ids;
  }
}
