import { Failure } from '../failures/failure.ts';
import { gitBefore } from '../processes/installed-tools.ts';
import { type GitOptions, runGit } from './git.ts';

/** It mended `next_server_feature_value` (connect.c). */
const MENDED = '2.41';
/** Bytes of memory: git fills them in a moment where it goes round, and the first ref takes next to none. */
const MEMORY = 256 << 20;
/** A server of the first protocol says with its first ref what it is capable of; one of the second has its own way for symbolic refs. */
const FIRST_WORD = /< (?:version 2|[\da-f]{40,64} .*\\0)/;
const SEVERAL = /\\0.*\bsymref=.*\bsymref=/;

/**
 * Of servers that name several symbolic refs in the first protocol, as Dulwich does for each that a repository has, an older git
 * reads the same ones again and again, until there is no more memory.
 * @param asking the options of a question for the refs of `url` that git had too little memory for
 * @returns null where that is not why @throws Failure when cancelled
 */
export async function severalSymrefs(url: string, asking: GitOptions): Promise<Failure | null> {
  const version = await gitBefore(MENDED);
  if (version === null) return null;
  let isSeveral = false;
  const run = runGit({
    ...asking,
    env: { ...asking.env, GIT_TRACE_PACKET: '1' },
    mostMemory: MEMORY,
    onStdout: 'ignore',
    readsOnly: true,
    onStderrLine: (line) => {
      if (!FIRST_WORD.test(line)) return;
      isSeveral ||= SEVERAL.test(line);
      void run.stop();
    },
  });
  await run.done.catch(() => undefined);
  asking.signal?.throwIfAborted();
  return isSeveral ? Failure.of('git.several_symrefs', { url, version, newer: MENDED }) : null;
}
