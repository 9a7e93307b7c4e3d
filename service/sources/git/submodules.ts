/** Folders that are other repositories (gitsubmodules(7)): the history has the id of a commit in their place, and no contents. */
import { counted, type Sentence, say } from '../../../language/sentence.ts';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';
import { showPath } from '../../git/names/bytes.ts';
import type { Finding } from '../../vocabulary/report.ts';
import { shownAddress } from '../shown-address.ts';

/** Branches beside the default one whose newest commit is looked at. */
const MOST_BRANCHES = 20;
/** Folders that are counted at most. */
const MOST_FOUND = 100_000;
const MOST_EXAMPLES = 100;
/** Bytes of a `.gitmodules` that is read. */
const LONGEST = 1 << 20;
/** Git knows it without its being there. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
const OTHER_REPOSITORY = '160000';
const LISTED = /^(?:[\da-f]{40} [\da-f]{40}\n)?:\d{6} (\d{6}) [\da-f]{40} [\da-f]{40} [ADMT]$/;

/**
 * Looks for them in the newest commit of the default branch, and in what that of other branches has besides: all of a history would
 * be a walk of its own.
 * @param branches ids of what branches name
 * @throws Failure when git cannot read the trees
 */
export async function submoduleFindings(
  repository: string,
  branches: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Finding[]> {
  const others = [...branches].slice(0, MOST_BRANCHES);
  const heads = await headsOf(repository, ['HEAD', ...others], signal);
  const [first] = heads;
  if (first === undefined) return [];
  const found = await foundIn(repository, first.tree, [...new Set(heads.map(({ tree }) => tree))], signal);
  if (found.size === 0) return [];
  const addresses = await addressesIn(repository, [...new Set(heads.flatMap(({ modules }) => modules ?? []))], signal);
  const left = branches.size - others.length;
  const examples = [...found].slice(0, MOST_EXAMPLES).map((path) => {
    const address = addresses.get(path);
    return address === undefined ? path : `${path}: ${address}`;
  });
  return [{ kind: 'submodule', severity: 'warning', text: textOf(left), count: found.size, examples }];
}

function textOf(left: number): Sentence {
  const what = say(
    'These folders are other repositories (submodules). Which commit each of them stands at came as it is; what is in them is not part of this repository, and was not imported. Import those repositories on their own, and write the addresses that they have then into .gitmodules.',
  );
  if (left === 0) return what;
  return [
    what,
    say('The newest commits of the default branch and of {count} others were looked at for them.', {
      count: counted(MOST_BRANCHES),
    }),
  ];
}

interface Head {
  tree: string;
  /** Id of its `.gitmodules`; null where it has none that is read. */
  modules: string | null;
}

/** The trees of these commits; a HEAD that names nothing is passed over. */
async function headsOf(repository: string, names: readonly string[], signal: AbortSignal): Promise<Head[]> {
  const { stdout } = await runGit({
    args: ['--git-dir', repository, 'cat-file', '--batch-check=%(objectname) %(objecttype) %(objectsize)'],
    stdin: names.map((name) => `${name}^{tree}\n${name}:.gitmodules\n`).join(''),
    signal,
    failure: ({ stderrTail }) => notRead(stderrTail),
  }).done;
  const lines = stdout.split('\n');
  return names.flatMap((_name, index) => {
    const tree = /^([\da-f]{40}) tree /.exec(lines[2 * index] ?? '')?.[1];
    const [, blob, bytes] = /^([\da-f]{40}) blob (\d+)$/.exec(lines[2 * index + 1] ?? '') ?? [];
    return tree === undefined ? [] : [{ tree, modules: Number(bytes) <= LONGEST ? (blob ?? null) : null }];
  });
}

/** Their paths in the first tree, and those that others have besides. */
async function foundIn(
  repository: string,
  first: string,
  trees: readonly string[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const pairs = trees.map((tree) => (tree === first ? `${EMPTY_TREE} ${tree}\n` : `${first} ${tree}\n`));
  const listing = runGit({
    args: ['--git-dir', repository, 'diff-tree', '--stdin', '-r', '-z', '--raw', '--no-renames'],
    stdin: pairs.join(''),
    signal,
    onStdout: 'stream',
    failure: ({ stderrTail }) => notRead(stderrTail),
  });
  const found = new Set<string>();
  let listed: string | null = null;
  let rest = '';
  for await (const chunk of listing.stdout as AsyncIterable<Buffer>) {
    const fields = (rest + chunk.toString('latin1')).split('\0');
    rest = fields.pop() ?? '';
    for (const field of fields) {
      if (listed === null) listed = LISTED.exec(field)?.[1] ?? '';
      else {
        if (listed === OTHER_REPOSITORY && found.size < MOST_FOUND) found.add(showPath(field));
        listed = null;
      }
    }
  }
  await listing.done;
  return found;
}

/** What `.gitmodules` say, by path: the first that names it. One that git cannot read says nothing. */
async function addressesIn(
  repository: string,
  modules: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const addresses = new Map<string, string>();
  for (const blob of modules) {
    const { code, stdout } = await runGit({
      args: [
        // Without it git reads what the source's text includes, by any path of this machine.
        ...['--git-dir', repository, 'config', '--no-includes', '--blob', blob],
        ...['-z', '--get-regexp', '^submodule\\..*\\.(path|url)$'],
      ],
      signal,
      successExitCodes: 'any',
    }).done;
    if (code !== 0) continue;
    const values = stdout.split('\0').map((entry) => /^submodule\.(.*)\.(path|url)\n(.*)$/s.exec(entry) ?? []);
    const urls = new Map(values.flatMap(([, name, key, value]) => (key === 'url' ? [[name, value]] : [])));
    for (const [, name, key, path] of values) {
      const address = shownAddress(urls.get(name) ?? '');
      if (key === 'path' && path !== undefined && address !== null && !addresses.has(path))
        addresses.set(path, address);
    }
  }
  return addresses;
}

function notRead(detail: string): Failure {
  return Failure.of('git.objects_not_walked', {}, detail);
}
