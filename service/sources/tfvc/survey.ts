import { type Said, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { LARGE_FILE_BYTES } from '../../vocabulary/history.ts';
import { FindingCollector } from '../findings.ts';
import { AuthorCount, PART_MS, type SourceSurvey, type SurveyJob } from '../survey/survey.ts';
import type { TfvcClient } from './api/client.ts';
import { requestFailure } from './api/failures.ts';
import { listTree } from './api/items.ts';
import { listBranches, listChangesets, youngestChangeset } from './api/server.ts';
import { connect, pickProject } from './connect.ts';
import { inProject, serverPath } from './paths.ts';
import { personName } from './people.ts';

/** Longest time for the list of changesets, in milliseconds: of large projects only the first are counted. */
const CHANGESETS_MS = 10_000;

/** @throws Failure */
export async function surveyTfvc(job: SurveyJob, signal: AbortSignal): Promise<SourceSurvey> {
  const { url, credentials } = job;
  const connection = await connect(url, { credentials, signal, tries: 2, firstByteMs: 15_000, silenceMs: 15_000 });
  const project = pickProject(connection, job.project);
  const { client } = connection;
  const findings = new FindingCollector();
  const unknown: Said[] = [];
  try {
    const youngest = await youngestChangeset(client, serverPath(project, ''));
    const [log, files] = await Promise.all([
      countChangesets(client, project, youngest?.id ?? 0, unknown),
      youngest === null
        ? null
        : unlessSlow(readFiles(client, project, youngest.id, unknown), () => void unknown.push(SLOW)),
      noteBranches(client, project, findings),
    ]);
    return { ...log, size: files?.size ?? null, large_files: files?.large ?? null, findings: findings.list(), unknown };
  } catch (error) {
    throw requestFailure(error, client.collection);
  }
}

async function countChangesets(client: TfvcClient, project: string, youngest: number, unknown: Said[]) {
  const count = new AuthorCount();
  const end = performance.now() + CHANGESETS_MS;
  for await (const { author, seconds } of listChangesets(client, serverPath(project, ''), 0, youngest, 1)) {
    count.add(personName(author), seconds === null ? Number.NaN : seconds * 1000);
    if (performance.now() < end) continue;
    unknown.push(say('The changesets are too many to be counted quickly. They are counted when they are fetched.'));
    return { revisions: null, authors: null, first_at: count.result.first_at, last_at: null };
  }
  return count.result;
}

/** A server that takes its time over a listing costs what the listing would have said, not the survey. */
async function unlessSlow<Result>(work: Promise<Result>, onSlow: () => void): Promise<Result | null> {
  const late = Promise.withResolvers<'late'>();
  const timer = setTimeout(() => late.resolve('late'), PART_MS * 2);
  try {
    const result = await Promise.race([work, late.promise]);
    if (result !== 'late') return result;
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'unreachable') throw error;
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
  onSlow();
  return null;
}

const SLOW = say(
  'The server takes long to list the files of the newest changeset. They are counted when they are fetched.',
);

async function readFiles(client: TfvcClient, project: string, changeset: number, unknown: Said[]) {
  let size = 0;
  let sized = true;
  const large: { path: string; size: number }[] = [];
  for await (const item of listTree(client, serverPath(project, ''), changeset)) {
    if (item.isFolder) continue;
    if (item.size === null) sized = false;
    size += item.size ?? 0;
    if ((item.size ?? 0) > LARGE_FILE_BYTES)
      large.push({ path: inProject(item.path, project) ?? item.path, size: item.size ?? 0 });
  }
  if (sized) return { size, large: large.sort((a, b) => b.size - a.size) };
  unknown.push(say('This server does not tell the sizes of files. They are seen when they are fetched.'));
  return null;
}

async function noteBranches(client: TfvcClient, project: string, findings: FindingCollector): Promise<void> {
  const { branches, refused } = await listBranches(client, serverPath(project, ''));
  if (refused.length > 1) {
    findings.add('branches_refused', 'warning', say('The server refused to tell its branches.'), refused[0] ?? project);
    return;
  }
  const inside = branches.filter(({ path, deleted }) => !deleted && inProject(path, project) !== null);
  if (inside.length > 0) return;
  findings.add(
    'no_branch_objects',
    'info',
    say('The project has no branches that the server knows as branches. It becomes one branch with all its folders.'),
    project,
  );
}
