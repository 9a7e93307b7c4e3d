/** Subversion's own ways: authors by name and repository, merges by svn:mergeinfo. */
import type { Identity } from '../../../vocabulary/history.ts';
import type { Cut } from '../../folders/layout/cut.ts';
import type { CommitGraph } from '../../folders/mapping/commit-graph.ts';
import type { Dialect } from '../../folders/mapping/dialect.ts';
import { commitAt, headOf, type Line, type Lines } from '../../folders/mapping/lines.ts';
import type { TreeRewriter } from '../../folders/mapping/tree-rewriter.ts';
import type { FactsStore } from '../../folders/raw/facts.ts';
import type { JournalRevision } from '../../folders/raw/journal.ts';
import { authorKey, authorName, defaultIdentity } from '../../folders/revision-text.ts';
import { contains, parseMergeinfo, youngestNew } from './mergeinfo.ts';

export interface SubversionDialectOptions {
  uuid: string;
  /** By `remote_id`. */
  identities: ReadonlyMap<string, Identity>;
  facts: FactsStore;
  rewriter: TreeRewriter;
}

export class SubversionDialect implements Dialect {
  readonly system = 'Subversion';
  readonly #options: SubversionDialectOptions;

  constructor(options: SubversionDialectOptions) {
    this.#options = options;
  }

  nameOf(revision: number): string {
    return `r${revision}`;
  }

  author(revision: JournalRevision): Identity {
    const { identities, uuid } = this.#options;
    const name = authorName(revision.a);
    return identities.get(authorKey(name, uuid)) ?? defaultIdentity(name, uuid);
  }

  committer(): null {
    return null;
  }

  begins(line: Line, revision: JournalRevision): void {
    line.mergeinfo = this.#mergeinfoAt(revision, line.path);
  }

  merged(line: Line, revision: JournalRevision, { graph, lines }: { graph: CommitGraph; lines: Lines }): number[] {
    if (!revision.e.some(([kind, path]) => kind === 'P' && path === line.path)) return [];
    const value = this.#mergeinfoAt(revision, line.path);
    if (value === line.mergeinfo) return [];
    const before = parseMergeinfo(line.mergeinfo);
    const after = parseMergeinfo(value);
    line.mergeinfo = value;
    const target = headOf(line);
    if (target < 0) return [];
    const tips: number[] = [];
    for (const [path, ranges] of after) {
      if (path === line.path) continue;
      const youngest = Math.min(youngestNew(before.get(path), ranges), revision.r - 1);
      if (youngest < 1) continue;
      const source = lines.at(path, youngest);
      if (source === undefined || source.match.kind === 'tag') continue;
      const tip = commitAt(graph, source, youngest);
      if (tip < 0) continue;
      const missing = graph.missing(tip, target);
      const whole = missing.every(
        (commit) => graph.changesNothing(commit) || contains(after.get(graph.path(commit)), graph.revision(commit)),
      );
      if (missing.length > 0 && whole) tips.push(tip);
    }
    return graph.independent(tips);
  }

  treeId(_line: Line, tree: number, facts: number, cut: Cut | null): string {
    return this.#options.rewriter.treeId(tree, facts, cut);
  }

  commits(): boolean {
    return true;
  }

  #mergeinfoAt(revision: JournalRevision, path: string): string {
    const { facts } = this.#options;
    return facts.ownOf(facts.find(revision.f, path)).properties?.['svn:mergeinfo'] ?? '';
  }
}
