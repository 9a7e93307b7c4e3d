/** The second part of a run: branches, tags and authors as they will be. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted, type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { sourceOf } from '../../sources/index.ts';
import type { Source, SourceContext } from '../../sources/source.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { MadeAuthor } from '../../vocabulary/history.ts';
import { madeListOf } from '../comparisons/made-list.ts';
import { isOtherShape, readUpdateRow } from '../publish/update.ts';
import type { MapStep } from '../steps/step-job.ts';
import { mapInThread } from '../steps/steps.ts';
import { asBefore } from './look.ts';
import type { Prepared, RunState } from './run-state.ts';
import { withTakenOver } from './taken-over.ts';

export async function mapHistory(run: RunState): Promise<Prepared> {
  run.step = 'rewrite';
  await run.takePlace('rewrite');
  run.change({ status: 'mapping', waiting_for_release: false, status_text: say('Mapping branches and authors...') });
  const settings = run.options.settings();
  const record = run.record();
  const source = sourceOf(record.vcs);
  if (source === undefined) throw Failure.of('import.source_unknown', {});
  const identities = run.rooms.authors.identities(record.id);
  run.log.write(
    'info',
    identities.size === 1
      ? say('Making branches and tags; 1 author is mapped.')
      : say('Making branches and tags; {count} authors are mapped.', { count: counted(identities.size) }),
  );
  const context = await run.context();
  const layout = await layoutOf(run, record, source, context);
  let ofProject: MadeAuthor[] | null = null;
  const mapped = await mapInThread(
    {
      vcs: source.vcs,
      layout,
      identities,
      includeHiddenRefs: record.include_hidden_refs,
      useLfs: record.use_lfs,
      wishes: record.wishes,
      findings: record.fetched?.findings ?? [],
      largeFiles: run.rooms.imports.largeFiles(record.id),
      published: publishedBefore(run, source),
    },
    context,
    (outcome, authors) => {
      run.made = outcome;
      ofProject = authors;
    },
  );
  // Of a whole history the fetch says who is in it.
  if (!source.fetchesAnew) await run.authors.keepMade(ofProject);
  const { fetched } = run.record();
  if (run.takenOver !== null && fetched !== null)
    run.change({ fetched: { ...fetched, findings: withTakenOver(fetched.findings, run.takenOver) } });
  return { mapped, settings };
}

/**
 * What an update or a restart finds published; null of a run that is neither, and of a source that is fetched anew and was held against what
 * was fetched before: where that was damaged, what was published is all that is left of it.
 */
function publishedBefore(run: RunState, source: Source): MapStep['published'] {
  if (source.fetchesAnew && (run.isCompared || run.fetchFailure !== null)) return null;
  const update = readUpdateRow(run.folder());
  const before = update ?? run.restarted;
  const record = run.record();
  const repository = run.rooms.repositoryPath(record);
  // Who lost the repository is told so elsewhere.
  if (before === null || (update === null && !existsSync(repository))) return null;
  return {
    repository,
    revisions: run.rooms.reportFiles(record).revisions,
    revisionsNow: source.keepsIds ? null : join(run.folder(), madeListOf(source.vcs)),
    otherShape: isOtherShape(before, record),
    refs: update === null ? run.rooms.refsPlace(record.id) : null,
  };
}

/** The layout that a person chose, or that the history suggests for the project that was chosen after the fetch. */
async function layoutOf(
  run: RunState,
  record: ImportRecord,
  source: Source,
  context: SourceContext,
): Promise<ImportRecord['detected_layout']> {
  const { chosen_layout, detected_layout, svn_root, fetched } = record;
  if (chosen_layout !== null || source.layoutOf === undefined || !svn_root) return chosen_layout ?? detected_layout;
  if (fetched?.layout?.root === svn_root) return detected_layout;
  const detected = asBefore(await source.layoutOf(svn_root, context), detected_layout);
  run.change({ detected_layout: detected });
  return detected;
}

/**
 * Has it wait where authors have no address of whom a person wants to be asked: of an update, those that it found.
 * @returns what it asks; null where there is nothing to ask
 */
export function holdForNewAuthors(run: RunState): Said | null {
  const { id, vcs, fetched, hold_for_new_authors } = run.record();
  if (!hold_for_new_authors || sourceOf(vcs)?.keepsIds === true) return null;
  const isUpdate = fetched?.new_authors !== undefined;
  const unknown = run.rooms.authors.countPlaceholders(id, fetched?.new_authors?.after);
  if (unknown === 0) return null;
  run.change({ hold_before_push: true });
  const asks = askFor(unknown, isUpdate);
  run.log.write('warning', asks.forLog);
  return asks.forState;
}

/** What is asked, as a state says it and as a line of a log does. @param count authors without an address */
function askFor(count: number, isUpdate: boolean): { forState: Said; forLog: Said } {
  if (isUpdate)
    return count === 1
      ? {
          forState: say('{count} new author has no address: say who they are', { count }),
          forLog: say('{count} new author has no address: say who they are.', { count }),
        }
      : {
          forState: say('{count} new authors have no address: say who they are', { count }),
          forLog: say('{count} new authors have no address: say who they are.', { count }),
        };
  return count === 1
    ? {
        forState: say('{count} author has no address: say who they are', { count }),
        forLog: say('{count} author has no address: say who they are.', { count }),
      }
    : {
        forState: say('{count} authors have no address: say who they are', { count }),
        forLog: say('{count} authors have no address: say who they are.', { count }),
      };
}
