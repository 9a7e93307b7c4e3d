/** Refs of a mapped history: branches and tags that are there, labels, and what only deleted ones hold. */
import { type Sentence, say } from '../../../../language/sentence.ts';
import { tagPayload } from '../../../git/commit-object.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { legalRefName, RefNames } from '../../../git/names/ref-names.ts';
import type { Identity, MappedRef } from '../../../vocabulary/history.ts';
import type { FindingCollector } from '../../findings.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { commitMessage } from '../revision-text.ts';
import type { CommitGraph } from './commit-graph.ts';
import { defaultBranch, type Head } from './default-branch.ts';
import type { Dialect } from './dialect.ts';
import { commitAt, headOf, type Line, type Lines } from './lines.ts';
import type { ExpectedHead } from './mapped-file.ts';

/** A tag that is no folder, such as a label. */
export interface NamedRevision {
  name: string;
  /** Folder of the line. */
  path: string;
  revision: number;
  tagger: Identity;
  /** Seconds since 1970. */
  seconds: number;
  message: string;
}

export interface MadeRefs {
  refs: MappedRef[];
  /** Full name of the ref that HEAD names; null when none of them is the default one. */
  head: string | null;
  commitCount: number;
  expected: ExpectedHead[];
  /** Living lines with their ref, for the report. */
  heads: Head[];
}

export interface RefRooms<Revision extends JournalRevision> {
  dialect: Dialect<Revision>;
  findings: FindingCollector;
  graph: CommitGraph;
  /** All of which the pasts have ended. */
  lines: Lines;
  /** Raw revisions that made tags, by number. */
  tagRevisions: ReadonlyMap<number, Revision>;
  /** @returns id of the tag, 40 hex digits */
  addTag(payload: Buffer): string;
  /** Id of the tree that a line has at the end. */
  finalTree(line: Line): string;
  /** Told of every annotated tag of a folder. */
  onTag(line: Line, revision: Revision, id: string): void;
}

export class MappedRefs<Revision extends JournalRevision> {
  readonly #rooms: RefRooms<Revision>;
  readonly #graph: CommitGraph;
  readonly #lines: Lines;

  constructor(rooms: RefRooms<Revision>) {
    this.#rooms = rooms;
    this.#graph = rooms.graph;
    this.#lines = rooms.lines;
  }

