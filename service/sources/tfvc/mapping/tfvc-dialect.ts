/** Team Foundation's ways: authors by account, merges by what was taken, files outside of branches. */
import type { Identity } from '../../../vocabulary/history.ts';
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import type { Dialect } from '../../folders/mapping/dialect.ts';
import type { Line, Lines } from '../../folders/mapping/lines.ts';
import type { MappingRooms } from '../../folders/mapping/map-folders.ts';
import { EMPTY_TREE } from '../../folders/raw/staging.ts';
import type { Person } from '../api/answers.ts';
import { defaultIdentity, personKey } from '../people.ts';
import { authorOf, committerOf, type JournalChangeset } from '../raw/journal-line.ts';
import type { BranchMatcher } from './matcher.ts';
import { Merges } from './merges.ts';
import { OutsideTree } from './outside-tree.ts';

export class TfvcDialect implements Dialect<JournalChangeset> {
  readonly system = 'Team Foundation version control';
  readonly #rooms: MappingRooms;
  readonly #matcher: BranchMatcher;
  /** By `remote_id`. */
  readonly #identities: ReadonlyMap<string, Identity>;
  readonly #merges: Merges;
  readonly #outside: OutsideTree;
  #lastOutside = EMPTY_TREE;

  constructor(rooms: MappingRooms, matcher: BranchMatcher, identities: ReadonlyMap<string, Identity>) {
    this.#rooms = rooms;
    this.#matcher = matcher;
    this.#identities = identities;
    this.#merges = new Merges(matcher, rooms.view, rooms.findings);
    this.#outside = new OutsideTree(rooms, matcher);
  }

  nameOf(changeset: number): string {
    return `C${changeset}`;
  }

  author(changeset: JournalChangeset): Identity {
    return this.#identity(authorOf(changeset));
  }

  committer(changeset: JournalChangeset): Identity | null {
    const committer = committerOf(changeset);
    return committer === null ? null : this.#identity(committer);
  }

  begins(): void {
    // A new branch has taken nothing in yet.
  }

  merged(line: Line, changeset: JournalChangeset, history: { graph: CommitGraph; lines: Lines }): number[] {
    return this.#isOutside(line) ? [] : this.#merges.merged(line, changeset, history);
  }

  treeId(line: Line, tree: number, facts: number): string {
    return this.#isOutside(line) ? this.#outside.treeId(tree) : this.#rooms.rewriter.treeId(tree, facts);
  }

  commits(line: Line, treeId: string): boolean {
    if (!this.#isOutside(line)) return true;
    const changed = treeId !== this.#lastOutside;
    this.#lastOutside = treeId;
    return changed;
  }

  #isOutside(line: Line): boolean {
    return line.path === '' && this.#matcher.hasOutside;
  }

  #identity(person: Person): Identity {
    return this.#identities.get(personKey(person)) ?? defaultIdentity(person, this.#rooms.uuid);
  }
}
