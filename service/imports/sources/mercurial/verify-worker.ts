/** The worker thread that compares a published repository with what Mercurial itself says. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { listRefs } from '../../../git/bare-repository.ts';
import { runGit } from '../../../git/git.ts';
import { serveJob } from '../../../processes/workers.ts';
import { type Check, ImportFailure, type MapResult } from '../../source.ts';
import { countCommits } from '../git/commit-count.ts';
import { archivedFiles } from './archived-files.ts';
import { localFolder } from './clone.ts';
import { isUsable } from './convert/usable-path.ts';
import { hgFailure } from './failures.ts';
import { readHeads } from './heads-file.ts';
import { type HgAccess, runHg } from './hg-tool.ts';
import { type HgRepository, hgOutput, tally } from './repository.ts';

export interface VerifyInput {
  folder: string;
  privateFolder: string;
  url: string;
  repositoryPath: string;
  mapped: MapResult;
}

async function verify(input: VerifyInput, _post: unknown, signal: AbortSignal): Promise<Check[]> {
  const access: HgAccess = { credentials: null, privateFolder: input.privateFolder, signal };
  const repository: HgRepository = {
    path: localFolder(input.url) ?? join(input.folder, 'source'),
    url: input.url,
  };
  const published = new Map((await listRefs(input.repositoryPath, signal)).map(({ name, oid }) => [name, oid]));
  const { refs } = input.mapped;
  // Several programs, each of which is slow to start.
  const headsChecked = headChecks(input, access, repository, signal);
  headsChecked.catch(() => undefined);
  const [tallies, commits] = await Promise.all([
    tally(access, repository),
    countCommits(
      input.repositoryPath,
      refs.map((ref) => ref.oid),
      signal,
    ),
  ]);
  const checks: Check[] = [
    check('All refs', 'changesets and commits', String(tallies.changesets), String(commits)),
    check(
      'All refs',
      'number of refs',
      String(refs.length),
      String(refs.filter(({ name }) => published.has(name)).length),
    ),
  ];
  // Staging has the commit of each ref before identities were mapped, with the same tree.
  const staged = new Map(
    (await listRefs(join(input.folder, 'staging.git'), signal)).map(({ name, oid }) => [name, oid]),
  );
  const expected = new Map<string, string>();
  for (const { name } of refs) {
    const oid = staged.get(name);
    if (oid !== undefined) expected.set(name, oid);
  }
  const [before, after] = await Promise.all([
    treesOf(join(input.folder, 'staging.git'), [...expected.values()], signal),
    treesOf(input.repositoryPath, [...published.values()], signal),
  ]);
  for (const { name } of refs) {
    checks.push(
      check(name, 'tree', before.get(expected.get(name) ?? '') ?? 'unknown', after.get(published.get(name) ?? '')),
    );
  }
  checks.push(...(await headsChecked));
  return checks;
}

/** Refs whose files are compared name by name; more would only repeat what one count and all trees say. */
const MOST_LISTED = 50;

/** Names and modes of the files of each head, and for the default branch their contents too, as hg gives them out. */
async function headChecks(
  { folder, mapped, repositoryPath }: VerifyInput,
  access: HgAccess,
  repository: HgRepository,
  signal: AbortSignal,
): Promise<Check[]> {
  const checks: Check[] = [];
  const heads = (await readHeads(folder)).filter(({ name }) => mapped.refs.some((ref) => ref.name === name));
  const first = heads.find(({ name }) => name === mapped.head) ?? heads[0];
  for (const head of [...new Set([first, ...heads])].slice(0, MOST_LISTED)) {
    if (head === undefined) continue;
    const found = await filesInGit(repositoryPath, head.name, signal);
    // hg refuses to archive a changeset without files.
    if (head !== first || found.length === 0) {
      const wanted = await filesInMercurial(access, repository, head.node);
      checks.push(check(head.name, 'names and modes of all files', digest(wanted), digest(found.map(withoutContent))));
    } else {
      const wanted = await contentsInMercurial(access, repository, head.node);
      checks.push(check(head.name, 'names, modes and contents of all files', digest(wanted), digest(found)));
    }
  }
  return checks;
}

/** `mode path` of each file; what Git refuses as a name is left out, as the report says. */
async function filesInMercurial(access: HgAccess, repository: HgRepository, node: string): Promise<string[]> {
  // Node, mode, "*" for executable or "@" for a symbolic link, path.
  const listed = await hgOutput(access, repository, ['manifest', '--debug', '-r', node], 'latin1');
  return listed.split('\n').flatMap((line) => {
    const [, , kind, path] = /^[\da-f]{40} (\d{3}) ([ *@]) (.*)$/s.exec(line) ?? [];
    if (path === undefined || !isUsable(path)) return [];
    return [`${kind === '@' ? '120000' : kind === '*' ? '100755' : '100644'} ${path}`];
  });
}

/** `mode oid path` of each file. */
async function filesInGit(repositoryPath: string, ref: string, signal: AbortSignal): Promise<string[]> {
  const { code, stdout, stderrTail } = await runGit({
    args: ['--git-dir', repositoryPath, 'ls-tree', '-r', '-z', '--full-tree', ref],
    encoding: 'latin1',
    signal,
  }).done;
  if (code !== 0) throw new ImportFailure('internal', 'The files could not be listed for verification.', stderrTail);
  return stdout
    .split('\0')
    .filter((entry) => entry !== '')
    .map((entry) => entry.replace(/^(\d+) \w+ ([\da-f]+)\t/, '$1 $2 '));
}

function withoutContent(file: string): string {
  return file.replace(/^(\d+) [\da-f]+ /, '$1 ');
}

/** The same with contents, as `hg archive` gives them out. */
async function contentsInMercurial(access: HgAccess, repository: HgRepository, node: string): Promise<string[]> {
  const settings = ['--config', 'ui.archivemeta=False'];
  const tool = runHg(access, null, {
    args: ['-R', repository.path, ...settings, 'archive', '--type', 'tar', '--prefix', '.', '-r', node, '--', '-'],
    onStdout: 'stream',
  });
  const files: string[] = [];
  try {
    for await (const { mode, oid, path } of archivedFiles(tool.stdout)) {
      if (isUsable(path)) files.push(`${mode} ${oid} ${path}`);
    }
    const { code, stderrTail } = await tool.done;
    if (code !== 0) throw hgFailure(stderrTail, repository.url, false);
  } finally {
    await tool.stop();
    await tool.done.catch(() => undefined);
  }
  return files;
}

/** Many files in one line of a report: their number, and a sum over all of them. */
function digest(files: readonly string[]): string {
  const sum = createHash('sha256');
  for (const file of [...files].sort()) sum.update(`${file}\0`);
  return `${files.length} files, ${sum.digest('hex').slice(0, 16)}`;
}

async function treesOf(repository: string, oids: readonly string[], signal: AbortSignal): Promise<Map<string, string>> {
  const trees = new Map<string, string>();
  const { code, stderrTail } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname)'],
    stdin: `${oids.map((oid) => `${oid}^{tree}`).join('\n')}\n`,
    signal,
    onStdout: (line) => {
      trees.set(oids[trees.size] ?? '', line);
    },
  }).done;
  if (code !== 0) throw new ImportFailure('internal', 'The refs could not be read for verification.', stderrTail);
  return trees;
}

function check(subject: string, what: string, expected: string, found: string | undefined): Check {
  return { subject, what, expected, found: found ?? 'missing', ok: expected === found };
}

serveJob<VerifyInput, Check[]>(verify);
