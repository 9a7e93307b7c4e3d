/** Worker thread that compares a repository whose large files were converted with the mapping before. */

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { basename } from 'node:path/posix';
import { isSame, type Said, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { listRefs } from '../../git/bare-repository.ts';
import { runGit } from '../../git/git.ts';
import { notesDigest } from '../../git/notes-digest.ts';
import { readObjects } from '../../git/rewrite/history.ts';
import { isNotesRef } from '../../git/rewrite/notes.ts';
import { serveJob } from '../../processes/workers.ts';
import type { Conversion, MapResult } from '../../sources/source.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import type { Check } from '../../vocabulary/report.ts';
import { ATTRIBUTES_NAME } from './attributes.ts';
import { GIVEN_TO_LFS, givenToLfs } from './checked-out.ts';
import { objectPath, pointerId, readPointer } from './lfs-objects.ts';
import { lfsFolder, objectsOf } from './publish-objects.ts';

export interface VerifyJob {
  repositoryPath: string;
  mapped: MapResult;
}

/** One for all: a hundred thousand checks may be of it. */
const CONVERTED_ID = say('object id after large files were converted');
/** Refs whose files are compared one by one; equal commits need no comparison. */
const MOST_COMPARED = 50;

serveJob<VerifyJob, Check[]>(async ({ repositoryPath, mapped }, _post, signal) => {
  const { conversion } = mapped;
  if (conversion === undefined) return [];
  const [published, commitsBefore, commitsAfter, connected, files, objects, notes] = await Promise.all([
    listRefs(repositoryPath, signal),
    countCommits(conversion.repository, conversion.before, signal),
    countCommits(repositoryPath, mapped, signal),
    missingObjects(repositoryPath, signal),
    fileChecks(conversion, mapped, signal),
    objectChecks(repositoryPath, conversion, signal),
    notesChecks(repositoryPath, conversion, mapped, signal),
  ]);
  const oids = new Map(published.map(({ name, oid }) => [name, oid]));
  return [
    ...mapped.refs.map(({ name, oid }) => check(name, CONVERTED_ID, oid, oids.get(name))),
    check(
      say('All refs'),
      say('commits before and after large files were converted'),
      // What is one with another since is told on its own.
      String(commitsBefore - (conversion.joined ?? 0) - (mapped.retold?.joined?.length ?? 0)),
      String(commitsAfter),
    ),
    check(say('All objects'), say('whether every object that refs need is there'), say('yes'), connected),
    ...files,
    ...notes,
    ...objects,
  ];
});

async function countCommits(repository: string, { refs }: MapResult, signal: AbortSignal): Promise<number> {
  const count = await git(repository, ['rev-list', '--count', '--stdin'], signal, refs);
  return Number(count.trim());
}

async function missingObjects(repository: string, signal: AbortSignal): Promise<Sentence> {
  const { code, stdout, stderrTail } = await runGit({
    args: ['--git-dir', repository, 'fsck', '--connectivity-only', '--no-dangling', '--no-progress'],
    signal,
    successExitCodes: 'any',
  }).done;
  return code === 0 ? say('yes') : `${stdout}\n${stderrTail}`.trim().split('\n').slice(0, 3).join('; ');
}

/** What differs between the trees of a ref from before and after. */
async function fileChecks(conversion: Conversion, mapped: MapResult, signal: AbortSignal): Promise<Check[]> {
  const before = new Map(conversion.before.refs.map(({ name, oid }) => [name, oid]));
  const ordered = [...mapped.refs].sort((a, b) => Number(b.name === mapped.head) - Number(a.name === mapped.head));
  const differing = ordered
    .filter(({ name, oid }) => before.get(name) !== oid && !isNotesRef({ name }))
    .slice(0, MOST_COMPARED);
  const pointers = new Map(
    conversion.blobs.map(({ oid, object }) => [oid, object === null ? null : pointerId(object)]),
  );
  const checks: Check[] = [];
  for (const { name, oid } of differing) {
    const { code, stdout } = await runGit({
      successExitCodes: 'any',
      args: [
        ...['--git-dir', conversion.repository, 'diff-tree', '-r', '-z', '--raw', '--no-renames', '--no-abbrev'],
        ...[`${before.get(name)}^{tree}`, `${oid}^{tree}`],
      ],
      encoding: 'latin1',
      signal,
    }).done;
    if (code !== 0) continue; // A tag of something that has no files.
    const others: string[] = [];
    const converted: string[] = [];
    const fields = stdout.split('\0');
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [, , from = '', to = '', kind = ''] = (fields[at] ?? '').split(' ');
      const path = fields[at + 1] ?? '';
      const pointer = pointers.get(from);
      const asChosen = pointer === null ? kind === 'D' : pointer !== undefined && to === pointer;
      if (asChosen) converted.push(path);
      else if (basename(path) !== ATTRIBUTES_NAME || conversion.choice === 'opt_out') others.push(path);
    }
    const large = converted.length;
    const what =
      conversion.choice === 'opt_in'
        ? say('large files as pointers, and other files that changed')
        : say('large files left out, and other files that changed');
    checks.push(
      check(
        name,
        what,
        say('{large} and 0', { large }),
        others.length === 0
          ? say('{large} and 0', { large })
          : say('{large} and {others}: {names}', {
              large,
              others: others.length,
              names: others.slice(0, 5).join(', '),
            }),
      ),
    );
    if (conversion.choice === 'opt_in' && name === differing[0]?.name) {
      checks.push(await checkedOutCheck(conversion, { name, oid, paths: converted }, signal));
    }
  }
  return checks;
}

