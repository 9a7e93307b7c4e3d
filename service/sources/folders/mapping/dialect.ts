/** What differs between systems whose branches are folders, for the mapper. */
import type { Identity } from '../../../vocabulary/history.ts';
import type { Cut } from '../layout/cut.ts';
import type { JournalRevision } from '../raw/journal.ts';
import type { CommitGraph } from './commit-graph.ts';
import type { Line, Lines } from './lines.ts';

export interface Dialect<Revision extends JournalRevision = JournalRevision> {
  /** Name of the system in the report. */
  readonly system: string;
  /** A revision as the report names it, such as `r12`. */
  nameOf(revision: number): string;
  author(revision: Revision): Identity;
  /** Who committed, when that is somebody else. */
  committer(revision: Revision): Identity | null;
  /** Told of a line that begins as a copy of another. */
  begins(line: Line, revision: Revision): void;
  /** The commits that this revision merges whole into the line, none of which another reaches. */
  merged(line: Line, revision: Revision, history: { graph: CommitGraph; lines: Lines }): number[];
  /**
   * Id of the tree that the line's commit gets.
   * @param tree object number of the folder, -1 for an empty one
   * @param cut what the line leaves out
   */
  treeId(line: Line, tree: number, facts: number, cut: Cut | null): string;
  /** Whether the line gets a commit with this tree; false for one that another line's change touched only in passing. */
  commits(line: Line, treeId: string): boolean;
}
