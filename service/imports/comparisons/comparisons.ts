/** Comparisons of every revision with the source asked anew: one an import, stopped and told of while they work. */

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { counted, day, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Throttle } from '../../events/progress.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { letGo } from '../../files/let-go.ts';
import { isPackedThere } from '../../files/packed-file.ts';
import { unlessAborted } from '../../processes/bounded-waits.ts';
import { sourceOf } from '../../sources/index.ts';
import type { ComparedRevisions, SourceContext } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Comparison } from '../../vocabulary/comparison.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Verdict } from '../../vocabulary/verdict.ts';
import { amendComparison } from '../report/amend-comparison.ts';
import { readReport } from '../report/report.ts';
import type { ImportRooms } from '../run/import-rooms.ts';
import { comparePublished } from './compare-published.ts';
import { madeListOf } from './made-list.ts';
import type { ComparedRefs } from './published-refs.ts';
import type { ComparedPublished } from './published-worker.ts';

/** Ends that are told of without a report: of a list of thousands the latest. */
const MOST_LAST = 200;
/** Milliseconds between two readings that are told. */
const TELL_MS = 250;

interface Running {
  abort: AbortController;
  comparison: Comparison;
  /** Whether the report has it, and is read from now on. */
  isInReport: boolean;
  done: Promise<void>;
}

export interface ComparisonRooms
  extends Pick<ImportRooms, 'folder' | 'refsPlace' | 'repositoryPath' | 'reportFiles' | 'now' | 'events'> {
  /** Keeps the import as it is meanwhile; an operation on it stops the work. @returns whether it was done */
  visit(repositoryId: number, signal: AbortSignal, work: (signal: AbortSignal) => Promise<void>): Promise<boolean>;
  /** Takes over a verdict that a comparison changed. */
  changed(record: ImportRecord, verdict: Verdict): void;
}

export class Comparisons {
  readonly #rooms: ComparisonRooms;
  readonly #running = new Map<number, Running>();
  /** Ends since the start, whether a report has them or not. */
  readonly #last = new Map<number, Comparison>();
  /** Ends that are in no report. */
  readonly #ended = new Map<number, Comparison>();

  constructor(rooms: ComparisonRooms) {
    this.#rooms = rooms;
  }

