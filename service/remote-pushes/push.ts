import { listRefs } from '../git/bare-repository.ts';
import { runGit } from '../git/git.ts';
import { type Credentials, ImportFailure } from '../imports/source.ts';
import { isProgressNoise, PUSH_PHASES, readProgress } from '../imports/sources/git/clone-progress.ts';
import { sourceEnvironment } from '../imports/sources/git/environment.ts';
import { gitFailure } from '../imports/sources/git/failures.ts';
import { listRemoteRefs } from '../imports/sources/git/probe.ts';
import { objectsIn, uploadObjects } from './lfs-upload.ts';

const REFSPECS = ['refs/heads/*:refs/heads/*', 'refs/tags/*:refs/tags/*'];
/** Percent of a push that contents of large files take, where there are any. */
const LFS_SHARE = 80;
/** Refs named in a refusal; the rest is counted. */
const NAMED = 3;

export interface PushJob {
  repositoryPath: string;
  /** Free of passwords. */
  remoteUrl: string;
  credentials: Credentials | null;
  /** Directory of mode 0700 for this push alone. */
  privateFolder: string;
  signal: AbortSignal;
  onProgress(percent: number, text: string): void;
}

/**
 * Pushes all branches and tags. Nothing of the remote is ever overwritten: where it is not empty, every
 * change must be a fast-forward, which is tried out before anything is sent.
 * @throws ImportFailure
 */
export async function push(job: PushJob): Promise<void> {
  const { signal } = job;
  job.onProgress(0, 'Asking the remote what it has.');
  const own = (await listRefs(job.repositoryPath, signal)).filter(({ name }) => /^refs\/(heads|tags)\//.test(name));
  if (own.length === 0) {
    throw new ImportFailure('empty', 'The repository has no branches and no tags to push. Import into it first.');
  }
  const { refs } = await listRemoteRefs(job.remoteUrl, job);
  if (refs.size > 0) await send(job, ['--dry-run'], () => undefined);
  const objects = await objectsIn(job.repositoryPath);
  const before = objects.length === 0 ? 0 : LFS_SHARE;
  // Before the refs: a pointer without its content would break every checkout of the remote.
  if (objects.length > 0) {
    const { onProgress } = job;
    await uploadObjects(objects, { ...job, onProgress: (done, text) => onProgress(Math.floor(done * before), text) });
  }
  await send(job, [], (fraction, text) => job.onProgress(before + Math.floor(fraction * (99 - before)), text));
}

async function send(
  job: PushJob,
  options: string[],
  onProgress: (fraction: number, text: string) => void,
): Promise<void> {
  const { env, secrets } = sourceEnvironment(job.remoteUrl, job.credentials, job.privateFolder);
  const refused: string[] = [];
  const messages: string[] = [];
  const { code, stderrTail } = await runGit({
    args: [
      '--git-dir',
      job.repositoryPath,
      'push',
      '--porcelain',
      '--progress',
      '--no-recurse-submodules',
      ...options,
      '--',
      job.remoteUrl,
      ...REFSPECS,
    ],
    env,
    secrets,
    signal: job.signal,
    onStdout: (line) => {
      const [flag, names = '', summary = ''] = line.split('\t');
      if (flag === '!') refused.push(`${names.split(':')[1] ?? names} ${summary}`);
    },
    onStderrLine: (line) => {
      const progress = readProgress(line, PUSH_PHASES);
      if (progress !== null) onProgress(progress.fraction, progress.text);
      else if (!isProgressNoise(line) && line.startsWith('remote: '))
        messages.push(line.slice('remote: '.length).trim());
    },
  }).done;
  if (code === 0) return;
  if (refused.length === 0) throw gitFailure(stderrTail, job.remoteUrl, job.credentials !== null);
  const named = refused.slice(0, NAMED).join(', ');
  const more = refused.length > NAMED ? ` and ${refused.length - NAMED} more` : '';
  const history = refused.every((line) =>
    /non-fast-forward|fetch first|already exists|stale info|needs force/.test(line),
  );
  throw new ImportFailure(
    'internal',
    history
      ? `The remote holds other history, which a push would overwrite: ${named}${more}. Push to an empty repository, or remove these refs there first.`
      : `The remote refused ${named}${more}.${messages.length > 0 ? ` It says: ${messages.slice(0, 5).join(' ')}` : ''} Change its rules or your rights there, and push again.`,
    stderrTail,
  );
}
