/** The first part of a run: what the address is, and everything from there. */

import { counted, say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { sayFailure } from '../../failures/sentences.ts';
import { flushTree } from '../../files/durable-tree.ts';
import type { Address } from '../../sources/address.ts';
import { sourceOf } from '../../sources/index.ts';
import { orUnreadable } from '../../sources/local/unreadable.ts';
import type { Source } from '../../sources/source.ts';
import { expectSteps } from '../steps/steps.ts';
import { isOfTheSource } from './ask-source.ts';
import {
  fetchContentsPatiently,
  fetchPatiently,
  IMPORTING,
  lookPatiently,
  type PatientRooms,
} from './fetch-patiently.ts';
import { asBefore, ChoiceNeeded, look } from './look.ts';
import { PRIVATE_FOLDER } from './resume.ts';
import type { RunState } from './run-state.ts';
import { isRestart, withTakenOver } from './taken-over.ts';

/** Fetches what there is, or goes on with what was fetched before where a restart finds that the source fails. */
export async function fetchOrKeep(run: RunState): Promise<void> {
  const before = run.record().fetched;
  if (before === null || !isRestart(run.record())) {
    await fetchHistory(run, await lookAtSource(run, run.options.goesOn));
    return;
  }
  try {
    await fetchHistory(run, await lookAtSource(run, false));
  } catch (error) {
    run.signal.throwIfAborted();
    if (error instanceof ChoiceNeeded) throw error;
    const failure = asFailure(error);
    const source = sourceOf(run.record().vcs);
    if (!isOfTheSource(failure) || source === undefined) throw failure;
    run.fetchFailure = failure;
    run.log.write('warning', [
      say('What is new could not be fetched; the import goes on with what was fetched before.'),
      sayFailure(failure, 'import'),
    ]);
    await run.authors.finish();
    const kept = await source.keep(await run.context());
    const { again: _asked, ...rest } = before;
    if (kept !== null) run.rooms.imports.replaceLargeFiles(run.options.importId, kept.large_files);
    run.change({
      fetched: { ...rest, ...(kept === null ? {} : { commit_count: kept.commit_count, findings: kept.findings }) },
      ...(kept === null ? {} : { commit_count: kept.commit_count }),
    });
  }
}

function patient(run: RunState): PatientRooms {
  return {
    patience: run.rooms.patience,
    signal: run.signal,
    log: run.log,
    context: () => run.context(),
    tell: (status_text) => run.change({ status_text }),
    read: (reading) => run.read(reading),
  };
}

/** Finds out what the address is and how it is laid out; a server that is not well just now is asked again. */
function lookAtSource(run: RunState, goesOn: boolean): Promise<Source> {
  return lookPatiently(() => lookOnce(run), run.options.address.url, patient(run), goesOn);
}

async function lookOnce(run: RunState): Promise<Source> {
  const { address } = run.options;
  run.read({
    step: 'detection',
    fraction: 0,
    done: null,
    total: null,
    unit: 'objects',
    status_text: say('Asking the source what it is.'),
  });
  run.log.write('info', say('Looking at {address}.', { address: address.url }));
  const context = await run.context();
  const { credentials, signal } = context;
  const login = { address: address.url, credentials };
  return run.rooms.logins.pass(login, { askedAt: run.options.askedAt, signal }, (letIn) =>
    look({
      record: run.record(),
      address,
      context,
      change: (change) => run.change(change),
      onRecognised: () => {
        letIn();
        run.step = 'raw';
        void keepCredentials(run);
      },
    }),
  );
}

async function keepCredentials(run: RunState): Promise<void> {
  const record = run.rooms.imports.byId(run.options.importId);
  if (record === undefined) return;
  try {
    await run.rooms.credentialsProved(record);
  } catch (error) {
    run.log.write('warning', say('The keychain did not take the password, so it is not remembered.'));
    run.rooms.engineLog('warning', `Import ${run.options.importId}: the keychain refused. ${String(error)}`);
  }
}

/** Nothing of it comes over a line: cores, not a server, say how long it takes. */
function isOfThisDisk({ scheme }: Pick<Address, 'scheme'>): boolean {
  return scheme === 'path' || scheme === 'file';
}

async function fetchHistory(run: RunState, source: Source): Promise<void> {
  run.step = 'raw';
  const record = run.record();
  if (isOfThisDisk(run.options.address) && (await run.takePlace('raw'))) run.change({ status_text: IMPORTING });
  expectSteps();
  const fetched = await fetchPatiently(source, record.vcs_url, patient(run)).catch(async (error: unknown) => {
    run.signal.throwIfAborted();
    throw await orUnreadable(run.options.address, error);
  });
  await fetchContentsPatiently(record.vcs_url, patient(run));
  await run.authors.finish();
  if (source.fetchesAnew) await run.authors.keepTold();
  run.rooms.imports.replaceLargeFiles(record.id, fetched.large_files);
  const { commit_count, uuid, layout } = fetched;
  const findings = withTakenOver(fetched.findings, run.takenOver);
  // The row says that it need not be fetched again.
  await flushTree(run.folder(), [PRIVATE_FOLDER]);
  run.change({
    fetched: {
      ...{ url: record.vcs_url, commit_count, uuid, layout, findings, at: run.rooms.now() },
      ...(record.fetched?.updating === true ? { updating: true } : {}),
      ...(record.fetched?.new_authors === undefined ? {} : { new_authors: record.fetched.new_authors }),
    },
    commit_count,
    // Who chose the whole repository wants one branch of it; else the whole history knows best.
    ...(record.svn_root === ''
      ? {}
      : { detected_layout: asBefore(layout, record.detected_layout) ?? record.detected_layout }),
  });
  run.log.write(
    'info',
    commit_count === 1
      ? say('Everything was fetched: 1 revision or commit.')
      : say('Everything was fetched: {count} revisions or commits.', { count: counted(commit_count) }),
  );
  await run.rooms.fetched(run.record());
}
