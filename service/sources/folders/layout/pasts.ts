/**
 * Where lines come from: a folder that is no line itself, but that a line was copied from, or whose content was moved into
 * one, is that line's past. A past is a line without a ref of its own, from the beginning of the folder to the last revision
 * that went into a line. Paths are bytes as latin1 strings.
 */
import type { JournalRevision } from '../raw/journal.ts';
import { type FolderAt, FolderMoves } from './folder-moves.ts';
import { type HistoryView, startedLines } from './line-starts.ts';
import type { LineMatcher } from './matcher.ts';
import { isWithin, parentOf } from './paths.ts';

export interface Past {
  path: string;
  /** First revision; the past that begins in r0 is there from the start. */
  from: number;
  /** Last revision that a line took over. */
  until: number;
  /** What the folder was copied from. */
  source: FolderAt | null;
}

/** Content of a past that a line took over file by file, without a copy of the whole folder. */
export interface Arrival {
  /** Folder of the line. */
  line: string;
  past: FolderAt;
}

export interface Pasts {
  pasts: Past[];
  /** By revision. */
  arrivals: Map<number, Arrival[]>;
}

/** Fed with the journal in order. */
export class PastFinder {
  readonly #history: HistoryView;
  readonly #matcher: LineMatcher;
  readonly #moves = new FolderMoves();
  readonly #pasts = new Map<string, Past>();
  readonly #arrivals = new Map<number, Arrival[]>();
  /** Lines that were added without a past and have no file yet. */
  readonly #young = new Set<string>();
  /** The pasts that lines took content from. */
  readonly #adopted = new Map<string, string>();
  /** Trees of the revisions so far. */
  readonly #roots: number[] = [];
  #before = -1;

  constructor(history: HistoryView, matcher: LineMatcher) {
    this.#history = history;
    this.#matcher = matcher;
  }

  add(revision: JournalRevision): void {
    this.#moves.add(revision);
    for (const event of revision.e) {
      const [kind, path] = event;
      if (kind === 'D') {
        for (const line of this.#young) if (isWithin(line, path)) this.#young.delete(line);
      } else if (kind === 'A') {
        if (this.#matcher.match(path) !== null) this.#young.add(path);
      } else if (kind === 'C') {
        const source = { path: event[2], revision: event[3] };
        for (const started of startedLines(this.#history, this.#matcher, revision, path, source)) {
          this.#young.delete(started.path);
          if (started.source !== null) this.#follow(started.source);
        }
      }
    }
    if (this.#young.size > 0 || this.#adopted.size > 0) this.#takeOver(revision);
    this.#roots[revision.r] = revision.t;
    this.#before = revision.r;
  }

  /** What was found in the revisions so far. */
  get found(): Pasts {
    return { pasts: [...this.#pasts.values()], arrivals: this.#arrivals };
  }

  #follow(at: FolderAt): void {
    for (let source: FolderAt | null = at; source !== null; ) {
      // Within a line, the line is the past.
      if (this.#matcher.lineOf(source.path) !== null || this.#matcher.isLeftOut(source.path)) return;
      const life = this.#moves.lifeOf(source.path, source.revision);
      const key = `${life.begin} ${source.path}`;
      const known = this.#pasts.get(key);
      if (known !== undefined) {
        known.until = Math.max(known.until, source.revision);
        return;
      }
      this.#pasts.set(key, { path: source.path, from: life.begin, until: source.revision, source: life.source });
      source = life.source;
    }
  }

  /** Content that came into lines from folders that are none. */
  #takeOver(revision: JournalRevision): void {
    const places = [...revision.c, ...revision.e.map(([, path]) => path)];
    for (const line of new Set(places.map((path) => this.#matcher.lineOf(path)))) {
      if (line === null) continue;
      const adopted = this.#adopted.get(line);
      if (adopted !== undefined) {
        if (this.#movedOn(revision, adopted, line))
          this.#arrive(revision.r, line, { path: adopted, revision: this.#before });
        continue;
      }
      if (!this.#young.has(line)) continue;
      const tree = this.#history.view.folder(revision.t, line);
      if (tree < 0) continue;
      this.#young.delete(line);
      const past = this.#candidates(revision, line).find((candidate) =>
        this.#isMostOf(candidate, revision, line, tree),
      );
      if (past === undefined) continue;
      this.#adopted.set(line, past.path);
      this.#arrive(revision.r, line, past);
    }
  }

  #arrive(revision: number, line: string, past: FolderAt): void {
    this.#follow(past);
    const arrivals = this.#arrivals.get(revision) ?? [];
    this.#arrivals.set(revision, [...arrivals, { line, past }]);
  }

  /** Folders outside of lines that lost something in a revision, or that something was copied from into the line. */
  #candidates(revision: JournalRevision, line: string): FolderAt[] {
    const found = new Map<string, FolderAt>();
    const add = (path: string, at: number) => {
      if (at < 1 || this.#matcher.lineOf(path) !== null || this.#matcher.isLeftOut(path)) return;
      found.set(`${at} ${path}`, { path, revision: at });
    };
    for (const event of revision.e) {
      if (event[0] === 'C' && event[1].startsWith(`${line}/`)) {
        const rest = event[1].slice(line.length + 1);
        const from = event[2];
        add(
          from === rest ? '' : from.endsWith(`/${rest}`) ? from.slice(0, -rest.length - 1) : parentOf(from),
          event[3],
        );
      }
      if (event[0] === 'D') add(parentOf(event[1]), this.#before);
    }
    for (const path of revision.c) add(path, this.#before);
    return [...found.values()];
  }

  /** Whether at least half of what lies in the line lay in the past under the same name. */
  #isMostOf(past: FolderAt, revision: JournalRevision, line: string, tree: number): boolean {
    const root = this.#roots[past.revision] ?? -1;
    const { view } = this.#history;
    const had = new Map(
      view.list(view.folder(root, past.path)).map(({ name, mode, number }) => [name, `${mode} ${number}`]),
    );
    const copied = new Set(revision.e.flatMap((event) => (event[0] === 'C' ? [`${event[1]}\0${event[2]}`] : [])));
    const entries = view.list(tree);
    const same = entries.filter(
      ({ name, mode, number }) =>
        had.get(name) === `${mode} ${number}` || copied.has(`${line}/${name}\0${join(past.path, name)}`),
    );
    return same.length > 0 && same.length * 2 >= entries.length;
  }

  /** Whether more of a past that the line took from before came into it: what is gone there is here. */
  #movedOn(revision: JournalRevision, past: string, line: string): boolean {
    const lost = new Set<number>();
    const { view } = this.#history;
    const before = this.#roots[this.#before] ?? -1;
    const outside = (path: string) => isWithin(path, past) && this.#matcher.lineOf(path) === null;
    const gone = revision.e.flatMap((event) => (event[0] === 'D' ? [parentOf(event[1])] : []));
    for (const path of new Set([...revision.c, ...gone].filter(outside))) {
      const now = new Set(view.list(view.folder(revision.t, path)).map(({ name, number }) => `${name} ${number}`));
      for (const { name, number } of view.list(view.folder(before, path))) {
        if (!now.has(`${name} ${number}`)) lost.add(number);
      }
    }
    if (lost.size === 0) return false;
    const copied = revision.e.flatMap(([kind, path]) => (kind === 'C' ? [parentOf(path)] : []));
    return [...new Set([...revision.c, ...copied])].some(
      (path) => isWithin(path, line) && view.list(view.folder(revision.t, path)).some(({ number }) => lost.has(number)),
    );
  }
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
