import { join } from 'node:path';
import { deserialize } from 'node:v8';
import { say } from '../../../language/sentence.ts';
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { verifyConversion } from '../../lfs/convert/verify.ts';
import { contentChecks } from '../../lfs/download/source-contents.ts';
import { sourceOf } from '../../sources/index.ts';
import type { MapResult, Source, SourceContext } from '../../sources/source.ts';
import { timestamp } from '../../store/clock.ts';
import type { ImportRecord } from '../../store/import-record.ts';
import type { Vcs } from '../../vocabulary/history.ts';
import type { Compared } from '../../vocabulary/import-report.ts';
import type { Check } from '../../vocabulary/report.ts';
import { messageChecks } from '../messages/verify-messages.ts';
import { withoutNotes } from '../notes/notes-ref.ts';
import { noteChecks } from '../notes/verify-notes.ts';
import { ownedRefs } from '../publish/owned-refs.ts';
import { publish } from '../publish/publish.ts';
import { finishReport } from '../report/finish-report.ts';
import { writeRevisions } from '../revisions/write-revisions.ts';
import { rewrittenChecks } from '../rewritten/rewritten-checks.ts';
import { askSource, isOfTheSource } from '../run/ask-source.ts';
import { madeCheck } from './made-check.ts';
import { ownMapping } from './own-mapping.ts';
import type { Published, PublishStep, StepMessage } from './step-job.ts';

/**
 * Publishes a mapping, compares it with the source, and writes the report.
 * @param recorded resolves when the refs that were posted with 'own' are in the database
 * @throws Failure
 */
export async function publishStep(
  step: PublishStep,
  context: SourceContext,
  post: (message: StepMessage) => void,
  recorded: Promise<void>,
): Promise<Published> {
  const { record, repositoryPath } = step;
  const mapped = deserialize(step.mapped) as MapResult;
  // Read: so much memory is not needed twice.
  step.mapped = new Uint8Array();
  const source = sourceOf(record.vcs);
  if (source === undefined) throw Failure.of('import.source_unknown', {});
  const fetchFailure = step.fetchFailure === null ? null : new Failure(step.fetchFailure);
  const failed = new AbortController();
  const asking = { ...context, signal: AbortSignal.any([context.signal, failed.signal]) };
  // What was fetched is whole: the source's programs start while the repository is written.
  const asked = askSource(source, record, asking, fetchFailure, timestamp);
  asked.catch(() => undefined);
  const publishing = publish({
    repositoryPath,
    stagingPath: join(context.folder, 'staging.git'),
    mapped,
    owned: ownedRefs(step.refs, {
      own: (refs) => {
        post({ type: 'own', refs });
        return recorded;
      },
      disown: (refs) => post({ type: 'disown', refs }),
    }),
    signal: context.signal,
    onPercent: (percent) => post({ type: 'percent', percent }),
  });
  const published = publishing.then(() => undefined);
  const verifying = verify(step, source, mapped, { ...asking, published }, asked);
  verifying.catch(() => undefined);
  const objects = await publishing.catch(async (error: unknown) => {
    failed.abort();
    // Its programs write into a folder that is removed when this has ended.
    await Promise.allSettled([asked, verifying]);
    throw error;
  });
  context.onProgress({
    step: 'verification',
    fraction: 0,
    done: null,
    total: null,
    unit: 'objects',
    status_text: say('Comparing the repository with the source.'),
  });
  const { revisions } = step.report.files;
  const [{ checks, compared }] = await Promise.all([
    verifying,
    revisions === undefined
      ? undefined
      : writeRevisions({
          vcs: record.vcs as Vcs,
          folder: context.folder,
          repositoryPath,
          mapped,
          target: revisions,
          signal: context.signal,
        }),
  ]);
  checks.push(objects, ...contentChecks(repositoryPath, mapped));
  const verdict = await finishReport(step.report, context.folder, record, mapped, checks, compared);
  return { differs: checks.some(({ ok }) => !ok), compared, verdict, head: mapped.head };
}

/** Begins while the repository is written, as far as the source alone is asked. */
async function verify(
  { record, repositoryPath, fetchFailure }: PublishStep,
  source: Source,
  mapped: MapResult,
  context: SourceContext & { published: Promise<void> },
  asked: Promise<Compared>,
) {
  // Where more was done to it, the source's own mapping is compared with it, and what was published with that.
  const own = ownMapping(mapped);
  const { before, repository } = { before: own.mapped, repository: own.repository ?? repositoryPath };
  const compare = (offline: boolean) => source.verify(record.vcs_url, repository, before, { ...context, offline });
  const reached = fetchFailure === null;
  const [converted, compared, verified] = await Promise.all([
    context.published.then(() => verifyOwn(record, repositoryPath, mapped, context)),
    asked,
    compare(!reached).catch((error: unknown) => {
      const failure = asFailure(error);
      // Somebody else asks the source at the same time, and says why it does not answer.
      if (context.signal.aborted || !reached || !isOfTheSource(failure)) throw failure;
      return failure;
    }),
  ]);
  if (!(verified instanceof Failure)) return { checks: [...mapped.checks, ...verified, ...converted], compared };
  const checks = await compare(true);
  const silent =
    compared.source_state === 'not_reached' ? compared : await askSource(source, record, context, verified, timestamp);
  return { checks: [...mapped.checks, ...checks, ...converted], compared: silent };
}

/** What was published against what was done to the source's own mapping. */
async function verifyOwn(
  record: ImportRecord,
  repositoryPath: string,
  mapped: MapResult,
  { folder, signal }: SourceContext,
): Promise<Check[]> {
  const [made, converted, messages, notes, rewritten] = await Promise.all([
    madeCheck(repositoryPath, mapped, signal),
    verifyConversion(repositoryPath, withoutNotes(mapped), signal),
    messageChecks(repositoryPath, withoutNotes(mapped), signal),
    noteChecks(repositoryPath, mapped, signal),
    rewrittenChecks(record, { repositoryPath, folder, signal }, withoutNotes(mapped)),
  ]);
  return [...made, ...converted, ...messages, ...notes, ...rewritten];
}
