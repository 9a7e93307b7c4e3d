/** What a layout would make of a history, without making it. Paths are bytes as latin1 strings. */
import { pathBytes, showPath } from '../../../git/names/bytes.ts';
import type { Layout } from '../../../vocabulary/history.ts';
import type { LayoutPreview } from '../../../vocabulary/layout-preview.ts';
import type { JournalRevision } from '../raw/journal.ts';
import { type HistoryView, startedLines } from './line-starts.ts';
import { LayoutMatcher, type LineMatch } from './matcher.ts';
import { OutsideFinder } from './outside.ts';
import { OutsideTally } from './outside-tally.ts';
import { PastFinder } from './pasts.ts';
import { isWithin } from './paths.ts';
import { PresentPasts } from './present-pasts.ts';

const MAX_LINES = 2000;
const MAX_FOLDERS = 2000;
const DEPTH = 3;

interface LineSeen {
  match: LineMatch;
  revisions: number;
  last: number;
  isLiving: boolean;
  copiedFrom: string | null;
}

interface FolderSeen {
  revisions: number;
  last: number;
  copiedFrom: string | null;
}

export interface PreviewJob {
  history: HistoryView;
  layout: Layout;
  /** Folder of the project that a person chose; '' when everything was meant. */
  chosenRoot: string;
  /** Every revision, in order; called twice. */
  journal(): Iterable<JournalRevision>;
}

export function previewLayout({ history, layout, chosenRoot, journal }: PreviewJob): LayoutPreview {
  const matcher = new LayoutMatcher(layout);
  const finder = new PastFinder(history, matcher);
  for (const revision of journal()) finder.add(revision);
  const { pasts } = finder.found;
  const preview = new Preview(history, matcher, pathBytes(chosenRoot), new PresentPasts(pasts));
  for (const revision of journal()) preview.add(revision);
  return preview.result((path) => pasts.some((past) => isWithin(path, past.path)));
}

class Preview {
  readonly #history: HistoryView;
  readonly #matcher: LayoutMatcher;
  readonly #present: PresentPasts;
  readonly #outside: OutsideFinder;
  readonly #lines = new Map<string, LineSeen>();
  readonly #folders = new Map<string, FolderSeen>();
  readonly #tally: OutsideTally;
  readonly #counts = { content_revisions: 0, in_git: 0, excluded: 0, lost: 0 };
  #last: Pick<JournalRevision, 't' | 'f'> = { t: -1, f: -1 };

  constructor(history: HistoryView, matcher: LayoutMatcher, chosenRoot: string, present: PresentPasts) {
    this.#history = history;
    this.#matcher = matcher;
    this.#present = present;
    this.#tally = new OutsideTally(matcher);
    const isInside = (path: string) => this.#isInside(path);
    this.#outside = new OutsideFinder({ view: history.view, matcher, chosenRoot, isInside });
    const whole = matcher.match('');
    if (whole !== null) this.#begin('', whole, null);
  }

