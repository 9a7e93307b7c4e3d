/** Turns the journal of raw revisions into branches and tags under a layout. */

import { say } from '../../../../language/sentence.ts';
import { commitPayload, treeOf } from '../../../git/commit-object.ts';
import { showPath } from '../../../git/names/bytes.ts';
import { FRAME, framed, OBJECT_COMMIT, OBJECT_TAG, OBJECT_TREE } from '../../../git/pack/entry.ts';
import type { ObjectStore } from '../../../git/pack/object-store.ts';
import type { Completeness } from '../../../vocabulary/completeness.ts';
import type { RevisionRow } from '../../../vocabulary/revision-row.ts';
import type { FindingCollector } from '../../findings.ts';
import type { Cut } from '../layout/cut.ts';
import type { FolderAt } from '../layout/folder-moves.ts';
import { type LineStart, startedLines } from '../layout/line-starts.ts';
import type { LineMatcher } from '../layout/matcher.ts';
import type { Past, Pasts } from '../layout/pasts.ts';
import { PresentPasts } from '../layout/present-pasts.ts';
import type { FactsStore } from '../raw/facts.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { EMPTY_TREE } from '../raw/staging.ts';
import { commitMessage, isoSeconds } from '../revision-text.ts';
import { CommitGraph } from './commit-graph.ts';
import type { Dialect } from './dialect.ts';
import { commitAt, headOf, type Line, Lines } from './lines.ts';
import { type MadeRefs, MappedRefs, type NamedRevision } from './mapped-refs.ts';
import { RevisionAccount } from './revision-account.ts';
import type { TreeView } from './tree-view.ts';

export interface MapperOptions<Revision extends JournalRevision = JournalRevision> {
  matcher: LineMatcher;
  /** Folders that lines come from; see `PastFinder`. */
  pasts: Pasts;
  /** Folder of the project that a person chose; '' when everything was meant. */
  chosenRoot: string;
  dialect: Dialect<Revision>;
  view: TreeView;
  facts: FactsStore;
  /** Where commits, tags and changed trees go. */
  target: ObjectStore;
  findings: FindingCollector;
  /** Told of every commit and every annotated tag. */
  onMade?(row: RevisionRow, cut: Cut | null, revision: Revision): void;
}

export interface MappedHistory extends MadeRefs {
  completeness: Completeness;
}

/** Name of lines that have no ref: it only stands in sentences. */
const PAST = 'branch';

export class Mapper<Revision extends JournalRevision = JournalRevision> {
  readonly #options: MapperOptions<Revision>;
  readonly #graph: CommitGraph;
  readonly #lines: Lines;
  readonly #lineOf = new Map<string, string | null>();
  /** Raw revisions whose text a tag may still need, by number. */
  readonly #tagRevisions = new Map<number, Revision>();
  readonly #pasts: PresentPasts;
  /** Lines of the pasts that are there. */
  readonly #present = new Map<Past, Line>();
  readonly #account: RevisionAccount;
  #last: Revision | null = null;