  /** @param named tags that are no folders */
  make(named: readonly NamedRevision[]): MadeRefs {
    const names = { heads: new RefNames(), tags: new RefNames(), deleted: new RefNames() };
    const refs: MappedRef[] = [];
    const expected: ExpectedHead[] = [];
    const heads: Head[] = [];
    const tips: number[] = [];
    // Trunk first, so that no branch takes its name.
    const living = [...this.#lines.living].sort(
      (a, b) => Number(b.match.kind === 'trunk') - Number(a.match.kind === 'trunk') || (a.path < b.path ? -1 : 1),
    );
    for (const line of living) {
      const tip = headOf(line);
      if (tip < 0) continue;
      const isTag = line.match.kind === 'tag';
      const ref = `refs/${isTag ? 'tags' : 'heads'}/${this.#refName(isTag ? names.tags : names.heads, line)}`;
      refs.push({ name: ref, oid: isTag ? this.#tag(line, tip, ref.slice('refs/tags/'.length)) : this.#graph.id(tip) });
      expected.push({ ref, folder: showPath(line.path), tree: this.#rooms.finalTree(line) });
      heads.push({ line, ref });
      tips.push(tip);
    }
    for (const revision of named) {
      const tip = this.#namedCommit(revision);
      if (tip < 0) continue;
      const name = names.tags.take(legalRefName(Buffer.from(revision.name, 'utf8').toString('latin1')));
      if (name === revision.name.replaceAll(' ', '-') && name !== revision.name) this.#noteSpaces(revision.name, name);
      else if (name !== revision.name)
        this.#noteRenamed(say('the label {label} is {name}', { label: revision.name, name }));
      const { tagger, seconds, message } = revision;
      const payload = tagPayload({ object: this.#graph.id(tip), name, tagger, seconds, message });
      refs.push({ name: `refs/tags/${name}`, oid: this.#rooms.addTag(payload) });
      tips.push(tip);
    }
    this.#keepDeleted(tips, names.deleted, refs);
    const head = defaultBranch(heads, this.#lines.all);
    // Two lines may hold the very same commit.
    return { refs, head, commitCount: this.#graph.countReachable(tips), expected, heads };
  }

  #tag(line: Line, tip: number, name: string): string {
    const revision = this.#rooms.tagRevisions.get(line.lastRevision);
    if (revision === undefined) return this.#graph.id(tip);
    const id = this.#rooms.addTag(
      tagPayload({
        object: this.#graph.id(tip),
        name,
        tagger: this.#rooms.dialect.author(revision),
        seconds: revision.d ?? 0,
        message: commitMessage(revision),
      }),
    );
    this.#rooms.onTag(line, revision, id);
    return id;
  }

  /** What only deleted branches and tags hold stays reachable outside of `refs/heads`: their commits, and what tags said. */
  #keepDeleted(tips: number[], names: RefNames, refs: MappedRef[]): void {
    const { dialect, findings } = this.#rooms;
    const reached = this.#graph.reachable(tips);
    const keep = (line: Line, tip: number) => {
      const isTag = line.match.kind === 'tag';
      const end = dialect.nameOf(line.endRevision as number);
      const name = names.take(`${isTag ? 'tags' : 'heads'}/${legalRefName(line.match.name)}@${end}`);
      const isPlain = line.pendingCreation !== null;
      refs.push({
        name: `refs/deleted/${name}`,
        oid: isPlain ? this.#tag(line, tip, name.slice('tags/'.length)) : this.#graph.id(tip),
      });
      tips.push(tip);
      findings.add(
        'deleted_branch',
        'info',
        say(
          'Branches and tags that were deleted in {system} and hold revisions found nowhere else are kept under refs/deleted.',
          { system: dialect.system },
        ),
        say('{ref} (/{path}, deleted in {end})', {
          ref: `refs/deleted/${name}`,
          path: showPath(line.path),
          end,
        }),
      );
      for (let at = tip; at >= 0 && reached[at] === 0; at = this.#graph.first(at)) reached[at] = 1;
    };
    const dead = this.#lines.all.filter((line) => line.endRevision !== null && headOf(line) >= 0);
    for (const line of dead.toSorted((a, b) => headOf(b) - headOf(a))) {
      if (reached[headOf(line)] === 0 && line.pendingCreation === null) keep(line, headOf(line));
    }
    for (const line of dead) if (line.pendingCreation !== null) keep(line, headOf(line));
  }

  #refName(names: RefNames, line: Line): string {
    const wanted = legalRefName(line.match.name);
    const name = names.take(wanted);
    if (name !== showPath(line.match.name)) this.#noteRenamed(`/${showPath(line.path)} is ${name}`);
    return name;
  }

  #noteRenamed(example: Sentence): void {
    this.#rooms.findings.add(
      'ref_renamed',
      'warning',
      say('Names of branches or tags that Git does not allow, or that were taken, were changed.'),
      example,
    );
  }

  #noteSpaces(label: string, name: string): void {
    this.#rooms.findings.add(
      'label_spaces',
      'info',
      say('Git has no spaces in names of tags: labels with spaces have hyphens in their place.'),
      say('the label {label} is {name}', { label, name }),
    );
  }

  /** The commit that a label names, or -1 when no line has it. */
  #namedCommit({ name, path, revision }: NamedRevision): number {
    // A folder that was renamed in case only was there under the name that it has now as well.
    const line = this.#lines.at(path, revision) ?? this.#lines.alive(path);
    let commit = line === undefined ? -1 : commitAt(this.#graph, line, revision);
    while (commit >= 0 && this.#graph.revision(commit) > revision) commit = this.#graph.first(commit);
    if (commit < 0) {
      this.#rooms.findings.add(
        'label_without_commit',
        'warning',
        say('These labels name folders that are no branches under this layout, so they became no tags.'),
        `${name} (/${showPath(path)} at ${this.#rooms.dialect.nameOf(revision)})`,
      );
    }
    return commit;
  }
}
