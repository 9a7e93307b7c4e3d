/** Worker thread of the steps that hold all refs of a history. */
import { serialize } from 'node:v8';
import { Failure } from '../../failures/failure.ts';
import { convertLargeFiles } from '../../lfs/convert/convert.ts';
import { withContents } from '../../lfs/download/source-contents.ts';
import { serveJob, sharedBytes } from '../../processes/workers.ts';
import { sourceOf } from '../../sources/index.ts';
import type { MapResult, SourceContext } from '../../sources/source.ts';
import type { Outcome } from '../../vocabulary/history.ts';
import { withMessages } from '../messages/with-messages.ts';
import { withNotes } from '../notes/with-notes.ts';
import { type AsBefore, asBefore } from '../publish/as-before.ts';
import { lostChanges } from '../publish/lost-changes.ts';
import { recordedRefs } from '../publish/owned-refs.ts';
import { requireOwnRefs } from '../publish/publish.ts';
import { rememberBefore } from '../publish/update.ts';
import { completeOf } from '../report/verdict.ts';
import { withNamesFinding } from './names-finding.ts';
import { publishStep } from './publish-step.ts';
import type { ContextData, MapStep, Published, StepJob, StepMessage } from './step-job.ts';

serveJob<StepJob, Uint8Array | Published | AsBefore | null, StepMessage>(async (job, post, signal, go) => {
  switch (job.kind) {
    case 'map':
      return mapStep(job, contextOf(job.context, post, signal), post);
    case 'as_before':
      return asBefore(job.repositoryPath, job.refs, signal);
    case 'publish':
      return publishStep(job, contextOf(job.context, post, signal), post, go);
    case 'own':
      await requireOwnRefs(job.repositoryPath, recordedRefs(job.refs), signal, job.broken);
      return null;
    case 'remember': {
      const { refs, since, source_revisions } = job;
      const now = [...recordedRefs(refs).recorded()].map(([name, oid]) => ({ name, oid }));
      await rememberBefore(refs.folder, { since, source_revisions, refs: now });
      return null;
    }
  }
});

function contextOf(data: ContextData, post: (message: StepMessage) => void, signal: AbortSignal): SourceContext {
  return {
    ...data,
    signal,
    onProgress: (reading) => post({ type: 'reading', reading }),
    onLog: (level, text) => post({ type: 'log', level, text }),
    onAuthors: (authors) => post({ type: 'authors', authors }),
  };
}

/** Of a history of folders: others have no revisions outside of every branch. */
function completeOfFolders(mapped: MapResult, { vcs, findings }: MapStep): NonNullable<Outcome['complete']> {
  return completeOf({ vcs, mapped, findings: [...findings, ...mapped.findings], sourceRevisions: mapped.commit_count });
}

async function mapStep(
  job: MapStep,
  context: SourceContext,
  post: (message: StepMessage) => void,
): Promise<Uint8Array> {
  const source = sourceOf(job.vcs);
  if (source === undefined) throw Failure.of('import.source_unknown', {});
  const { layout, identities, includeHiddenRefs } = job;
  const mapped = await source.map({ layout, identities, includeHiddenRefs }, context);
  if (mapped.refs.length === 0) throw Failure.of('source.empty', {});
  if (job.published !== null) {
    const changes = await lostChanges(mapped, job.published, context);
    if (changes.length > 0) post({ type: 'lost', changes });
  }
  const translate = job.wishes.gitignore ? source.translateIgnores : undefined;
  const whole = await withContents((await translate?.(mapped, context)) ?? mapped, context);
  const converted = await convertLargeFiles(whole, job.useLfs, job.largeFiles, context);
  const retold = await withMessages(converted, job, context);
  const made = withNamesFinding(await withNotes(retold, job, context));
  const countOf = (prefix: string) => made.refs.filter(({ name }) => name.startsWith(prefix)).length;
  post({
    type: 'made',
    outcome: {
      commits: made.commit_count,
      branches: countOf('refs/heads/'),
      tags: countOf('refs/tags/'),
      ...(made.completeness === undefined ? {} : { complete: completeOfFolders(made, job) }),
    },
    authors: mapped.authors ?? null,
  });
  return sharedBytes([serialize(made)]);
}
