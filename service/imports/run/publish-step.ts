/** The last part of a run: what was mapped into the repository, compared, and said. */
import { say } from '../../../language/sentence.ts';
import { dataOf } from '../../failures/failure.ts';
import type { Fetched } from '../../store/import-record.ts';
import { readUpdateRow } from '../publish/update.ts';
import { publishInThread } from '../steps/steps.ts';
import type { RunState } from './run-state.ts';

export async function publish(run: RunState, mapped: Uint8Array): Promise<void> {
  run.step = 'push';
  await run.takePlace('push');
  run.change({ status: 'pushing', waiting_for_release: false, status_text: say('Pushing...') });
  const record = run.record();
  // After the row says that it pushes: from now on no migration can lock the repository.
  run.rooms.refuseLocked(record.repository_id);
  await run.rooms.pushesEnded(record.repository_id);
  const { authors } = run.rooms;
  // Before the report is written, which ends what is known of the update.
  const confirmed = readUpdateRow(run.folder())?.confirmed ?? null;
  if (confirmed !== null) run.rooms.imports.leaveCommitsUncounted(record.id);
  const repositoryPath = run.rooms.repositoryPath(record);
  const { differs, compared, verdict, head } = await publishInThread(
    {
      record,
      repositoryPath,
      mapped,
      refs: run.rooms.refsPlace(record.id),
      fetchFailure: run.fetchFailure === null ? null : dataOf(run.fetchFailure),
      report: {
        authors: authors.count(record.id),
        authors_mapped: authors.countMapped(record.id),
        authors_placeholder: authors.countPlaceholders(record.id),
        repository_path: repositoryPath,
        files: run.rooms.reportFiles(record),
      },
    },
    await run.context(),
    run.rooms.imports,
    (percent) => {
      run.pushPercent = percent;
      run.read({
        step: 'push',
        fraction: percent / 100,
        done: null,
        total: null,
        unit: 'objects',
        status_text: say('Writing the repository.'),
      });
    },
  );
  await run.rooms.repositoryChanged(record.repository_id, head);
  const isSame = compared.source_state === 'same';
  if (differs) {
    run.log.write('error', say('The repository differs from the source. The report says where.'));
  } else if (verdict.complete.state === 'red') run.log.write('error', verdict.complete.text);
  else if (isSame) run.log.write('info', say('The repository equals the source.'));
  else run.log.write('warning', [say('The repository equals what was fetched.'), compared.compared_with]);
  await run.tidy();
  await run.cures.done();
  run.rooms.roomWasEnough(record);
  run.change({
    status: 'complete',
    status_text: isSame ? say('Done') : compared.compared_with,
    ...(record.fetched === null ? {} : { fetched: afterPublishing(record.fetched, compared.source_state) }),
    verdict,
    failed_step: null,
    failure: null,
    finished_at: run.rooms.now(),
  });
}

/** What was fetched, as it is kept of an import that is complete: nothing of an update is under way. */
function afterPublishing({ new_authors: _known, ...fetched }: Fetched, source_state: Fetched['source_state']): Fetched {
  return { ...fetched, updating: false, ...(source_state === undefined ? {} : { source_state }) };
}
