/**
 * Which merges are whole. Git's second parent says "everything up to there is in"; a Team Foundation merge may take
 * single files and changesets. So a merge becomes a second parent only when each changeset of the source branch that the
 * target does not have yet is in: each file that it changed was taken with a range of changesets that holds it, now or by
 * an earlier merge, or is in the target as it is in the source: with the same content, or not there.
 */
import { say } from '../../../../language/sentence.ts';
import { showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import { commitAt, headOf, type Line, type Lines } from '../../folders/mapping/lines.ts';
import type { TreeView } from '../../folders/mapping/tree-view.ts';
import { fold } from '../paths.ts';
import type { JournalChangeset, MergedFile } from '../raw/journal-line.ts';
import { FileFinder } from './file-finder.ts';
import type { BranchMatcher } from './matcher.ts';
import { MissingChanges } from './missing-changes.ts';

/** Merged ranges remembered; merges behind them are judged by what they say themselves. */
const MOST_RANGES = 500_000;

type Range = [from: number, to: number];

interface Merge {
  /** The target. */
  line: Line;
  /** Folder of the source. */
  source: string;
  /** The target's tree after the merge. */
  now: number;
  /** The source's tree that was merged. */
  there: number;
  /** What the target does not have yet. */
  all: MissingChanges;
}

export class Merges {
  readonly #matcher: BranchMatcher;
  readonly #view: TreeView;
  readonly #files: FileFinder;
  readonly #findings: FindingCollector;
  /** Ranges taken before, by target line and source file. */
  readonly #taken = new Map<string, Range[]>();
  #ranges = 0;

  constructor(matcher: BranchMatcher, view: TreeView, findings: FindingCollector) {
    this.#matcher = matcher;
    this.#view = view;
    this.#files = new FileFinder(view);
    this.#findings = findings;
  }

  /** The commits that are merged whole. */
  merged(line: Line, changeset: JournalChangeset, history: { graph: CommitGraph; lines: Lines }): number[] {
    const bySource = new Map<string, MergedFile[]>();
    for (const merge of changeset.m ?? []) {
      if (this.#matcher.lineOf(merge[0]) !== line.path) continue;
      const source = this.#matcher.lineOf(merge[1]);
      if (source === line.path || !this.#matcher.isBranch(source)) continue;
      const list = bySource.get(source) ?? [];
      bySource.set(source, list);
      list.push(merge);
    }
    const tips: number[] = [];
    for (const [source, merges] of bySource) {
      for (const [, path, from, to] of merges) if (to >= 0) this.#take(line.path, path, [from, to]);
      const tip = this.#wholeTip(line, source, merges, changeset, history);
      if (tip >= 0) tips.push(tip);
    }
    return history.graph.independent(tips);
  }

  #wholeTip(
    line: Line,
    source: string,
    merges: readonly MergedFile[],
    changeset: JournalChangeset,
    { graph, lines }: { graph: CommitGraph; lines: Lines },
  ): number {
    const youngest = Math.min(
      changeset.r - 1,
      merges.reduce((most, [, , , to]) => Math.max(most, to < 0 ? changeset.r - 1 : to), 0),
    );
    // What was merged may have happened before the branch was renamed.
    const from = lines.at(source, youngest) ?? lines.at(source, changeset.r - 1);
    const target = headOf(line);
    if (from === undefined || target < 0) return -1;
    let tip = commitAt(graph, from, youngest);
    while (tip >= 0 && graph.revision(tip) > youngest) tip = graph.first(tip);
    if (tip < 0) return -1;
    const missing = graph.missing(tip, target);
    if (missing.length === 0) return -1;
    const all = new MissingChanges({ view: this.#view, files: this.#files, graph }, missing.toReversed());
    const state: Merge = { line, source, now: this.#view.folder(changeset.t, line.path), there: graph.tree(tip), all };
    // The oldest first: what was picked singly leaves it out, and the answer is known at once.
    for (const [index, commit] of all.commits.entries()) {
      for (const path of all.of(index).paths) {
        if (this.#isIn(path, index, graph.path(commit), graph.revision(commit), state)) continue;
        this.#findings.add(
          'partial_merge',
          'info',
          say(
            'These changesets merge single files or changesets, not everything up to a point, so Git shows them as ordinary commits.',
          ),
          `C${changeset.r} from /${showPath(source)} to /${showPath(line.path)}${pickedText(merges)}`,
        );
        return -1;
      }
    }
    return tip;
  }

  /** Whether what a commit did to a file is in the target. @param folder of the commit's line */
  #isIn(
    path: string,
    index: number,
    folder: string,
    revision: number,
    { line, source, now, there, all }: Merge,
  ): boolean {
    const isGone = all.of(index).removed.has(path);
    // What was renamed since is looked for under its last name.
    const end = isGone || this.#files.find(there, path) >= 0 ? path : all.nameAtEnd(index, path);
    if (end === null) return true;
    const here = this.#files.find(now, end);
    if (here === this.#files.find(there, end)) return true;
    const old = all.of(index).origins.get(path) ?? null;
    // A rename is in when the file is called so; what is in it was changed by others.
    if (old !== null && here >= 0 && this.#files.find(now, old) < 0) return true;
    const names = [path, end, ...(old === null ? [] : [old])];
    return names.some(
      (name) =>
        this.#has(line.path, `${folder}/${name}`, revision) || this.#has(line.path, `${source}/${name}`, revision),
    );
  }

  #take(target: string, source: string, range: Range): void {
    if (this.#ranges >= MOST_RANGES) return;
    const key = `${target}\0${fold(showPath(source))}`;
    const ranges = this.#taken.get(key);
    if (ranges === undefined) this.#taken.set(key, [range]);
    else ranges.push(range);
    this.#ranges += 1;
  }

  #has(target: string, source: string, revision: number): boolean {
    const ranges = this.#taken.get(`${target}\0${fold(showPath(source))}`);
    return ranges?.some(([from, to]) => from <= revision && revision <= to) ?? false;
  }
}

/** Changesets that a merge took, for the report: `: C8`, `: C4 to C6, C8`; '' where the server did not say which. */
function pickedText(merges: readonly MergedFile[]): string {
  const ranges: Range[] = [];
  for (const [, , from, to] of merges.filter((merge) => merge[3] >= 0).toSorted((a, b) => a[2] - b[2])) {
    const last = ranges.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else ranges.push([from, to]);
  }
  const words = ranges.map(([from, to]) => (from === to ? `C${from}` : `C${from} to C${to}`));
  return words.length === 0 ? '' : `: ${words.join(', ')}`;
}
