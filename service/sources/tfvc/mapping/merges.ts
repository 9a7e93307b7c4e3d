/**
 * Which merges are whole. Git's second parent says "everything up to there is in"; a Team Foundation merge may take
 * single files and changesets. So a merge becomes a second parent only when each changeset of the source branch that the
 * target does not have yet is in: each file that it changed was taken with a range of changesets that holds it, now or by
 * an earlier merge, or is in the target as it is in the source: with the same content, or not there.
 */
import { showPath } from '../../../git/names/bytes.ts';
import type { FindingCollector } from '../../findings.ts';
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import { commitAt, headOf, type Line, type Lines } from '../../folders/mapping/lines.ts';
import type { TreeView } from '../../folders/mapping/tree-view.ts';
import type { JournalChangeset, MergedFile } from '../raw/journal-line.ts';
import type { BranchMatcher } from './matcher.ts';
import { changedFiles, fileAt } from './tree-changes.ts';

/** Merged ranges remembered; merges behind them are judged by what they say themselves. */
const MOST_RANGES = 500_000;

type Range = [from: number, to: number];

export class Merges {
  readonly #matcher: BranchMatcher;
  readonly #view: TreeView;
  readonly #findings: FindingCollector;
  /** Ranges taken before, by target line and source file. */
  readonly #taken = new Map<string, Range[]>();
  #ranges = 0;

  constructor(matcher: BranchMatcher, view: TreeView, findings: FindingCollector) {
    this.#matcher = matcher;
    this.#view = view;
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
    let tip = commitAt(from, youngest);
    while (tip >= 0 && graph.revision(tip) > youngest) tip = graph.first(tip);
    if (tip < 0) return -1;
    const missing = graph.missing(tip, target);
    if (missing.length === 0) return -1;
    const now = this.#view.folder(changeset.t, line.path);
    const there = graph.tree(tip);
    // The oldest first: what was picked singly leaves it out, and the answer is known at once.
    for (const commit of missing.toReversed()) {
      const parent = graph.first(commit);
      const before = parent < 0 ? -1 : graph.tree(parent);
      for (const path of changedFiles(this.#view, before, graph.tree(commit))) {
        if (fileAt(this.#view, now, path) === fileAt(this.#view, there, path)) continue;
        const revision = graph.revision(commit);
        const names = [`${graph.path(commit)}/${path}`, `${source}/${path}`];
        if (names.some((name) => this.#has(line.path, name, revision))) continue;
        this.#findings.add(
          'partial_merge',
          'info',
          'These changesets merge single files or changesets, not everything up to a point, so Git shows them as ordinary commits.',
          `C${changeset.r} from /${showPath(source)} to /${showPath(line.path)}`,
        );
        return -1;
      }
    }
    return tip;
  }

  #take(target: string, source: string, range: Range): void {
    if (this.#ranges >= MOST_RANGES) return;
    const key = `${target}\0${source.toLowerCase()}`;
    const ranges = this.#taken.get(key);
    if (ranges === undefined) this.#taken.set(key, [range]);
    else ranges.push(range);
    this.#ranges += 1;
  }

  #has(target: string, source: string, revision: number): boolean {
    const ranges = this.#taken.get(`${target}\0${source.toLowerCase()}`);
    return ranges?.some(([from, to]) => from <= revision && revision <= to) ?? false;
  }
}
