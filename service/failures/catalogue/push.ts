/** What a remote refuses. */
import type { RefusalReason, Refusals } from '../../vocabulary/push-refusal.ts';
import { entry, itSays } from '../entry.ts';
import { isStatus, SIZE_LIMITS } from './size-limits.ts';

export const push = {
  'push.nothing_to_push': entry(
    'empty',
    () => 'The repository has no branches and no tags to push. Import into it first.',
  ),
  'push.other_history': entry(
    'internal',
    () =>
      'Nothing was pushed: the remote holds other history under the name of every branch and tag. Push to an empty repository, or overwrite them.',
  ),
  'push.too_large': entry(
    'internal',
    (p: { said: string }) =>
      `The remote takes no push as large as this one.${itSays(p.said)} ${raise(p.said)}, and push again.`,
  ),
  'push.commit_too_large': entry(
    'internal',
    (p: { commit: string; size: number; said: string }) =>
      `The remote takes no push as large as commit ${p.commit.slice(0, 12)} alone (about ${Math.max(1, Math.round(p.size / 1_048_576))} MB), which cannot be cut.${itSays(p.said)} What is older has arrived. ${raise(p.said)}, or choose Git LFS or leaving out for large files in the report, and push again.`,
  ),
  'push.too_many_refs': entry(
    'internal',
    (p: { most: number; said: string }) =>
      `The remote takes no push of more than ${p.most} branches and tags.${itSays(p.said)} Have that rule changed there for the time of the push, and push again.`,
  ),
  'push.pieces_left': entry(
    'internal',
    (p: { refs: readonly string[] }) =>
      `Everything has arrived, but the remote keeps branches that held pieces on the way (${p.refs.join(', ')}). Delete those whose names begin with gantry-piece there.`,
  ),
  'push.remote_disk_full': entry(
    'internal',
    () => 'The disk of the remote is full. Free some space there, or ask who runs it, and push again.',
  ),
  'push.refs_refused': entry(
    'internal',
    (p: Refusals) => `${refusal(p)} ${toDo(p, 'Change its rules or your rights there, and push again.')}`,
  ),
  'push.refs_refused_others_arrived': entry(
    'internal',
    (p: Refusals & { meanwhile: boolean }) =>
      `${refusal(p)} Everything else has arrived. ${p.meanwhile ? 'Somebody pushed meanwhile: look there, and push again.' : toDo(p, 'Change its rules and push again, or leave these refs out.')}`,
  ),
  'push.not_kept': entry(
    'internal',
    (p: { refs: readonly string[]; more: number }) =>
      `The remote took ${p.refs.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}, but does not show there now what was pushed. A hook or a mirror there takes it back, it hides these names, or somebody pushed meanwhile. Look there, and push again.`,
  ),
  'push.remote_changed': entry(
    'internal',
    () => 'The remote has changed since you were asked what is to become of it. Say it again for what it holds now.',
  ),
  'push.other_history_somewhere': entry(
    'internal',
    () => 'The remote holds other history under some of the same names. Say what is to become of it.',
  ),
  'push.not_empty': entry(
    'internal',
    () => 'The remote is not empty. Nothing of it would be overwritten. Say whether to push.',
  ),
  'push.right_gone': entry(
    'internal',
    (p: { repository: string }) =>
      `Who asked for this push may not push ${p.repository} there any more, so nothing more of it is sent. Somebody who may can push again.`,
  ),
  'push.login_refused_before': entry(
    'auth',
    (p: { host: string }) =>
      `${p.host} refused this login for another push. It was not tried for this one, as servers lock an account that is tried too often. Push again with the right password; or as it is, if the server takes this login now.`,
  ),
  'push.withheld': entry(
    'internal',
    (p: { lost: number; differing: number }, work) =>
      `Nothing was pushed by itself: ${[
        ...(p.differing === 0
          ? []
          : [
              p.differing === 1
                ? 'a check against the source differs'
                : `${p.differing} checks against the source differ`,
            ]),
        ...(p.lost === 0
          ? []
          : [
              `${p.lost} ${p.lost === 1 ? 'revision of the source is' : 'revisions of the source are'} missing in the repository`,
            ]),
      ].join(', and ')}. Read the report, and mend what it names; ${work.again} to send the repository as it is.`,
  ),
  'push.cut_off': entry(
    'internal',
    () => 'Gantry was closed while this push ran. Push again: what was sent already is not sent twice.',
  ),
  'push.not_written_down': entry(
    'disk_failed',
    (p: { path: string }) =>
      `All of it arrived at the remote. The disk that holds ${p.path} does not take that now: free some space or check the disk. Nothing must be pushed again.`,
  ),
  'push.contents_absent': entry(
    'broken_source',
    (p: { count: number; paths: readonly string[]; more: number }) =>
      `What was pushed arrived. But contents of ${p.count === 1 ? 'a large file' : `${p.count} large files`} that the history names are not here, and the remote does not give them out, so clones of it will lack them: ${p.paths.join(', ')}${p.more > 0 ? ` and ${p.more} more` : ''}. Push them there with "git lfs push --all" from a clone that has them.`,
  ),
  'push.password_not_remembered': entry(
    'internal',
    () => 'The keychain did not take the password, so it is not remembered.',
  ),
};

function raise(said: string): string {
  return isStatus(said)
    ? `Push to an address of ssh, which has no such limit, or have it raised in the server or a proxy before it (${SIZE_LIMITS})`
    : 'Have the limit raised there';
}

const TO_DO: Readonly<Record<RefusalReason, string>> = {
  large_files:
    'Choose Git LFS, or leaving out, for these files in the report of the import, or have the limit raised there, and push again.',
  secrets:
    'Passwords and keys that it names stand in the history: make them invalid where they are used. Then allow them there, or have that protection switched off for the time of the push, and push again.',
  lfs: 'Contents that the history keeps in Git LFS are missing there. Push them with "git lfs push --all" from a clone that has them, and push again.',
  room: 'Have the room of that repository enlarged there, or choose Git LFS, or leaving out, for large files in the report of the import, and push again.',
  objects:
    'Its check of objects finds fault with old ones, which the report of the import counts; they came as they were. Have that check switched off there for the time of the push (git: receive.fsckObjects), or ask the host for an exception, and push again.',
  workflows:
    'Give the token the right to change workflows too (GitHub calls it the scope "workflow", or the permission "Workflows"), or push over SSH, and push again.',
  signatures:
    'What was imported is signed by nobody. Have that rule switched off there for the time of the push, and push again.',
  people:
    'Map these authors in the import to addresses that it takes, or have that rule switched off there for the time of the push, and push again.',
  messages:
    'Old commits keep the messages that they have: have that rule switched off there for the time of the push, and push again.',
  names: 'Have that rule changed there for the time of the push and push again, or leave these refs out.',
  protected:
    'Have the protection taken off there for the time of the push, or a right to pass it given to you, and push again.',
  overwriting:
    'Its settings forbid to overwrite history: have that allowed there for the time of the push (git: receive.denyNonFastForwards) and push again, or leave these refs out.',
};

/** What a person can do about rules that are known. */
function toDo({ reason }: Refusals, otherwise: string): string {
  // What another version stored may have none, or one that is not known here.
  const known: Readonly<Record<string, string | undefined>> = TO_DO;
  return known[reason ?? ''] ?? otherwise;
}

function refusal({ refs, more, said }: Refusals): string {
  return `The remote refused ${refs.join(', ')}${more > 0 ? ` and ${more} more` : ''}.${itSays(said.join(' '))}`;
}
