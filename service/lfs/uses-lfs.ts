import { runGit } from '../git/git.ts';

const ATTRIBUTES = '.gitattributes';
/** Ids handed to one git as arguments. */
const AT_ONCE = 500;

/** Tips of which every folder is looked at. */
const TIPS_LOOKED_AT = 100;

/**
 * Whether attributes of the newest commits hand files to Git LFS: those at the top of all of them, where nearly everybody keeps
 * them, and those of every folder of the first ones, which takes time.
 * @param tips ids of commits and tags, the default branch's first
 * @param most tips of which every folder is looked at
 */
export async function usesLfs(
  repositoryPath: string,
  tips: readonly string[],
  signal: AbortSignal,
  most = TIPS_LOOKED_AT,
): Promise<boolean> {
  if (tips.length === 0) return false;
  const top = await topAttributes(repositoryPath, tips, signal);
  if (top === null || (await handsToLfs(repositoryPath, top, signal))) return true;
  const all = await allAttributes(repositoryPath, tips.slice(0, most), signal);
  if (all === null) return true;
  for (const id of top) all.delete(id);
  return handsToLfs(repositoryPath, all, signal);
}

/** @returns ids of attributes at the top; null where git fails: then there is no answer */
async function topAttributes(repository: string, tips: readonly string[], signal: AbortSignal) {
  const found = new Set<string>();
  const { code } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname)', '--buffer'],
    stdin: `${[...new Set(tips)].map((tip) => `${tip}:${ATTRIBUTES}`).join('\n')}\n`,
    successExitCodes: 'any',
    signal,
    onStdout: (line) => {
      // "<tip>:.gitattributes missing"
      if (/^[\da-f]{40,64}$/.test(line)) found.add(line);
    },
  }).done;
  return code === 0 ? found : null;
}

/** @returns ids of attributes of any folder; null where git fails */
async function allAttributes(repository: string, tips: readonly string[], signal: AbortSignal) {
  const found = new Set<string>();
  const walk = runGit({
    args: ['--git-dir', repository, 'rev-list', '--objects', '--no-walk', '--stdin'],
    stdin: `${tips.join('\n')}\n`,
    successExitCodes: 'any',
    signal,
    onStdout: 'stream',
  });
  // As bytes: a million paths are no strings.
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of walk.stdout as AsyncIterable<Buffer>) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf('\n') + 1;
    rest = bytes.subarray(end);
    const whole = bytes.subarray(0, end);
    for (let at = whole.indexOf(`${ATTRIBUTES}\n`); at !== -1; at = whole.indexOf(`${ATTRIBUTES}\n`, at + 1)) {
      const line = whole.toString('latin1', whole.lastIndexOf('\n', at) + 1, at);
      const id = /^([\da-f]{40,64}) (?:.*\/)?$/.exec(line)?.[1];
      if (id !== undefined) found.add(id);
    }
  }
  const { code } = await walk.done;
  return code === 0 ? found : null;
}

async function handsToLfs(repository: string, attributes: Iterable<string>, signal: AbortSignal): Promise<boolean> {
  const ids = [...attributes];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { code } = await runGit({
      args: [
        ...['--git-dir', repository, 'grep', '--quiet', '--fixed-strings', '-e', 'filter=lfs'],
        ...ids.slice(at, at + AT_ONCE),
      ],
      successExitCodes: 'any',
      signal,
    }).done;
    // 1 is none.
    if (code !== 1) return true;
  }
  return false;
}
