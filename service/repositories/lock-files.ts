/** The files in a bare repository by which a lock keeps git out. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** githooks(5): runs before a change of refs is committed, whoever makes it; a failure takes the change back. */
export const HOOK = 'hooks/reference-transaction';
/** Runs before git locks anything: what is pushed hears the sentence. */
export const PUSH_HOOK = 'hooks/pre-receive';
/**
 * No hook runs for `git symbolic-ref` before git 2.46, but it takes this lock first, as whoever changes HEAD does. A change of
 * the branch that HEAD names takes it too, and is refused in git's words when it was not pushed.
 */
export const HEAD_LOCK = 'HEAD.lock';
/** Read by the repository's configuration: a `core.hooksPath` of the person or the machine would pass over the hook. */
export const LOCK_SETTING = 'locked-by-migration.config';

/** Whether one of them is there. Asked of ten thousand: an answer at once costs a tenth of one that comes later. */
export function mayBeLocked(folder: string): boolean {
  return (
    existsSync(folder) && [LOCK_SETTING, HEAD_LOCK, HOOK, PUSH_HOOK].some((name) => existsSync(join(folder, name)))
  );
}