  add(revision: JournalRevision): void {
    this.#present.moveTo(revision.r);
    const touched = new Set<string>();
    let isInLine = false;
    const touch = (path: string) => {
      for (const folder of uppermost(path)) touched.add(folder);
      const line = this.#matcher.lineOf(path);
      if (line !== null) touched.add(line);
      isInLine ||= this.#isInside(path);
    };
    for (const event of revision.e) {
      const [kind, path] = event;
      const source = kind === 'C' ? { path: event[2], revision: event[3] } : null;
      if (kind === 'D') this.#end(path);
      if (kind === 'A' || kind === 'C') {
        for (const line of startedLines(this.#history, this.#matcher, revision, path, source)) {
          this.#begin(line.path, line.match, line.source?.path ?? null);
          isInLine = true;
        }
        this.#see(path, source?.path ?? null);
      }
      touch(path);
    }
    for (const path of revision.c) touch(path);
    for (const path of touched) this.#count(path, revision.r);
    this.#account(revision, isInLine);
  }

  result(isPast: (path: string) => boolean): LayoutPreview {
    const lines = [...this.#lines].map(([path, { match, isLiving, copiedFrom, ...seen }]) => ({
      kind: match.kind,
      name: showPath(match.name),
      folder: showPath(path),
      revisions: seen.revisions,
      last: seen.last,
      is_living: isLiving,
      copied_from: copiedFrom === null ? null : showPath(copiedFrom),
    }));
    const rank = { trunk: 0, branch: 1, tag: 2 } as const;
    lines.sort(
      (a, b) => Number(b.is_living) - Number(a.is_living) || rank[a.kind] - rank[b.kind] || (a.name < b.name ? -1 : 1),
    );
    const folders = [...this.#folders]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([path, { copiedFrom, ...seen }]) => ({
        folder: showPath(path),
        ...seen,
        is_living: this.#isLiving(path),
        copied_from: copiedFrom === null ? null : showPath(copiedFrom),
        becomes: this.#becomes(path, isPast),
      }));
    return {
      ...this.#counts,
      lines: lines.slice(0, MAX_LINES),
      lines_total: lines.length,
      folders,
      outside: this.#tally.folders,
    };
  }

  #becomes(path: string, isPast: (path: string) => boolean): LayoutPreview['folders'][number]['becomes'] {
    if (this.#matcher.isLeftOut(path)) return 'left_out';
    const match = this.#matcher.match(path);
    if (match !== null) return match.kind;
    if (this.#matcher.holdsLines(path)) return 'holds';
    if (this.#matcher.lineOf(path) !== null) return 'inside';
    const shown = showPath(path);
    const isOutside = this.#tally.folders.some(
      ({ folder, is_excluded }) => !is_excluded && (isWithin(folder, shown) || isWithin(shown, folder)),
    );
    if (isOutside) return 'outside';
    return isPast(path) ? 'past' : 'empty';
  }

  #account(revision: JournalRevision, isInLine: boolean): void {
    const { lost, excluded } = this.#outside.add(revision);
    const isChange = revision.t !== this.#last.t;
    this.#last = revision;
    this.#tally.add(revision.r, { lost, excluded });
    if (lost.length > 0) this.#counts.lost += 1;
    else if (isChange && isInLine) this.#counts.in_git += 1;
    else if (excluded.length > 0) this.#counts.excluded += 1;
    else return;
    this.#counts.content_revisions += 1;
  }

  #isInside(path: string): boolean {
    return this.#matcher.lineOf(path) !== null || (!this.#matcher.isLeftOut(path) && this.#present.isInside(path));
  }

  #begin(path: string, match: LineMatch, copiedFrom: string | null): void {
    this.#lines.set(path, { match, revisions: 0, last: 0, isLiving: true, copiedFrom });
  }

  #end(path: string): void {
    for (const [line, seen] of this.#lines) if (isWithin(line, path)) seen.isLiving = false;
  }

  #see(path: string, copiedFrom: string | null): void {
    if (path.split('/').length > DEPTH) return;
    const known = this.#folders.get(path);
    if (known !== undefined) known.copiedFrom = copiedFrom ?? known.copiedFrom;
    else if (this.#folders.size < MAX_FOLDERS) this.#folders.set(path, { revisions: 0, last: 0, copiedFrom });
  }

  #count(path: string, revision: number): void {
    const line = this.#lines.get(path);
    const folder = this.#folders.get(path);
    for (const seen of [line, folder]) {
      if (seen === undefined) continue;
      seen.revisions += 1;
      seen.last = revision;
    }
  }

  #isLiving(path: string): boolean {
    const { view, facts } = this.#history;
    return view.folder(this.#last.t, path) >= 0 || facts.find(this.#last.f, path) >= 0;
  }
}

/** The first folders of a path. */
function uppermost(path: string): string[] {
  const segments = path === '' ? [] : path.split('/');
  return segments.slice(0, DEPTH).map((_, i) => segments.slice(0, i + 1).join('/'));
}
