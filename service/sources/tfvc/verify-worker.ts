/** The worker thread of verification: the published repository against the raw history and what the server lists now. */

import { join } from 'node:path';
import { isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Check } from '../../vocabulary/report.ts';
import { type MadeTree, type Sample, sampleOfMade } from '../folders/mapping/made-trees.ts';
import { type ExpectedHead, readMapped } from '../folders/mapping/mapped-file.ts';
import { REVISIONS_REF } from '../folders/raw/staging.ts';
import type { MapResult } from '../source.ts';
import type { TfvcClient } from './api/client.ts';
import { requestFailure } from './api/failures.ts';
import { refusalOf } from './api/refusals.ts';
import { type ComparedTree, type Comparison, compareFiles, filesInGit, type WantedTree } from './compare-tree.ts';
import { connect } from './connect.ts';
import { ContentSample } from './content-sample.ts';
import { countChangesets } from './count-changesets.ts';
import { BranchMatcher } from './mapping/matcher.ts';
import { serverPath } from './paths.ts';
import { readTfvcCheckpoint, type TfvcCheckpoint } from './raw/checkpoint.ts';
import { openFetchedIds } from './raw/fetched-ids.ts';
import type { SilenceMessage } from './silence.ts';
import { TreeRoom } from './tree-room.ts';

export interface VerifyInput {
  folder: string;
  url: string;
  credentials: Credentials | null;
  repositoryPath: string;
  mapped: MapResult;
  /** Whether the server is not asked. */
  offline: boolean;
}

/** Differences named in one check at most. */
const MAX_NAMED = 5;
/** Trees that the server is asked for at once, as when everything is compared. */
const AT_ONCE = 4;

async function verify(
  input: VerifyInput,
  post: (message: SilenceMessage) => void,
  signal: AbortSignal,
): Promise<Check[]> {
  const fetched = join(input.folder, 'fetch');
  const checkpoint = readTfvcCheckpoint(fetched);
  const made = readMapped(input.folder);
  if (checkpoint === null || made === null) throw Failure.of('import.nothing_fetched', {});
  const onSilence = (milliseconds: number) => post({ type: 'silence', milliseconds });
  const { url, credentials } = input;
  const stop = new AbortController();
  // Where one part fails, nobody waits for what the others asked.
  const asking = AbortSignal.any([signal, stop.signal]);
  const client = input.offline ? null : (await connect(url, { credentials, signal: asking, onSilence })).client;
  const sample = await sampleOfMade(input.folder);
  const ids = openFetchedIds(fetched, checkpoint);
  // Beside the list of changesets, which comes page by page: each names where the next one begins.
  const comparing =
    client === null
      ? Promise.resolve([])
      : compareTrees(made.heads, sample, {
          ...{ client, oidOf: ids.oidOf, signal: asking },
          matcher: new BranchMatcher(made.layout),
          sample: new ContentSample(client, checkpoint.revision),
          project: checkpoint.project,
          repository: input.repositoryPath,
          revision: checkpoint.revision,
        });
  // Told below; until then a failure must not count as unhandled.
  comparing.catch(() => undefined);
  try {
    const refs = input.mapped.refs;
    const tips = refs.map(({ oid }) => oid);
    const [raw, published, reachable, listed] = await Promise.all([
      countCommits(join(input.folder, 'staging.git'), [REVISIONS_REF], signal),
      refsOf(input.repositoryPath, signal),
      countCommits(input.repositoryPath, tips, signal),
      client === null ? String(checkpoint.changesets) : countListed(client, checkpoint, sample),
    ]);
    const same = refs.filter(({ name, oid }) => published.get(name)?.oid === oid);
    return [
      check(
        say('All changesets'),
        client === null
          ? say('changesets that were fetched, and commits in staging')
          : say('changesets that the server lists, and commits in staging'),
        listed,
        raw,
      ),
      check(say('All refs'), say('branches, tags and other refs'), String(refs.length), String(same.length)),
      check(say('All commits'), say('commits that all refs reach'), String(input.mapped.commit_count), reachable),
      ...made.heads.map(({ ref, folder, tree }) =>
        check(
          ref,
          say('tree of {path}', { path: serverPath(checkpoint.project, folder) }),
          tree,
          published.get(ref)?.tree ?? say('no such ref'),
        ),
      ),
      ...(await comparing),
    ];
  } catch (error) {
    throw client === null ? error : requestFailure(error, client.collection);
  } finally {
    stop.abort();
    // It reads the ids.
    await comparing.catch(() => undefined);
    ids.close();
  }
}

interface TreesComparison extends Comparison {
  /** Changeset at which heads are compared. */
  revision: number;
}

