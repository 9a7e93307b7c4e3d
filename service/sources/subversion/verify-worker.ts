/** The worker thread of verification: the published repository against the raw history and the live source. */

import { join } from 'node:path';
import { isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { TreeFiles } from '../../git/tree-files.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { Check } from '../../vocabulary/report.ts';
import { sampleOfMade } from '../folders/mapping/made-trees.ts';
import { type MappedFile, readMapped } from '../folders/mapping/mapped-file.ts';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import { REVISIONS_REF } from '../folders/raw/staging.ts';
import type { MapResult } from '../source.ts';
import { MANY_FILES } from './compare-files.ts';
import { compareHeads } from './compare-heads.ts';
import { compareRevisions } from './compare-revisions.ts';
import { type AskedServer, serverOf } from './served-heads.ts';

/** Bytes that a sample may cost beside the heads. */
const SAMPLE_BYTES = 50 << 20;
/** Differences named in one check at most. */
const MOST_NAMED = 5;

export interface VerifyInput {
  folder: string;
  privateFolder: string;
  url: string;
  credentials: Credentials | null;
  repositoryPath: string;
  mapped: MapResult;
  /** Whether the source is not asked. */
  offline: boolean;
}

async function verify(
  input: VerifyInput,
  _post: (message: never) => void,
  signal: AbortSignal,
  published: Promise<void>,
): Promise<Check[]> {
  const checkpoint = readCheckpoint(join(input.folder, 'fetch'));
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const made = readMapped(input.folder);
  if (made === null) throw Failure.of('import.nothing_mapped', {});
  const refs = input.mapped.refs;
  const tips = refs.map((ref) => ref.oid);
  const server = input.offline ? null : await serverOf(input, signal);
  const files = new TreeFiles(input.repositoryPath, signal);
  const compared = { made, files, published, signal };
  const headsListed = Promise.withResolvers<number>();
  const heads =
    server === null
      ? Promise.resolve([])
      : compareHeads(server, {
          ...{ ...input, ...compared, revision: checkpoint.revision },
          onListed: headsListed.resolve,
        });
  const headsCompared = heads.finally(() => headsListed.resolve(0));
  headsCompared.catch(() => undefined);
  // Nearly always a listing of many files needs as many objects; else there is nothing to wait for.
  const mayBeMany = checkpoint.content.objects > MANY_FILES;
  const mayBegin = mayBeMany ? headsListed.promise.then((files) => (files > MANY_FILES ? headsCompared : null)) : null;
  const [raw, there, reachable, listed, sampled] = await Promise.all([
    countCommits(join(input.folder, 'staging.git'), [REVISIONS_REF], signal),
    published.then(() => refsOf(input.repositoryPath, signal)),
    published.then(() => countCommits(input.repositoryPath, tips, signal)),
    headsCompared,
    server === null ? [] : compareSample(server, input, { ...compared, mayBeMany, mayBegin }),
  ]);
  await Promise.all([files.close(), server?.near?.close()]);
  const same = refs.filter(({ name, oid }) => there.get(name)?.oid === oid);
  return [
    check(say('All revisions'), say('raw commits in staging'), String(checkpoint.revision), raw),
    check(say('All refs'), say('branches, tags and other refs'), String(refs.length), String(same.length)),
    check(say('All commits'), say('commits that all refs reach'), String(input.mapped.commit_count), reachable),
    ...made.heads.map(({ ref, folder, tree }) =>
      check(ref, say('tree of /{folder}', { folder }), tree, there.get(ref)?.tree ?? say('no such ref')),
    ),
    ...listed,
    ...sampled,
  ];
}

interface SampleJob {
  made: MappedFile;
  files: TreeFiles;
  published: Promise<void>;
  /** Whether a listing may hold so many files that no two are to be held at the same time. */
  mayBeMany: boolean;
  /** Resolves when nothing else holds a long listing. */
  mayBegin: Promise<unknown> | null;
  signal: AbortSignal;
}

/** A few revisions of before: heads alone would not show what a branch held once. */
async function compareSample(
  server: AskedServer,
  input: VerifyInput,
  { made, mayBegin, ...compared }: SampleJob,
): Promise<Check[]> {
  await mayBegin;
  const { some, count } = await sampleOfMade(input.folder);
  const checks: Check[] = [];
  await compareRevisions(
    {
      ...{ ...compared, server, repository: input.repositoryPath, gitignore: made.layout.gitignore },
      ...{ wholeBytes: SAMPLE_BYTES, isOfEach: false },
      onCompared: ({ revision, path }, { different, same, by }) => {
        const total = say('{count} files', { count: same + different.length });
        const named = different.slice(0, MOST_NAMED).join(', ');
        const found =
          different.length === 0 ? total : say('{count} files; different: {names}', { count: same, names: named });
        const what = say('files that the server has, by {by}, one of {some} of {all} revisions that it was asked for', {
          by,
          some: some.length,
          all: count,
        });
        checks.push(check(say('r{revision} of /{path}', { revision, path }), what, total, found));
      },
      onNotListed: ({ revision, path }) => {
        const words = say('not compared: the server could not list it');
        checks.push(
          check(say('r{revision} of /{path}', { revision, path }), say('files listed by the server'), words, words),
        );
      },
    },
    eachOf(some),
  );
  return checks;
}

async function* eachOf<Thing>(things: readonly Thing[]): AsyncGenerator<Thing> {
  yield* things;
}

async function countCommits(repository: string, tips: readonly string[], signal: AbortSignal): Promise<string> {
  if (tips.length === 0) return '0';
  const count = await git(['--git-dir', repository, 'rev-list', '--count', '--stdin'], signal, `${tips.join('\n')}\n`);
  return count.trim();
}

function check(subject: Sentence, what: Said, expected: Sentence, found: Sentence): Check {
  return { subject, what, expected, found, ok: isSame(expected, found) };
}

async function refsOf(repository: string, signal: AbortSignal): Promise<Map<string, { oid: string; tree: string }>> {
  const text = await git(
    ['--git-dir', repository, 'for-each-ref', '--format=%(objectname) %(tree)%(*tree) %(refname)'],
    signal,
  );
  const refs = new Map<string, { oid: string; tree: string }>();
  for (const line of text.split('\n')) {
    const [oid, tree, ...name] = line.split(' ');
    if (oid !== undefined && tree !== undefined && name.length > 0) refs.set(name.join(' '), { oid, tree });
  }
  return refs;
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

serveJob<VerifyInput, Check[]>(verify);
