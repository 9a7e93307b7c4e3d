/** Commits by number, parents before their children, and who their parents are; nothing of it is held as text. */
import { runGit } from '../../git/git.ts';
import { IdList } from '../../git/pack/id-list.ts';
import { ID_BYTES } from '../../git/pack/id-table.ts';
import { unreadable } from '../../git/rewrite/history.ts';

export class CommitParents {
  readonly #ids = new IdList();
  /** Of commit n the parents are `#parents[#first[n]]` to before `#parents[#first[n + 1]]`. */
  readonly #first = [0];
  readonly #parents: number[] = [];

  /**
   * @param tips commits; what they reach is read
   * @param order which of those come first that are nobody's parents (git-rev-list(1))
   * @throws Failure
   */
  static async read(
    repository: string,
    tips: readonly string[],
    signal: AbortSignal,
    order: 'topo' | 'date' = 'topo',
  ): Promise<CommitParents> {
    const commits = new CommitParents();
    if (tips.length === 0) return commits;
    await runGit({
      args: ['--git-dir', repository, 'rev-list', `--${order}-order`, '--reverse', '--parents', '--stdin'],
      stdin: `${tips.join('\n')}\n`,
      signal,
      onStdout: (line) => commits.#add(Buffer.from(line.replaceAll(' ', ''), 'hex')),
      failure: ({ stderrTail }) => unreadable(stderrTail),
    }).done;
    return commits;
  }

  get count(): number {
    return this.#ids.count;
  }

  /** -1 for one that is none of these. */
  numberOf(id: string): number {
    return this.#ids.find(Buffer.from(id, 'hex'));
  }

  hex(number: number): string {
    return this.#ids.hex(number);
  }

  parentsOf(number: number): number[] {
    return this.#parents.slice(this.#first[number], this.#first[number + 1]);
  }

  /** @param ids of a commit and of its parents */
  #add(ids: Buffer): void {
    this.#ids.add(ids);
    for (let at = ID_BYTES; at < ids.length; at += ID_BYTES) this.#parents.push(this.#ids.find(ids, at));
    this.#first.push(this.#parents.length);
  }
}
