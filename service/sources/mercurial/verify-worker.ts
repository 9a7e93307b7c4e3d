/** The worker thread that compares a published repository with what Mercurial itself said of the source. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { counted, isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { fileLines } from '../../files/file-lines.ts';
import { runGit } from '../../git/git.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Check } from '../../vocabulary/report.ts';
import { rowOf } from '../../vocabulary/revision-row.ts';
import { countCommits } from '../commits/commit-count.ts';
import { KEPT_REVISIONS } from '../commits/kept-revisions.ts';
import { readRefs } from '../commits/ref-states.ts';
import type { MapResult } from '../source.ts';
import { digestWords, filesDigest, readSourceSays, type SourceHead, type SourceSays } from './source-heads.ts';

export interface VerifyInput {
  folder: string;
  repositoryPath: string;
  mapped: MapResult;
}

async function verify(input: VerifyInput, _post: unknown, signal: AbortSignal): Promise<Check[]> {
  const { refs, came } = input.mapped;
  const says = await readSourceSays(input.folder);
  const [published, staged, commits, headsChecked, sampled] = await Promise.all([
    readRefs(input.repositoryPath, signal),
    // Staging has the commit of each ref before identities were mapped, with the same tree.
    readRefs(join(input.folder, 'staging.git'), signal),
    countCommits(
      input.repositoryPath,
      refs.map((ref) => ref.oid),
      signal,
    ),
    headChecks(input, says.heads, signal),
    sampleChecks(input, says, signal),
  ]);
  return [
    check(
      say('All refs'),
      say('changesets and commits'),
      String(says.changesets - (came?.joined ?? 0)),
      String(commits),
    ),
    check(
      say('All refs'),
      say('number of refs'),
      String(refs.length),
      String(refs.filter(({ name }) => published.has(name)).length),
    ),
    ...refs.map(({ name }) =>
      check(name, say('tree'), staged.get(name)?.tree ?? say('unknown'), published.get(name)?.tree),
    ),
    ...headsChecked,
    ...sampled,
    ...besideChecks(says),
  ];
}

function besideChecks({ largefiles, lfs }: SourceSays): Check[] {
  const all = [
    { subject: say('Mercurial’s largefiles'), what: say('contents that stand-ins name'), tally: largefiles },
    { subject: say('Mercurial’s lfs'), what: say('contents that pointers name'), tally: lfs },
  ];
  return all.flatMap(({ subject, what, tally }) =>
    tally === undefined ? [] : [check(subject, what, String(tally.came + tally.missing), String(tally.came))],
  );
}

/** The files of each head against what hg gave out of it. */
async function headChecks(
  { mapped, repositoryPath }: VerifyInput,
  heads: readonly SourceHead[],
  signal: AbortSignal,
): Promise<Check[]> {
  const checks: Check[] = [];
  for (const { name, withContents, files } of heads) {
    if (!mapped.refs.some((ref) => ref.name === name)) continue;
    const found = await filesInGit(repositoryPath, name, signal);
    checks.push(
      withContents
        ? check(
            name,
            say('names, modes and contents of all files'),
            digestWords(files),
            digestWords(filesDigest(found)),
          )
        : check(
            name,
            say('names and modes of all files'),
            digestWords(files),
            digestWords(filesDigest(found.map(withoutContent))),
          ),
    );
  }
  return checks;
}

/** The files of a few changesets against what hg gave out of them. Staging has their commits, with the trees that are published. */
async function sampleChecks(
  { folder }: VerifyInput,
  { sample = [], changesets }: SourceSays,
  signal: AbortSignal,
): Promise<Check[]> {
  const commits = await commitsOf(folder, new Set(sample.map(({ node }) => node)));
  const what =
    changesets === 1
      ? say('names and modes of all files, of the only changeset, that hg was asked for')
      : say('names and modes of all files, one of {some} of {all} changesets that hg was asked for', {
          some: counted(sample.length),
          all: counted(changesets),
        });
  return await Promise.all(
    sample.map(async ({ node, files }) => {
      const commit = commits.get(node);
      const found = commit === undefined ? undefined : await filesInGit(join(folder, 'staging.git'), commit, signal);
      return check(
        say('Changeset {node}', { node: node.slice(0, 12) }),
        what,
        digestWords(files),
        found && digestWords(filesDigest(found.map(withoutContent))),
      );
    }),
  );
}

async function commitsOf(folder: string, nodes: ReadonlySet<string>): Promise<Map<string, string>> {
  const commits = new Map<string, string>();
  const file = join(folder, KEPT_REVISIONS);
  if (nodes.size === 0 || !existsSync(file)) return commits;
  for await (const line of fileLines(file)) {
    const row = rowOf(line);
    const node = row?.revision.slice(row.revision.indexOf(':') + 1) ?? '';
    if (row !== null && nodes.has(node)) commits.set(node, row.commit);
  }
  return commits;
}

/** `mode oid path` of each file. */
async function filesInGit(repositoryPath: string, ref: string, signal: AbortSignal): Promise<string[]> {
  const { stdout } = await runGit({
    args: ['--git-dir', repositoryPath, 'ls-tree', '-r', '-z', '--full-tree', ref],
    encoding: 'latin1',
    signal,
    failure: ({ stderrTail }) => Failure.of('import.files_not_listed', {}, stderrTail),
  }).done;
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace(/^(\d+) \w+ ([\da-f]+)\t/, '$1 $2 '));
}

function withoutContent(file: string): string {
  return file.replace(/^(\d+) [\da-f]+ /, '$1 ');
}

function check(subject: Sentence, what: Said, expected: Sentence, found: Sentence | undefined): Check {
  const ok = found !== undefined && isSame(expected, found);
  return { subject, what, expected, found: found ?? say('missing'), ok };
}

serveJob<VerifyInput, Check[]>(verify);
