/** Turns the journal of raw revisions into branches and tags under a layout. */

import { commitPayload, tagPayload } from '../../../git/commit-object.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { legalRefName, RefNames } from '../../../git/names/ref-names.ts';
import { FRAME, framed, OBJECT_COMMIT, OBJECT_TAG, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { Identity, MappedRef } from '../../../vocabulary/history.ts';
import type { FindingCollector } from '../../findings.ts';
import type { LineMatch } from '../layout.ts';
import type { FactsStore } from '../raw/facts.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { commitMessage } from '../revision-text.ts';
import { CommitGraph } from './commit-graph.ts';
import type { Dialect } from './dialect.ts';
import { commitAt, headOf, type Line, Lines } from './lines.ts';
import type { ExpectedHead } from './mapped-file.ts';
import type { TreeView } from './tree-view.ts';

/** Which folders are lines; see `LayoutMatcher`. */
export interface LineMatcher {
  match(path: string): LineMatch | null;
  lineOf(path: string): string | null;
  mayContainLines(path: string): boolean;
}

export interface MapperOptions<Revision extends JournalRevision = JournalRevision> {
  matcher: LineMatcher;
  dialect: Dialect<Revision>;
  view: TreeView;
  facts: FactsStore;
  /** Where commits, tags and changed trees go. */
  target: ObjectStore;
  findings: FindingCollector;
}

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

export interface MappedHistory {
  refs: MappedRef[];
  head: string | null;
  commitCount: number;
  expected: ExpectedHead[];
  /** Living lines with their ref, for the report. */
  heads: { line: Line; ref: string }[];
}

export class Mapper<Revision extends JournalRevision = JournalRevision> {
  readonly #options: MapperOptions<Revision>;
  readonly #graph = new CommitGraph();
  readonly #lines = new Lines();
  readonly #lineOf = new Map<string, string | null>();
  /** Raw revisions whose text a tag may still need, by number. */
  readonly #tagRevisions = new Map<number, Revision>();
  #last: Revision | null = null;

  constructor(options: MapperOptions<Revision>) {
    this.#options = options;
    options.target.addFramed(OBJECT_TREE, framed(0));
    // The repository's root exists before any revision adds it.
    const whole = options.matcher.match('');
    if (whole !== null) this.#lines.start('', whole, 0, -1);
  }

  /** Takes the next revision, in order. */
  revision(revision: Revision): void {
    const touched = new Set<Line>();
    let outside = false;
    const touch = (path: string) => {
      const folder = this.#folderOf(path);
      const line = folder === null ? undefined : (this.#lines.alive(folder) ?? this.#startEmptyLine(revision, folder));
      if (line === undefined) outside = true;
      else touched.add(line);
    };
    for (const event of revision.e) {
      const [kind, path] = event;
      const folder = this.#folderOf(path);
      const isInside = folder !== null && folder !== path;
      if (isInside) touch(path);
      // A folder in a line may hold lines of its own.
      if (isInside && !this.#options.matcher.mayContainLines(path)) continue;
      if (kind === 'D') {
        this.#lines.end(path, revision.r);
        for (const line of touched) if (line.endRevision !== null) touched.delete(line);
      } else if (kind === 'P') {
        if (folder !== null) touch(path);
      } else {
        const copy = kind === 'C' ? { path: event[2], revision: event[3] } : null;
        for (const line of this.#startLines(revision, path, copy)) touched.add(line);
      }
    }
    for (const path of revision.c) touch(path);
    // One event may end a line that another had started.
    for (const line of touched) if (line.endRevision !== null) touched.delete(line);
    for (const line of touched) this.#change(line, revision);
    if (touched.size === 0 && !outside && revision.e.length > 0) {
      this.#options.findings.add(
        'no_commit',
        'info',
        'Revisions that only made, deleted or described folders outside of every branch became no commit; they are in the staging repository only.',
        this.#options.dialect.nameOf(revision.r),
      );
    }
    if (outside) {
      const example =
        revision.c.find((path) => this.#folderOf(path) === null) ??
        revision.e.find(([, path]) => this.#folderOf(path) === null)?.[1] ??
        '';
      this.#options.findings.add(
        'outside_layout',
        'warning',
        'Revisions changed files outside of the branch layout; these files are in the staging repository only. Edit the layout if they belong to a branch.',
        `${this.#options.dialect.nameOf(revision.r)}: /${showPath(example)}`,
      );
    }
    this.#last = revision;
  }

  /**
   * Ends the history: refs, tags, what is left over.
   * @param named tags that are no folders
   */
  finish(named: readonly NamedRevision[] = []): MappedHistory {
    const names = { heads: new RefNames(), tags: new RefNames(), deleted: new RefNames() };
    const refs: MappedRef[] = [];
    const expected: ExpectedHead[] = [];
    const heads: MappedHistory['heads'] = [];
    const tips: number[] = [];
    let head: string | null = null;
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
      expected.push({ ref, folder: showPath(line.path), tree: this.#finalTree(line) });
      heads.push({ line, ref });
      tips.push(tip);
      if (!isTag && (head === null || line.match.kind === 'trunk')) head = ref;
    }
    for (const revision of named) {
      const tip = this.#namedCommit(revision);
      if (tip < 0) continue;
      const name = names.tags.take(legalRefName(Buffer.from(revision.name, 'utf8').toString('latin1')));
      if (name !== revision.name) this.#noteRenamed(`the label ${revision.name} is ${name}`);
      const { tagger, seconds, message } = revision;
      const payload = tagPayload({ object: this.#graph.id(tip), name, tagger, seconds, message });
      refs.push({ name: `refs/tags/${name}`, oid: this.#add(OBJECT_TAG, payload) });
      tips.push(tip);
    }
    this.#keepDeleted(tips, names.deleted, refs);
    // Two lines may hold the very same commit.
    const reached = new Set<string>();
    for (const [commit, mark] of this.#graph.reachable(tips).entries())
      if (mark === 1) reached.add(this.#graph.id(commit));
    return { refs, head, commitCount: reached.size, expected, heads };
  }

  #folderOf(path: string): string | null {
    let folder = this.#lineOf.get(path);
    if (folder === undefined) {
      folder = this.#options.matcher.lineOf(path);
      if (this.#lineOf.size > 100_000) this.#lineOf.clear();
      this.#lineOf.set(path, folder);
    }
    return folder;
  }

  /** Starts the lines that an added or copied folder is or holds. */
  #startLines(revision: Revision, path: string, copy: { path: string; revision: number } | null): Line[] {
    const { matcher } = this.#options;
    const started: Line[] = [];
    const match = matcher.match(path);
    if (match !== null) {
      started.push(this.#startLine(revision, path, match, copy));
    } else if (copy !== null && matcher.mayContainLines(path)) {
      for (const folder of this.#foldersBelow(revision, path)) {
        const found = matcher.match(folder);
        // What the revision adds there by itself has an event of its own.
        const hasEvent = revision.e.some(([kind, other]) => (kind === 'A' || kind === 'C') && other === folder);
        if (found === null || hasEvent || this.#lines.alive(folder) !== undefined) continue;
        started.push(
          this.#startLine(revision, folder, found, {
            path: `${copy.path}${folder.slice(path.length)}`,
            revision: copy.revision,
          }),
        );
      }
    }
    return started;
  }

  /** A folder that came empty with a copy of its parent has no tree that would have shown it. */
  #startEmptyLine(revision: Revision, folder: string): Line | undefined {
    const match = this.#options.matcher.match(folder);
    return match === null ? undefined : this.#startLine(revision, folder, match, null);
  }

  *#foldersBelow(revision: Revision, path: string): Generator<string> {
    const open = [{ path, tree: this.#options.view.folder(revision.t, path) }];
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      for (const entry of this.#options.view.list(at.tree)) {
        if (entry.mode !== '40000') continue;
        const folder = at.path === '' ? entry.name : `${at.path}/${entry.name}`;
        yield folder;
        if (this.#options.matcher.match(folder) === null && this.#options.matcher.mayContainLines(folder))
          open.push({ path: folder, tree: entry.number });
      }
    }
  }

  #startLine(
    revision: Revision,
    path: string,
    match: Line['match'],
    copy: { path: string; revision: number } | null,
  ): Line {
    if (this.#lines.alive(path) !== undefined) this.#lines.end(path, revision.r);
    let origin = -1;
    if (copy !== null) {
      const source = this.#lines.at(copy.path, copy.revision);
      if (source !== undefined) {
        origin = commitAt(source, copy.revision);
      } else {
        const folder = this.#folderOf(copy.path);
        const around = folder === null ? undefined : this.#lines.at(folder, copy.revision);
        if (around !== undefined) origin = commitAt(around, copy.revision);
        this.#options.findings.add(
          'partial_copy',
          'info',
          'A branch or tag was copied from a folder that is not a whole branch; Git shows it as a change of everything.',
          `${this.#options.dialect.nameOf(revision.r)}: /${showPath(copy.path)}@${copy.revision} to /${showPath(path)}`,
        );
      }
    }
    const line = this.#lines.start(path, match, revision.r, origin);
    if (origin >= 0) this.#options.dialect.begins(line, revision);
    return line;
  }

  #change(line: Line, revision: Revision): void {
    const tree = this.#options.view.folder(revision.t, line.path);
    const isCreation = line.commits.length === 0 && line.pendingCreation === null;
    line.lastRevision = revision.r;
    if (line.match.kind === 'tag') {
      this.#tagRevisions.set(revision.r, revision);
      if (isCreation && line.origin >= 0 && this.#graph.tree(line.origin) === tree) {
        line.pendingCreation = revision.r;
        return;
      }
      const created = line.pendingCreation === null ? undefined : this.#tagRevisions.get(line.pendingCreation);
      if (created !== undefined) {
        line.pendingCreation = null;
        this.#commit(line, created, this.#graph.tree(line.origin), -1);
      }
    }
    const { dialect } = this.#options;
    const history = { graph: this.#graph, lines: this.#lines };
    const merged = line.match.kind === 'tag' || isCreation ? -1 : dialect.merged(line, revision, history);
    this.#commit(line, revision, tree, merged);
  }

  #commit(line: Line, revision: Revision, tree: number, merged: number): void {
    const { dialect } = this.#options;
    const treeId = this.#treeId(line, revision, tree);
    if (!dialect.commits(line, treeId)) return;
    const parents = [headOf(line), merged].filter((commit) => commit >= 0);
    const committer = dialect.committer(revision);
    const payload = commitPayload({
      tree: treeId,
      parents: parents.map((commit) => this.#graph.id(commit)),
      author: dialect.author(revision),
      ...(committer === null ? {} : { committer }),
      seconds: revision.d ?? 0,
      message: commitMessage(revision),
    });
    const id = this.#add(OBJECT_COMMIT, payload);
    line.commits.push(this.#graph.add(id, parents, revision.r, tree, line.path));
    line.revisions.push(revision.r);
  }

  #treeId(line: Line, revision: Revision, tree: number): string {
    return this.#options.dialect.treeId(line, tree, this.#options.facts.find(revision.f, line.path));
  }

  #finalTree(line: Line): string {
    const last = this.#last as Revision;
    return this.#treeId(line, last, this.#options.view.folder(last.t, line.path));
  }

  #tag(line: Line, tip: number, name: string): string {
    const revision = this.#tagRevisions.get(line.lastRevision);
    if (revision === undefined) return this.#graph.id(tip);
    return this.#add(
      OBJECT_TAG,
      tagPayload({
        object: this.#graph.id(tip),
        name,
        tagger: this.#options.dialect.author(revision),
        seconds: revision.d ?? 0,
        message: commitMessage(revision),
      }),
    );
  }

  /** Commits of deleted branches that no living ref reaches stay reachable outside of `refs/heads`. */
  #keepDeleted(tips: number[], names: RefNames, refs: MappedRef[]): void {
    const reached = this.#graph.reachable(tips);
    const dead = this.#lines.all.filter(
      (line) => line.endRevision !== null && headOf(line) >= 0 && reached[headOf(line)] === 0,
    );
    for (const line of dead.sort((a, b) => headOf(b) - headOf(a))) {
      const tip = headOf(line);
      if (reached[tip] === 1) continue;
      const name = `refs/deleted/${names.take(`${line.match.kind === 'tag' ? 'tags' : 'heads'}/${legalRefName(line.match.name)}@${this.#options.dialect.nameOf(line.endRevision as number)}`)}`;
      refs.push({ name, oid: this.#graph.id(tip) });
      tips.push(tip);
      this.#options.findings.add(
        'deleted_branch',
        'info',
        `Branches and tags that were deleted in ${this.#options.dialect.system} and hold revisions found nowhere else are kept under refs/deleted.`,
        `${name} (/${showPath(line.path)}, deleted in ${this.#options.dialect.nameOf(line.endRevision as number)})`,
      );
      for (let at = tip; at >= 0 && reached[at] === 0; at = this.#graph.first(at)) reached[at] = 1;
    }
  }

  #refName(names: RefNames, line: Line): string {
    const wanted = legalRefName(line.match.name);
    const name = names.take(wanted);
    if (name !== showPath(line.match.name)) this.#noteRenamed(`/${showPath(line.path)} is ${name}`);
    return name;
  }

  #noteRenamed(example: string): void {
    this.#options.findings.add(
      'ref_renamed',
      'warning',
      'Names of branches or tags that Git does not allow, or that were taken, were changed.',
      example,
    );
  }

  /** The commit that a label names, or -1 when no line has it. */
  #namedCommit({ name, path, revision }: NamedRevision): number {
    // A folder that was renamed in case only was there under the name that it has now as well.
    const line = this.#lines.at(path, revision) ?? this.#lines.alive(path);
    let commit = line === undefined ? -1 : commitAt(line, revision);
    while (commit >= 0 && this.#graph.revision(commit) > revision) commit = this.#graph.first(commit);
    if (commit < 0) {
      this.#options.findings.add(
        'label_without_commit',
        'warning',
        'These labels name folders that are no branches under this layout, so they became no tags.',
        `${name} (/${showPath(path)} at ${this.#options.dialect.nameOf(revision)})`,
      );
    }
    return commit;
  }

  #add(type: number, payload: Buffer): string {
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    return this.#options.target.table.hex(this.#options.target.addFramed(type, bytes));
  }
}
