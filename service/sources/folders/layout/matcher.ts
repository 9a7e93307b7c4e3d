/** Which folders of a history of folders are the main line, branches and tags under a layout. */
import { pathBytes } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import { absolute, rootOf } from './conventional.ts';

/** What a folder becomes in Git. */
export interface LineMatch {
  kind: 'trunk' | 'branch' | 'tag';
  /** Name below `refs/heads/` or `refs/tags/`, not yet made legal; bytes as a latin1 string. */
  name: string;
}

/** Which folders are lines. Paths are bytes as latin1 strings. */
export interface LineMatcher {
  /** What exactly this folder becomes, or null. */
  match(path: string): LineMatch | null;
  /** The line's folder that is or contains `path`, or null. */
  lineOf(path: string): string | null;
  /** Whether a line's folder may lie somewhere below `path`. */
  mayContainLines(path: string): boolean;
  /** Whether a pattern names something below `path`: it is a folder of branches, of tags or of projects. */
  holdsLines(path: string): boolean;
  /** Whether a person left out `path`, or a folder around it. */
  isLeftOut(path: string): boolean;
  /** Folders that a person left out on purpose. */
  readonly leftOut: readonly string[];
}

/** Name of the branch of what lies in no other folder of the layout. */
const REST = 'root';

interface Pattern {
  kind: 'branch' | 'tag';
  segments: string[];
  /** Segments before the first star; all but the last where there is none. */
  container: string[];
  /** From which segment on the name counts. */
  nameFrom: number;
  isRest: boolean;
}

export class LayoutMatcher implements LineMatcher {
  readonly #trunk: string | null;
  readonly #patterns: Pattern[];
  readonly #defaultBranch: string;
  readonly #depth: number;
  readonly root: string;
  readonly leftOut: readonly string[];

  constructor(layout: Layout) {
    this.root = rootOf(layout);
    this.leftOut = layout.left_out.map((path) => absolute(this.root, pathBytes(path)));
    this.#defaultBranch = layout.default_branch;
    this.#trunk = layout.trunk === null ? null : absolute(this.root, pathBytes(layout.trunk));
    this.#patterns = [
      ...layout.branches.map((text) => pattern('branch', this.root, text)),
      ...layout.tags.map((text) => pattern('tag', this.root, text)),
    ];
    for (const inner of this.#patterns) {
      const holders = this.#patterns.filter(
        (outer) =>
          outer.kind === inner.kind &&
          outer.segments.includes('*') &&
          outer.container.length < inner.container.length &&
          startsWith(inner.container, outer.container),
      );
      inner.nameFrom = Math.min(inner.container.length, ...holders.map((holder) => holder.container.length));
    }
    this.#depth = Math.max(
      0,
      ...this.#patterns.map((p) => p.segments.length),
      this.#trunk === null ? 0 : segmentsOf(this.#trunk).length,
    );
  }

  match(path: string): LineMatch | null {
    if (this.isLeftOut(path)) return null;
    if (path === this.#trunk) return { kind: 'trunk', name: this.#defaultBranch };
    const segments = segmentsOf(path);
    let found: Pattern | null = null;
    for (const candidate of this.#patterns) {
      if (candidate.segments.length !== segments.length) continue;
      if (!candidate.segments.every((wanted, i) => wanted === '*' || wanted === segments[i])) continue;
      // What is named letter by letter is meant, whatever lies in it.
      if (!candidate.segments.includes('*')) return { kind: candidate.kind, name: nameOf(candidate, segments) };
      found ??= candidate;
    }
    if (found === null || this.#isContainer(segments)) return null;
    return { kind: found.kind, name: nameOf(found, segments) };
  }

  lineOf(path: string): string | null {
    if (this.isLeftOut(path)) return null;
    const segments = segmentsOf(path);
    for (let n = Math.min(segments.length, this.#depth); n >= 0; n--) {
      const folder = segments.slice(0, n).join('/');
      if (this.match(folder) !== null) return folder;
    }
    return null;
  }

  mayContainLines(path: string): boolean {
    return segmentsOf(path).length < this.#depth;
  }

  holdsLines(path: string): boolean {
    const segments = segmentsOf(path);
    const inside = (wanted: string[]) =>
      wanted.length > segments.length && segments.every((segment, i) => wanted[i] === '*' || wanted[i] === segment);
    return (this.#trunk !== null && inside(segmentsOf(this.#trunk))) || this.#patterns.some((p) => inside(p.segments));
  }

  isLeftOut(path: string): boolean {
    return this.leftOut.some((folder) => path === folder || path.startsWith(`${folder}/`));
  }

  /** Whether another pattern, or trunk, names something in this folder letter by letter. */
  #isContainer(segments: string[]): boolean {
    const inside = (other: string[]) => other.length > segments.length && startsWith(other, segments);
    return (this.#trunk !== null && inside(segmentsOf(this.#trunk))) || this.#patterns.some((p) => inside(p.segments));
  }
}

function pattern(kind: Pattern['kind'], root: string, text: string): Pattern {
  const segments = segmentsOf(absolute(root, pathBytes(text)));
  const star = segments.indexOf('*');
  const container = segments.slice(0, star < 0 ? -1 : star);
  return { kind, segments, container, nameFrom: container.length, isRest: text === '' };
}

function nameOf(found: Pattern, segments: string[]): string {
  if (found.isRest) return REST;
  // Folders between two stars say nothing: `projects/*/trunk` is named after the project.
  return segments.filter((_, i) => i >= found.nameFrom && (i < found.container.length || isNamed(found, i))).join('/');
}

function isNamed(found: Pattern, i: number): boolean {
  return found.segments[i] === '*' || !found.segments.includes('*');
}

function startsWith(segments: string[], lead: string[]): boolean {
  return lead.every((segment, i) => segment === segments[i]);
}

function segmentsOf(path: string): string[] {
  return path === '' ? [] : path.split('/');
}
