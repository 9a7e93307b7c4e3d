/** Worker thread that looks for contents of large files that a remote's clones would lack. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { asFailure } from '../../failures/as-failure.ts';
import { runGit } from '../../git/git.ts';
import { mayPass } from '../../network/patience.ts';
import { serveJob } from '../../processes/workers.ts';
import { type LfsPointer, pointersIn } from '../../sources/git/lfs-pointers.ts';
import type { Credentials } from '../../vocabulary/credentials.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { objectPath } from '../convert/lfs-objects.ts';
import { localRepository } from '../local-repository.ts';
import { BATCH } from '../server/batch.ts';
import { findLfsServer } from '../server/find-server.ts';
import { usesLfs } from '../uses-lfs.ts';
import { askFor } from './ask-for.ts';

export interface AbsentJob {
  repositoryPath: string;
  /** Free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  /** SHA-256 of the contents that the repository has: they were sent. */
  here: string[];
  tips: string[];
}

export interface AbsentContents {
  /** Different contents. */
  count: number;
  /** Paths of a few of them, each in one commit that has it. */
  paths: string[];
}

/** Paths that a sentence names. */
const NAMED = 3;
const NONE: AbsentContents = { count: 0, paths: [] };

serveJob<AbsentJob, AbsentContents>(async (job, _post, signal) => {
  if (job.tips.length === 0) return NONE;
  if (job.here.length === 0 && !(await usesLfs(job.repositoryPath, job.tips, signal))) return NONE;
  const here = new Set(job.here);
  const candidates = (await pointersIn(job.repositoryPath, signal)).filter(({ oid }) => !here.has(oid));
  if (candidates.length === 0) return NONE;
  const named = await pathsOf(candidates, job, signal);
  const wanted = new Map<string, LfsObject & { path: string }>();
  for (const { blob, oid, size } of candidates) {
    const path = named.get(blob);
    if (path !== undefined) wanted.set(oid, { oid, size, path });
  }
  const absent = await absentThere([...wanted.values()], job, signal);
  return { count: absent.length, paths: absent.slice(0, NAMED).map(({ path }) => path) };
});

/** Paths by the ids of their blobs, of those blobs that the pushed refs reach. */
async function pathsOf(
  pointers: readonly Omit<LfsPointer, 'hidden'>[],
  { repositoryPath, tips }: AbsentJob,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const blobs = new Set(pointers.map(({ blob }) => blob));
  const paths = new Map<string, string>();
  await runGit({
    args: ['--git-dir', repositoryPath, 'rev-list', '--objects', '--stdin'],
    stdin: `${tips.join('\n')}\n`,
    signal,
    onStdout: (line) => {
      const [blob = ''] = line.split(' ', 1);
      if (blobs.has(blob) && !paths.has(blob)) paths.set(blob, line.slice(blob.length + 1));
    },
  }).done;
  return paths;
}

async function absentThere<Wanted extends LfsObject>(
  objects: readonly Wanted[],
  { remoteUrl, credentials }: AbsentJob,
  signal: AbortSignal,
): Promise<Wanted[]> {
  const local = localRepository(remoteUrl);
  if (local !== null) {
    const folder = join(local, 'lfs', 'objects');
    const sizes = await Promise.all(objects.map(({ oid }) => sizeOf(objectPath(folder, oid))));
    return objects.filter(({ size }, index) => sizes[index] !== size);
  }
  const absent: Wanted[] = [];
  try {
    const server = await findLfsServer(remoteUrl, credentials, signal, 'download');
    let most = BATCH;
    for (let at = 0; at < objects.length; ) {
      const some = objects.slice(at, at + most);
      const asked = await askFor(server, 'download', some, signal);
      if (asked === 'too-many') {
        most = Math.ceil(some.length / 2);
        continue;
      }
      const there = new Set(asked.filter(({ error, transfer }) => error === null && transfer !== null).map(oidOf));
      absent.push(...some.filter(({ oid }) => !there.has(oid)));
      at += some.length;
    }
    return absent;
  } catch (error) {
    signal.throwIfAborted();
    if (mayPass(asFailure(error))) throw error;
    // A remote that keeps no large files, or does not let this login read them: neither will a clone's.
    return [...objects];
  }
}

function oidOf({ oid }: { oid: string }): string {
  return oid;
}

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch {
    return null;
  }
}