/** Those for which no line could be written are told on their own. */
async function checkedOutCheck(
  { repository, withoutLine = [] }: Conversion,
  { name, oid, paths }: { name: string; oid: string; paths: readonly string[] },
  signal: AbortSignal,
): Promise<Check> {
  const told = new Set(withoutLine);
  const asked = paths.filter((path) => !told.has(path));
  const index = join(repository, 'checked-out.index');
  const given = await givenToLfs({ repository, commit: oid, paths: asked, index, signal });
  return check(name, GIVEN_TO_LFS, String(asked.length), String(given.size));
}

/** Notes that name other ids now: as many, with the same contents, and to commits that are there. */
async function notesChecks(
  repositoryPath: string,
  conversion: Conversion,
  mapped: MapResult,
  signal: AbortSignal,
): Promise<Check[]> {
  const tips = ({ refs }: MapResult) => refs.filter((ref) => !isNotesRef(ref)).map(({ oid }) => oid);
  const before = new Map(conversion.before.refs.map(({ name, oid }) => [name, oid]));
  const moved = mapped.refs.filter((ref) => isNotesRef(ref) && before.get(ref.name) !== ref.oid);
  return await Promise.all(
    moved.map(async ({ name, oid }) => {
      const then = await notesDigest(conversion.repository, before.get(name) ?? '', tips(conversion.before), signal);
      return check(name, say('notes'), then, await notesDigest(repositoryPath, oid, tips(mapped), signal));
    }),
  );
}

/** Pointers as Git has them against the contents that lie beside. */
async function objectChecks(repository: string, conversion: Conversion, signal: AbortSignal): Promise<Check[]> {
  const checks: Check[] = [];
  const objects = objectsOf(conversion);
  const blobs = new Map(conversion.blobs.map(({ oid, object }) => [object?.oid, oid]));
  const pointers: (LfsObject | null)[] = [];
  await readObjects({ repository, signal }, objects.map(pointerId), (_id, payload) => {
    pointers.push(readPointer(payload.toString('latin1')));
  });
  for (const [index, { oid }] of objects.entries()) {
    const pointer = pointers[index] ?? null;
    const expected = pointer === null ? say('a pointer') : say('{oid}, {size} bytes', pointer);
    const path = objectPath(lfsFolder(repository), oid);
    checks.push(
      check(
        say('LFS object {oid}', { oid: oid.slice(0, 12) }),
        say('SHA-256 and size'),
        expected,
        await contentOf(path, blobs.get(oid), signal),
      ),
    );
  }
  return checks;
}

/** @param blob id of the blob that it was */
async function contentOf(path: string, blob: string | undefined, signal: AbortSignal): Promise<Sentence | undefined> {
  try {
    const { size } = await stat(path);
    const sum = createHash('sha256');
    const asBlob = createHash('sha1').update(`blob ${size}\0`);
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20, signal })) {
      sum.update(chunk);
      asBlob.update(chunk);
    }
    if (asBlob.digest('hex') !== blob) return say('the content of another file');
    return say('{oid}, {size} bytes', { oid: sum.digest('hex'), size });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

async function git(
  repository: string,
  args: string[],
  signal: AbortSignal,
  refs: readonly { oid: string }[],
): Promise<string> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, ...args],
    signal,
    stdin: `${refs.map(({ oid }) => oid).join('\n')}\n`,
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  }).done;
  return stdout;
}

function check(subject: Sentence, what: Said, expected: Sentence, found: Sentence | undefined): Check {
  const ok = found !== undefined && isSame(expected, found);
  return { subject, what, expected, found: found ?? say('missing'), ok };
}