/** Heads, and a few changesets of before: heads alone would not show what a branch held once. */
async function compareTrees(
  heads: readonly ExpectedHead[],
  { some, count }: Sample,
  at: TreesComparison,
): Promise<Check[]> {
  const room = new TreeRoom();
  const work = [
    ...heads.map((head) => () => compareHead(head, at, room)),
    ...some.map((one) => () => compareEarlier(one, { some: some.length, all: count }, at, room)),
  ];
  const checks: (Check | null)[] = [];
  const left = work.entries();
  let hasFailed = false;
  const lane = async () => {
    for (const [index, compare] of left) {
      at.signal.throwIfAborted();
      if (hasFailed) return;
      checks[index] = await compare();
    }
  };
  const failing = (error: unknown) => {
    hasFailed = true;
    throw error;
  };
  // All are at their end before anybody closes what they read.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => lane().catch(failing)));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return checks.filter((one) => one !== null);
}

function compareIn(room: TreeRoom, wanted: WantedTree, at: Comparison): Promise<ComparedTree | null> {
  return room.hold(
    () => filesInGit(wanted.tree, at),
    (files) => compareFiles(files, wanted, at),
  );
}

/** Every file of a branch against what the server lists for its folder. Null when neither has any. */
async function compareHead(head: ExpectedHead, at: TreesComparison, room: TreeRoom): Promise<Check | null> {
  const { revision } = at;
  const compared = await compareIn(room, { tree: head.ref, folder: head.folder, revision }, at);
  if (compared === null) return null;
  const { same, different, by } = compared;
  return check(
    head.ref,
    say('files listed by the server at changeset {revision}, by {by}', { revision, by }),
    filesText(same + different.length),
    differingText(same, different),
  );
}

async function compareEarlier(
  { revision, path, commit }: MadeTree,
  counts: { some: number; all: number },
  at: Comparison,
  room: TreeRoom,
): Promise<Check | null> {
  const { client, project } = at;
  const subject = say('C{revision} of {path}', { revision, path: serverPath(project, path) });
  try {
    const compared = await compareIn(room, { tree: commit, folder: path, revision }, { ...at, sample: null });
    if (compared === null) return null;
    const { same, different, by } = compared;
    const what = say('files that the server lists, by {by}, one of {some} of {all} changesets that it was asked for', {
      by,
      ...counts,
    });
    return check(subject, what, filesText(same + different.length), differingText(same, different));
  } catch (error) {
    if ((await refusalOf(client, serverPath(project, ''), error)) === null) throw error;
    const words = say('not compared: the server could not list it');
    return check(subject, say('files listed by the server'), words, words);
  }
}

function namedOf(different: readonly string[]): string {
  return `${different.slice(0, MAX_NAMED).join(', ')}${different.length > MAX_NAMED ? ', …' : ''}`;
}

function differingText(count: number, different: readonly string[]): Said {
  if (different.length === 0) return filesText(count);
  const names = namedOf(different);
  return count === 1
    ? say('1 file; different: {names}', { names })
    : say('{count} files; different: {names}', { count, names });
}

function filesText(count: number): Said {
  return count === 1 ? say('1 file') : say('{count} files', { count });
}

async function countListed(
  client: TfvcClient,
  { project, revision }: TfvcCheckpoint,
  { some }: Sample,
): Promise<string> {
  const ids = some.map((made) => made.revision);
  return String(await countChangesets(client, serverPath(project, ''), revision, ids));
}

async function countCommits(repository: string, tips: readonly string[], signal: AbortSignal): Promise<string> {
  if (tips.length === 0) return '0';
  const count = await git(['--git-dir', repository, 'rev-list', '--count', '--stdin'], signal, `${tips.join('\n')}\n`);
  return count.trim();
}

async function refsOf(repository: string, signal: AbortSignal): Promise<Map<string, { oid: string; tree: string }>> {
  const format = '--format=%(objectname) %(tree)%(*tree) %(refname)';
  const refs = new Map<string, { oid: string; tree: string }>();
  for (const line of (await git(['--git-dir', repository, 'for-each-ref', format], signal)).split('\n')) {
    const [oid, tree, ...name] = line.split(' ');
    if (oid !== undefined && tree !== undefined && name.length > 0) refs.set(name.join(' '), { oid, tree });
  }
  return refs;
}

function check(subject: Sentence, what: Said, expected: Sentence, found: Sentence): Check {
  return { subject, what, expected, found, ok: isSame(expected, found) };
}

async function git(args: string[], signal: AbortSignal, stdin?: string): Promise<string> {
  const { stdout } = await runGit({
    args,
    signal,
    ...(stdin === undefined ? {} : { stdin }),
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return stdout;
}

serveJob<VerifyInput, Check[], SilenceMessage>(verify);
