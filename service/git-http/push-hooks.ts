/**
 * The only hook that a push over HTTP runs. Those in a repository's own folder are passed over, whoever laid them there, and the
 * lock's among them: this one refuses in its place, also when the lock comes while the push is under way.
 */
import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '../files/durable-file.ts';
import { LOCK_SETTING } from '../repositories/lock-files.ts';

/** githooks(5): git starts it in the repository before a change of refs is committed; a failure takes the change back. */
const HOOK = `#!/bin/sh
[ "$1" = prepared ] || exit 0
[ -e ${LOCK_SETTING} ] || exit 0
echo 'A migration locks this repository, so that nothing changes in it. Unlock it, then push again.' >&2
exit 1
`;

/** Writes the hook anew. @returns its folder, for `core.hooksPath` */
export async function layPushHooks(dataFolder: string): Promise<string> {
  const folder = join(dataFolder, 'git-http', 'hooks');
  await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await writeDurably(join(folder, 'reference-transaction'), HOOK, 0o700);
  return folder;
}