  /** The one that works, else the last; null where none was asked for. */
  async of(record: ImportRecord): Promise<Comparison | null> {
    const known = this.#running.get(record.id)?.comparison ?? this.#ended.get(record.id);
    if (known !== undefined) return known;
    const report = await readReport(this.#rooms.folder(record.id), this.#rooms.reportFiles(record));
    return report?.comparison ?? null;
  }

  /** Those that work, and the last of each import that ended since the start. */
  all(): { importId: number; comparison: Comparison }[] {
    const all = new Map(this.#last);
    for (const [importId, { comparison }] of this.#running) all.set(importId, comparison);
    return [...all].map(([importId, comparison]) => ({ importId, comparison }));
  }

  isRunning(importId: number): boolean {
    return this.#running.has(importId);
  }

  /** Begins, and returns at once. The import must be complete, and its source one that can be compared. */
  start(record: ImportRecord, credentials: Promise<Credentials | null>): Comparison {
    const comparison: Comparison = {
      ...{ state: 'running', started_at: this.#rooms.now(), finished_at: null, total: null },
      ...{ compared: 0, not_compared: 0, differing: 0, text: say('Asking the source.'), differences: [], left: [] },
    };
    const abort = new AbortController();
    const running: Running = { abort, comparison, isInReport: false, done: Promise.resolve() };
    this.#running.set(record.id, running);
    this.#ended.delete(record.id);
    running.done = this.#work(record, credentials, running);
    return comparison;
  }

  /** Stops the one that works; resolves when nothing of it is left. */
  async stop(importId: number): Promise<void> {
    const running = this.#running.get(importId);
    running?.abort.abort();
    await running?.done;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((id) => this.stop(id)));
  }

  async #work(record: ImportRecord, credentials: Promise<Credentials | null>, running: Running): Promise<void> {
    const begun = running.comparison;
    const tell = () => {
      const { owner, repo, id } = record;
      this.#rooms.events.emit({ type: 'import.comparison', owner, repo, import_id: id });
    };
    let end: Comparison = { ...begun, state: 'stopped', text: say('The comparison was stopped.') };
    try {
      await this.#rooms.visit(record.repository_id, running.abort.signal, async (signal) => {
        end = await this.#compare(record, credentials, running, signal, tell);
      });
      if (end.state === 'stopped')
        end = { ...running.comparison, state: 'stopped', text: stoppedText(running.comparison) };
    } catch (error) {
      end = { ...running.comparison, state: 'failed', text: sayFailure(asFailure(error), 'import') };
    }
    const ended = { ...end, finished_at: this.#rooms.now() };
    // What is in the report is read there; one of an earlier version takes none.
    if (!running.isInReport) this.#ended.set(record.id, ended);
    this.#last.delete(record.id);
    this.#last.set(record.id, ended);
    for (const id of this.#last.keys()) {
      if (this.#last.size <= MOST_LAST) break;
      this.#last.delete(id);
    }
    this.#running.delete(record.id);
    tell();
  }

  async #compare(
    record: ImportRecord,
    credentials: Promise<Credentials | null>,
    running: Running,
    signal: AbortSignal,
    tell: () => void,
  ): Promise<Comparison> {
    const folder = this.#rooms.folder(record.id);
    // Earlier versions kept no list of what they made: nothing of it would be compared, and nothing would differ.
    if (!isPackedThere(join(folder, madeListOf(record.vcs)))) throw Failure.of('import.no_list_of_made', {});
    const privateFolder = join(folder, 'comparing');
    await letGo(privateFolder);
    await mkdir(privateFolder, { recursive: true, mode: 0o700 });
    const throttle = new Throttle<{ done: number | null; total: number | null; text: Sentence }>(TELL_MS, (reading) => {
      const { done, total, text } = reading;
      running.comparison = { ...running.comparison, compared: done ?? 0, total, text };
      tell();
    });
    const context: SourceContext = {
      ...{
        credentials: await unlessAborted(credentials, signal),
        signal,
        folder,
        privateFolder,
        tfvcProject: record.tfvc_project,
        svnRoot: record.svn_root,
      },
      onProgress: ({ done, total, status_text }) => throttle.push({ done, total, text: status_text }),
      onLog: () => undefined,
      onAuthors: () => undefined,
    };
    try {
      const source = sourceOf(record.vcs);
      const compared = (await source?.compare?.(record.vcs_url, context)) as ComparedRevisions;
      const published = await comparePublished(
        { record, refs: this.#rooms.refsPlace(record.id), repositoryPath: this.#rooms.repositoryPath(record) },
        this.#rooms.reportFiles(record).revisions,
        signal,
      );
      throttle.flush();
      signal.throwIfAborted();
      const finished_at = this.#rooms.now();
      const comparison = resultOf(running.comparison, compared, published, finished_at);
      const verdict = await amendComparison(this.#rooms.reportFiles(record), folder, comparison);
      running.isInReport = verdict !== null;
      if (verdict !== null) this.#rooms.changed(record, verdict);
      return comparison;
    } finally {
      await letGo(privateFolder);
    }
  }
}

function stoppedText({ compared, total }: Comparison): Said {
  if (total === null)
    return say('The comparison was stopped before it had counted the revisions. It says nothing of them.');
  return say('The comparison was stopped after {count} of {total} revisions. It says nothing of the others.', {
    count: counted(compared),
    total: counted(total),
  });
}

function resultOf(
  begun: Comparison,
  { total, compared, not_compared, differing, what, logs }: ComparedRevisions,
  published: ComparedPublished,
  finished_at: string,
): Comparison {
  const count = differing.count + (published.differing ?? 0);
  const values = { compared: counted(compared), total: counted(total), day: day(finished_at.slice(0, 10)), what };
  const parts: Said[] = [
    total === 1
      ? say('{compared} of 1 revision was compared on {day}, file by file, {what}.', values)
      : say('{compared} of {total} revisions were compared on {day}, file by file, {what}.', values),
  ];
  if (logs > 0)
    parts.push(
      logs === 1
        ? say('Of 1 revision the author, the date and the message were compared with the source’s log.')
        : say('Of {count} revisions authors, dates and messages were compared with the source’s log.', {
            count: counted(logs),
          }),
    );
  if (not_compared.count > 0) parts.push(say('{count} could not be compared.', { count: counted(not_compared.count) }));
  if (count === 0) parts.push(say('None of them differs.'));
  else if (count === 1) parts.push(say('{count} differs.', { count }));
  else parts.push(say('{count} differ.', { count: counted(count) }));
  if (published.differing === null)
    parts.push(
      say(
        'They were compared with what was fetched. The published commits have other files on purpose, and were compared with it when they were published.',
      ),
    );
  const { refs } = published;
  parts.push(...refsSentences(refs));
  return {
    ...begun,
    ...{ state: 'complete', finished_at, total, compared, not_compared: not_compared.count },
    ...{ differing: count + refs.differing, refs: { total: refs.total, differing: refs.differing } },
    text: parts,
    // What is not in the repository any more is lost to whoever clones it: first.
    differences: [...refs.examples, ...differing.examples, ...published.examples].slice(0, 100),
    left: not_compared.examples,
  };
}

function refsSentences({ total, differing, grown }: ComparedRefs): Said[] {
  const parts: Said[] = [];
  if (differing > 0)
    parts.push(
      differing === 1
        ? say(
            'Of {total} branches and tags that were published {count} is not in the repository as it was published.',
            {
              ...{ total: counted(total), count: counted(differing) },
            },
          )
        : say(
            'Of {total} branches and tags that were published {count} are not in the repository as they were published.',
            {
              ...{ total: counted(total), count: counted(differing) },
            },
          ),
    );
  if (differing > 0)
    parts.push(
      say(
        'Unless somebody meant it so, put them back with "git update-ref <name> <id>" in the folder of the repository, or import into a new one.',
      ),
    );
  if (differing === 0 && total > 0)
    parts.push(
      total === 1
        ? say('The branch or tag that was published is in the repository.')
        : say('All {total} branches and tags that were published are in the repository.', { total: counted(total) }),
    );
  if (grown > 0)
    parts.push(
      grown === 1
        ? say('{count} branch has commits on top that came since; those are not of the source.', {
            count: counted(grown),
          })
        : say('{count} branches have commits on top that came since; those are not of the source.', {
            count: counted(grown),
          }),
    );
  return parts;
}
