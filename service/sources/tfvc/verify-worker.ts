/** The worker thread of verification: the published repository against the raw history and what the server lists now. */

import { join } from 'node:path';
import { isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Check } from '../../vocabulary/report.ts';
import { sampleOfMade } from '../folders/mapping/made-trees.ts';
import { type ExpectedHead, readMapped } from '../folders/mapping/mapped-file.ts';
import { REVISIONS_REF } from '../folders/raw/staging.ts';
import type { MapResult } from '../source.ts';
import type { TfvcClient } from './api/client.ts';
import { requestFailure } from './api/failures.ts';
import { refusalOf } from './api/refusals.ts';
import { listChangesets } from './api/server.ts';
import { type Comparison, compareTree } from './compare-tree.ts';
import { connect } from './connect.ts';
import { ContentSample } from './content-sample.ts';
import { BranchMatcher } from './mapping/matcher.ts';
import { serverPath } from './paths.ts';
import { readTfvcCheckpoint, type TfvcCheckpoint } from './raw/checkpoint.ts';
import { openFetchedIds } from './raw/fetched-ids.ts';
import type { SilenceMessage } from './silence.ts';

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
  const client = input.offline ? null : (await connect(url, { credentials, signal, onSilence })).client;
  const ids = openFetchedIds(fetched, checkpoint);
  try {
    const refs = input.mapped.refs;
    const tips = refs.map(({ oid }) => oid);
    const [raw, published, reachable, listed] = await Promise.all([
      countCommits(join(input.folder, 'staging.git'), [REVISIONS_REF], signal),
      refsOf(input.repositoryPath, signal),
      countCommits(input.repositoryPath, tips, signal),
      client === null ? String(checkpoint.changesets) : countChangesets(client, checkpoint),
    ]);
    const same = refs.filter(({ name, oid }) => published.get(name)?.oid === oid);
    const checks = [
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
    ];
    const matcher = new BranchMatcher(made.layout);
    if (client === null) return checks;
    const comparison: Comparison = {
      ...{ client, matcher, oidOf: ids.oidOf, signal },
      sample: new ContentSample(client, checkpoint.revision),
      project: checkpoint.project,
      repository: input.repositoryPath,
    };
    for (const head of made.heads) {
      const check = await compareHead(head, comparison, checkpoint.revision);
      if (check !== null) checks.push(check);
    }
    checks.push(...(await compareSample(input.folder, comparison)));
    return checks;
  } catch (error) {
    throw client === null ? error : requestFailure(error, client.collection);
  } finally {
    ids.close();
  }
}

/** Every file of a branch against what the server lists for its folder. Null when neither has any. */
async function compareHead(head: ExpectedHead, at: Comparison, revision: number): Promise<Check | null> {
  const compared = await compareTree({ tree: head.ref, folder: head.folder, revision }, at);
  if (compared === null) return null;
  const { same, different, by } = compared;
  return check(
    head.ref,
    say('files listed by the server at changeset {revision}, by {by}', { revision, by }),
    filesText(same + different.length),
    differingText(same, different),
  );
}

/** A few changesets of before: heads alone would not show what a branch held once. */
async function compareSample(folder: string, comparison: Comparison): Promise<Check[]> {
  const { some, count } = await sampleOfMade(folder);
  const checks: Check[] = [];
  for (const { revision, path, commit } of some) {
    const subject = say('C{revision} of {path}', { revision, path: serverPath(comparison.project, path) });
    try {
      const compared = await compareTree({ tree: commit, folder: path, revision }, { ...comparison, sample: null });
      if (compared === null) continue;
      const { same, different, by } = compared;
      const what = say(
        'files that the server lists, by {by}, one of {some} of {all} changesets that it was asked for',
        { by, some: some.length, all: count },
      );
      const found = differingText(same, different);
      checks.push(check(subject, what, filesText(same + different.length), found));
    } catch (error) {
      const { client, project } = comparison;
      if ((await refusalOf(client, serverPath(project, ''), error)) === null) throw error;
      const words = say('not compared: the server could not list it');
      checks.push(check(subject, say('files listed by the server'), words, words));
    }
  }
  return checks;
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

async function countChangesets(client: TfvcClient, { project, revision }: TfvcCheckpoint): Promise<string> {
  let count = 0;
  for await (const _ of listChangesets(client, serverPath(project, ''), 0, revision, 1)) count += 1;
  return String(count);
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
