/** A whole fetch: from the address to the raw history on disk, or on from where a stopped one ended. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LargeFile, Layout, SourceAuthor } from '../../vocabulary/history.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { FindingCollector } from '../findings.ts';
import { JOURNAL_NAME, journalEnd, readJournal } from '../folders/raw/journal.ts';
import type { ClientOptions, TfvcClient } from './api/client.ts';
import { requestFailure } from './api/failures.ts';
import { refusalOf } from './api/refusals.ts';
import { listBranches, projectId, youngestChangeset } from './api/server.ts';
import { branchesInTheWay, branchesOf, layoutOf, type Rename, renamesIn } from './branches.ts';
import { connect, pickProject } from './connect.ts';
import { correctedComments } from './corrected-comments.ts';
import { readLabels } from './labels.ts';
import { serverPath } from './paths.ts';
import { projectUuid } from './project-uuid.ts';
import { readTfvcCheckpoint } from './raw/checkpoint.ts';
import { RawHistory } from './raw/history.ts';
import type { JournalChangeset } from './raw/journal-line.ts';
import { largeFilesOf } from './raw/large-files.ts';
import { receive } from './raw/receive.ts';
import { readServerFacts, type ServerFacts, writeServerFacts } from './raw/server-facts.ts';
import { requireSameHistory } from './same-history.ts';
import type { SilenceMessage } from './silence.ts';

export interface FetchInput {
  /** Folder `imports/<id>`. */
  folder: string;
  url: string;
  /** The chosen project; null when the address names it or there is only one. */
  project: string | null;
  credentials: Credentials | null;
  /** Files with more bytes are large. */
  largeFileBytes: number;
  /** Labels are not asked for. */
  withoutLabels?: boolean;
}

export type FetchMessage =
  | { type: 'progress'; done: number; changeset: number; youngest: number }
  | { type: 'labels'; done: number; total: number }
  | SilenceMessage
  | { type: 'authors'; authors: SourceAuthor[] }
  | { type: 'log'; level: 'info' | 'warning'; text: Sentence };

export interface FetchOutput {
  commitCount: number;
  uuid: string;
  layout: Layout;
  findings: Finding[];
  largeFiles: LargeFile[];
}

const REPORT_MS = 100;

/** @param options how often to ask again; for tests how to wait, and smaller limits */
export async function fetchHistory(
  input: FetchInput,
  post: (message: FetchMessage) => void,
  signal: AbortSignal,
  options: Pick<
    ClientOptions,
    'delay' | 'tries' | 'brokenTries' | 'firstByteMs' | 'silenceMs' | 'largestAnswer' | 'parallel'
  > = {},
): Promise<FetchOutput> {
  const stop = new AbortController();
  const log = (level: 'info' | 'warning', text: Sentence) => post({ type: 'log', level, text });
  const connection = await connect(input.url, {
    ...options,
    credentials: input.credentials,
    signal: AbortSignal.any([signal, stop.signal]),
    onLog: log,
    onSilence: (milliseconds) => post({ type: 'silence', milliseconds }),
  });
  const project = pickProject(connection, input.project);
  const { client } = connection;
  try {
    return await fetchProject(input, client, project, stop, post);
  } catch (error) {
    if (signal.aborted) throw Failure.of('work.cancelled', {});
    throw requestFailure(error, client.collection);
  }
}

async function fetchProject(
  input: FetchInput,
  client: TfvcClient,
  project: string,
  stop: AbortController,
  post: (message: FetchMessage) => void,
): Promise<FetchOutput> {
  const folder = join(input.folder, 'fetch');
  const [id, youngest] = await Promise.all([
    projectId(client, project),
    youngestChangeset(client, serverPath(project, '')),
  ]);
  if (youngest === null) throw Failure.of('source.empty', {});
  const uuid = projectUuid(id, project, readTfvcCheckpoint(folder));
  forgetOthers(folder, uuid, client.collection);
  const history = RawHistory.open(folder, project, uuid);
  try {
    post({
      type: 'log',
      level: 'info',
      text: say('Project {project} at {url}, up to changeset {changeset}.', {
        project,
        url: client.collection,
        changeset: youngest.id,
      }),
    });
    await requireSameHistory(client, youngest.id, history.fetchedBefore);
    if (history.changeset > 0)
      post({
        type: 'log',
        level: 'info',
        text: say('The import goes on behind changeset {changeset}.', { changeset: history.changeset }),
      });
    await receiveAll(history, { input, client, project, stop, youngest: youngest.id, post });
    post({ type: 'authors', authors: history.takeAuthors() });
    const { layout, findings } = await readLayout(client, project, history);
    const isWithout = input.withoutLabels === true;
    const facts = isWithout ? factsWithoutLabels(folder) : await readFacts({ client, project, history, layout, post });
    facts.findings.push(...findings, ...(await readCorrected(client, project, history)));
    await writeServerFacts(folder, facts);
    history.seal();
    return {
      commitCount: history.count,
      uuid,
      layout,
      findings: [...history.findings.list(), ...facts.findings],
      largeFiles: largeFilesOf(history, project, input.largeFileBytes),
    };
  } finally {
    history.close();
  }
}