  constructor(options: MapperOptions<Revision>) {
    this.#options = options;
    const { target, matcher, view, pasts, chosenRoot, findings, dialect } = options;
    this.#graph = new CommitGraph({
      id: (object) => target.table.hex(object),
      treeId: (object) => treeOf(target.read(object)),
    });
    this.#lines = new Lines(matcher.leftOut);
    this.#pasts = new PresentPasts(pasts.pasts);
    this.#account = new RevisionAccount({
      view,
      matcher,
      chosenRoot,
      isInside: (path) => this.#folderOf(path) !== null,
      nameOf: (revision) => dialect.nameOf(revision),
      findings,
    });
    // The repository's root exists before any revision adds it.
    const whole = matcher.match('');
    if (whole !== null) this.#lines.start({ path: '', match: whole, revision: 0, source: null, origin: -1 });
    this.#movePasts(0);
  }

  /** Takes the next revision, in order. */
  revision(revision: Revision): void {
    const { matcher } = this.#options;
    const touched = new Set<Line>(this.#movePasts(revision.r));
    const touch = (path: string) => {
      const folder = this.#folderOf(path);
      const line = folder === null ? undefined : (this.#lines.alive(folder) ?? this.#startEmptyLine(revision, folder));
      if (line !== undefined) touched.add(line);
    };
    for (const event of revision.e) {
      const [kind, path] = event;
      const folder = this.#folderOf(path);
      const isInside = folder !== null && folder !== path;
      if (isInside) touch(path);
      // A folder in a line may hold lines of its own.
      if (isInside && !matcher.mayContainLines(path)) continue;
      if (kind === 'D') {
        this.#lines.end(path, revision.r);
      } else if (kind === 'P') {
        if (folder !== null) touch(path);
      } else {
        const source = kind === 'C' ? { path: event[2], revision: event[3] } : null;
        for (const start of startedLines(this.#options, matcher, revision, path, source)) {
          // One that has an event of its own is there already.
          if (start.path === path || this.#lines.alive(start.path) === undefined) {
            touched.add(this.#startLine(revision.r, start));
          }
        }
      }
    }
    for (const path of revision.c) touch(path);
    // One event may end a line that another had started.
    for (const line of touched) if (line.endRevision !== null) touched.delete(line);
    for (const line of touched) this.#change(line, revision);
    for (const line of this.#lines.takeRecut()) if (!touched.has(line)) this.#recut(line, revision);
    this.#account.add(revision, [...touched]);
    this.#last = revision;
  }

  /**
   * Ends the history: refs, tags, what is left over.
   * @param named tags that are no folders
   */
  finish(named: readonly NamedRevision[] = []): MappedHistory {
    const last = this.#last?.r ?? 0;
    for (const line of this.#present.values()) this.#lines.finish(line, last + 1);
    for (const line of this.#lines.living) if (this.#isLeftover(line)) this.#lines.finish(line, last);
    const { dialect, findings, target } = this.#options;
    const made = new MappedRefs<Revision>({
      dialect,
      findings,
      graph: this.#graph,
      lines: this.#lines,
      tagRevisions: this.#tagRevisions,
      addTag: (payload) => target.table.hex(this.#add(OBJECT_TAG, payload)),
      finalTree: (line) => this.#finalTree(line),
      onTag: (line, revision, id) => this.#tellMade(line, revision, id),
    }).make(named);
    return { ...made, completeness: this.#account.completeness };
  }

  /** The folder of the line, or of the present past, that `path` is or lies in. */
  #folderOf(path: string): string | null {
    let folder = this.#lineOf.get(path);
    if (folder === undefined) {
      folder = this.#options.matcher.lineOf(path);
      if (this.#lineOf.size > 100_000) this.#lineOf.clear();
      this.#lineOf.set(path, folder);
    }
    if (folder !== null || this.#present.size === 0 || this.#options.matcher.isLeftOut(path)) return folder;
    return this.#lines.aliveAround(path)?.path ?? null;
  }

  /** Ends the pasts that no line takes anything from any more, and begins those that are there from now on. */
  #movePasts(revision: number): Line[] {
    const { begun, over } = this.#pasts.moveTo(revision);
    for (const past of over) {
      const line = this.#present.get(past);
      if (line !== undefined && line.endRevision === null) this.#lines.finish(line, revision);
      this.#present.delete(past);
    }
    return begun.map((past) => {
      const match = { kind: 'branch' as const, name: past.path === '' ? PAST : past.path };
      const line = this.#startLine(revision, { path: past.path, match, source: past.source }, true);
      this.#present.set(past, line);
      return line;
    });
  }

  /** A folder that came empty with a copy of its parent has no tree that would have shown it. */
  #startEmptyLine(revision: Revision, path: string): Line | undefined {
    const match = this.#options.matcher.match(path);
    return match === null ? undefined : this.#startLine(revision.r, { path, match, source: null });
  }

  #startLine(revision: number, { path, match, source }: LineStart, isPast = false): Line {
    if (this.#lines.alive(path) !== undefined) this.#lines.end(path, revision);
    const origin = source === null ? -1 : this.#commitOf(source, path, revision);
    return this.#lines.start({ path, match, revision, source, origin, isPast });
  }

  /** The commit that a line begins with, or -1. */
  #commitOf(source: FolderAt, path: string, revision: number): number {
    const line = this.#lines.around(source.path, source.revision);
    if (line === undefined) return -1;
    if (line.path !== source.path) {
      const { dialect, findings } = this.#options;
      findings.add(
        'partial_copy',
        'info',
        say(
          'A branch or tag was copied from a folder that is not a whole branch; Git shows it as a change of everything.',
        ),
        `${dialect.nameOf(revision)}: /${showPath(source.path)}@${source.revision} to /${showPath(path)}`,
      );
    }
    return commitAt(this.#graph, line, source.revision);
  }

  /** Whether the line of what lies in no folder of the layout holds nothing any more. */
  #isLeftover(line: Line): boolean {
    return line.path === '' && line.match.kind === 'branch' && this.#finalTree(line) === EMPTY_TREE;
  }

  /** A line that began or ended in another changes what the other holds. */
  #recut(line: Line, revision: Revision): void {
    const tree = this.#options.view.folder(revision.t, line.path);
    if (line.commits.length === 0 || this.#treeId(line, revision, tree) === line.lastTree) return;
    this.#commit(line, revision, tree, []);
  }

  #change(line: Line, revision: Revision): void {
    const { dialect, view, pasts } = this.#options;
    const tree = view.folder(revision.t, line.path);
    const isCreation = line.commits.length === 0 && line.pendingCreation === null;
    if (isCreation && line.origin >= 0) dialect.begins(line, revision);
    if (line.match.kind === 'tag') {
      this.#tagRevisions.set(revision.r, revision);
      // What the other line leaves out may be in this one.
      const isCopy =
        line.origin >= 0 &&
        this.#graph.tree(line.origin) === tree &&
        this.#treeId(line, revision, tree) === this.#graph.treeId(line.origin);
      if (isCreation && isCopy) {
        line.pendingCreation = revision.r;
        line.lastRevision = revision.r;
        return;
      }
      const created = line.pendingCreation === null ? undefined : this.#tagRevisions.get(line.pendingCreation);
      if (created !== undefined) {
        // What only changed properties left every file as it was.
        if (isCopy) return;
        line.pendingCreation = null;
        this.#commit(line, created, this.#graph.tree(line.origin), []);
      }
    }
    line.lastRevision = revision.r;
    const arrived = (pasts.arrivals.get(revision.r) ?? []).flatMap(({ line: path, past }) => {
      const from = path === line.path ? this.#lines.at(past.path, past.revision) : undefined;
      return from === undefined ? [] : [commitAt(this.#graph, from, past.revision)];
    });
    const history = { graph: this.#graph, lines: this.#lines };
    const merged = line.match.kind === 'tag' || isCreation ? [] : dialect.merged(line, revision, history);
    this.#commit(line, revision, tree, [...merged, ...arrived]);
  }

  #commit(line: Line, revision: Revision, tree: number, merged: readonly number[]): void {
    const { dialect, target } = this.#options;
    const treeId = this.#treeId(line, revision, tree);
    const head = headOf(line);
    // A past has no empty commits but the one that says where it was copied from.
    const isSame = treeId === (line.commits.length > 0 || head >= 0 ? line.lastTree : EMPTY_TREE);
    if (line.isPast ? isSame : !dialect.commits(line, treeId)) return;
    line.lastTree = treeId;
    // Only where a commit names it: a pack that holds what no ref reaches is not published as it is.
    if (treeId === EMPTY_TREE) target.addFramed(OBJECT_TREE, framed(0));
    const others = merged.filter((commit) => commit >= 0 && (head < 0 || !this.#graph.reaches(head, commit)));
    // A line that has no file yet goes on where its content was before.
    const isEmpty = head >= 0 && this.#graph.tree(head) < 0;
    const parents = (isEmpty ? [...others, head] : [head, ...others]).filter((commit) => commit >= 0);
    const committer = dialect.committer(revision);
    const payload = commitPayload({
      tree: treeId,
      parents: parents.map((commit) => this.#graph.id(commit)),
      author: dialect.author(revision),
      ...(committer === null ? {} : { committer }),
      seconds: revision.d ?? 0,
      message: commitMessage(revision),
    });
    const object = this.#add(OBJECT_COMMIT, payload);
    this.#tellMade(line, revision, target.table.hex(object));
    line.commits.push(this.#graph.add({ object, parents, revision: revision.r, tree, path: line.path }));
    line.lastCommitted = revision.r;
  }

  #treeId(line: Line, revision: Revision, tree: number): string {
    const { dialect, facts } = this.#options;
    return dialect.treeId(line, tree, facts.find(revision.f, line.path), this.#lines.cutOf(line));
  }

  #finalTree(line: Line): string {
    const last = this.#last as Revision;
    return this.#treeId(line, last, this.#options.view.folder(last.t, line.path));
  }

  #tellMade(line: Line, revision: Revision, id: string): void {
    const { dialect, onMade } = this.#options;
    const { name, email } = dialect.author(revision);
    onMade?.(
      {
        revision: dialect.nameOf(revision.r),
        path: showPath(line.path),
        commit: id,
        author: `${name} <${email}>`,
        date: isoSeconds(revision.d ?? 0),
      },
      this.#lines.cutOf(line),
      revision,
    );
  }

  /** @returns its number in the store */
  #add(type: number, payload: Buffer): number {
    const bytes = framed(payload.length);
    payload.copy(bytes, FRAME);
    return this.#options.target.addFramed(type, bytes);
  }
}