/** What was fetched of another project is of no use. */
function forgetOthers(folder: string, uuid: string, collection: string): void {
  const before = readTfvcCheckpoint(folder);
  if (before === null || before.uuid === uuid) return;
  if (before.publishedRevisions === 0) {
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  throw Failure.of('tfvc.other_project', { collection }, `project ${before.uuid} before, ${uuid} now`);
}

interface ReceiveJob {
  input: FetchInput;
  client: TfvcClient;
  project: string;
  stop: AbortController;
  youngest: number;
  post: (message: FetchMessage) => void;
}

async function receiveAll(history: RawHistory, job: ReceiveJob): Promise<void> {
  const { client, project, stop, youngest, post } = job;
  let lastReport = 0;
  const report = () => {
    lastReport = performance.now();
    const { count: done, changeset } = history;
    post({ type: 'progress', done, changeset, youngest: Math.max(youngest, changeset) });
    const authors = history.takeAuthors();
    if (authors.length > 0) post({ type: 'authors', authors });
  };
  try {
    await receive({
      history,
      project,
      client,
      stop,
      largeFileBytes: job.input.largeFileBytes,
      upTo: youngest,
      onChangeset: () => {
        if (performance.now() - lastReport >= REPORT_MS) report();
      },
    });
    report();
  } catch (error) {
    // After an error of our own files only the last checkpoint can be trusted.
    if ((error as NodeJS.ErrnoException | null)?.syscall === undefined) keepWhatArrived(history);
    throw error;
  }
}

/** A fetch that is stopped goes on from here; where that cannot be written, from the checkpoint before. */
function keepWhatArrived(history: RawHistory): void {
  try {
    history.checkpoint();
  } catch {
    // The error that stopped the fetch is the one to tell.
  }
}

/** Of what an earlier fetch brought. */
async function readCorrected(client: TfvcClient, project: string, history: RawHistory): Promise<Finding[]> {
  if (history.fetchedBefore === null) return [];
  return await correctedComments(client, serverPath(project, ''), readLines(history), history.fetchedBefore.r);
}

function readLines(history: RawHistory): Iterable<JournalChangeset> {
  return readJournal<JournalChangeset>(join(history.folder, JOURNAL_NAME), journalEnd(history.checkpoint()));
}

async function readLayout(client: TfvcClient, project: string, history: RawHistory) {
  const renames: Rename[] = [];
  for (const line of readLines(history)) for (const rename of renamesIn(line.e)) renames.push(rename);
  const { branches, refused } = await listBranches(client, serverPath(project, ''));
  const inside = branchesOf(branches, project, (path) => history.storedPath(path));
  const layout = layoutOf(inside, renames);
  return { layout, findings: branchFindings(refused, branchesInTheWay(inside, layout)) };
}

/** What the report says of branches that the server did not tell, and of those that are none under the layout. */
function branchFindings(refused: readonly Sentence[], inTheWay: readonly string[]): Finding[] {
  const findings = new FindingCollector();
  for (const path of inTheWay) {
    findings.add(
      'branch_in_branch',
      'info',
      say(
        'Branches that lie in another branch, or had one in them at another time, are no branches of their own: their files are in the other one or in outside-branches (under refs/deleted where that ended). The layout can be changed.',
      ),
      path,
    );
  }
  for (const said of refused) {
    findings.add(
      'branches_refused',
      'warning',
      say(
        'The server refused to tell branches or what they were made from. Folders that it did not name as branches came as folders; the choice of branches can be changed in the layout.',
      ),
      said,
    );
  }
  return findings.list();
}

/** Labels that were read before are kept for who wants them again. */
function factsWithoutLabels(folder: string): ServerFacts {
  const findings = new FindingCollector();
  findings.add(
    'labels_left_out',
    'info',
    say('Labels were left out, as was asked for; none became a tag.'),
    'all labels',
  );
  return { labels: readServerFacts(folder).labels, findings: findings.list() };
}

interface FactsJob {
  client: TfvcClient;
  project: string;
  history: RawHistory;
  layout: Layout;
  post: (message: FetchMessage) => void;
}

async function readFacts({ client, project, history, layout, post }: FactsJob): Promise<ServerFacts> {
  const findings = new FindingCollector();
  let labels: ServerFacts['labels'] = [];
  try {
    labels = await readLabels({
      client,
      project,
      branches: layout.trunk === null ? layout.branches : [layout.trunk, ...layout.branches],
      changeset: history.changeset,
      trees: history.past,
      kept: readServerFacts(history.folder).labels,
      onLabel: (done, total) => post({ type: 'labels', done, total }),
    });
  } catch (error) {
    const said = await refusalOf(client, serverPath(project, ''), error);
    if (said === null) throw error;
    findings.add('labels', 'warning', say('The server does not tell its labels; none became a tag.'), said);
  }
  for (const { label, why } of labels)
    if (why !== null)
      findings.add(`labels_${why}`, why === 'unread' ? 'warning' : 'info', LABEL_SENTENCES[why], label.name);
  return { labels, findings: findings.list() };
}

const LABEL_SENTENCES = {
  mixed: say('These labels name files of different times, which no commit has together, so they became no tags.'),
  parts: say('These labels name no whole branch but some files or folders, so they became no tags.'),
  elsewhere: say('These labels name files of other projects as well, so they became no tags.'),
  unread: say('These labels are too many or too large to be looked into, so they became no tags.'),
} as const;
