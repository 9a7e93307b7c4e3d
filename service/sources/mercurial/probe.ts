import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { dataOf, Failure } from '../../failures/failure.ts';
import { redirectTarget, sameServer, withRedirect } from '../redirects.ts';
import type { ProbeContext, ProbeResult } from '../source.ts';
import { isBundleFile, probeBundle } from './bundle-file.ts';
import { isRepository, isServer, localFolder, namesPart } from './clone.ts';
import { hgFailure } from './failures.ts';
import { HgServer } from './hg-server.ts';
import { runHg } from './hg-tool.ts';
import { found, linesOf } from './probe-result.ts';
import { repositoriesAt } from './repository-list.ts';
import { ALL_EXTENSIONS, requirementsOf } from './requirements.ts';

/** Repositories named in a message; the rest is counted. */
const NAMED = 5;
const NOTHING = '0'.repeat(12);
/** Bytes that hg may hold to look at a server: it reads each answer whole. */
const LOOK_BYTES = 2 * 2 ** 30;

/** Looks at an address: for a path of this disk whether Mercurial keeps a repository there, else what `hg identify` says. */
export async function probe(url: string, context: ProbeContext): Promise<ProbeResult> {
  const folder = localFolder(url);
  if (folder !== null) return probeFolder(folder, url, context);
  // Nobody is asked, so that it says nothing of a host that does not answer another one.
  if (!isServer(url)) return { kind: 'nothing', failure: dataOf(Failure.of('mercurial.no_address', { url })) };
  const part = namesPart(url);
  if (part !== null) {
    // A page may have such an address as well.
    const whole = await probe(String(part.parameters.repository), context);
    return whole.kind === 'found' ? { kind: 'nothing', failure: dataOf(part) } : whole;
  }
  const { code, stdout, stderrTail } = await runHg({ ...context, extensions: ALL_EXTENSIONS }, url, {
    args: ['identify', '--id', '--', url],
    mostMemory: LOOK_BYTES,
    successExitCodes: 'any',
  }).done;
  const redirectedTo = redirectTarget(url, /^real URL is (\S+)$/m.exec(`${stderrTail}\n${stdout}`)?.[1]);
  if (code !== 0) {
    const failure = hgFailure(stderrTail, url, context.credentials !== null);
    const at = redirectedTo ?? url;
    const credentials = at === url || sameServer(at, url) ? context.credentials : null;
    const isNone = failure.key === 'mercurial.not_found';
    const repositories = isNone ? await repositoriesAt(at, { credentials, signal: context.signal }) : [];
    if (repositories.length > 0) return list(url, repositories);
    throw withRedirect(url, failure, redirectedTo);
  }
  const capabilities = context.brief === true ? [] : await capabilitiesOf(url, context);
  requireSimpleStore(url, capabilities);
  const tip = linesOf(stdout).at(-1);
  return found(url, { revisions: null, branches: [], tags: [], empty: tip === NOTHING, redirectedTo });
}

async function probeFolder(folder: string, url: string, context: ProbeContext): Promise<ProbeResult> {
  if (isBundleFile(folder)) return probeBundle(folder, url, context);
  if (!isRepository(folder)) return nothing(url);
  requireSimpleStore(url, [...requirementsOf(folder)]);
  if (context.brief === true) {
    return found(url, { revisions: null, branches: [], tags: [], empty: hasNoChangelog(folder) });
  }
  const server = new HgServer({ ...context, credentials: null }, { path: folder, url });
  try {
    const revisions = Number(await server.output(['log', '-r', 'tip', '-T', '{rev}'])) + 1;
    const branches = linesOf(await server.output(['branches', '-T', '{branch}\n']));
    const tags = linesOf(await server.output(['tags', '-T', '{ifeq(type, "local", "", "{tag}\n")}'])).filter(
      (name) => name !== 'tip',
    );
    return found(url, { revisions, branches, tags, empty: revisions === 0 });
  } finally {
    await server.stop();
  }
}

/** What a server says of itself and of how its repository is stored, word by word. */
async function capabilitiesOf(url: string, context: ProbeContext): Promise<string[]> {
  const { stdout } = await runHg({ ...context, extensions: ALL_EXTENSIONS }, url, {
    args: ['debugcapabilities', '--', url],
    mostMemory: LOOK_BYTES,
    successExitCodes: 'any',
  }).done;
  return stdout.split(/[\s,=]+/);
}

/** A history that Mercurial sends in a form of its own (`mercurial/requirements.py`) is told before anything is fetched. @throws Failure */
function requireSimpleStore(url: string, words: readonly string[]): void {
  if (words.includes('treemanifest')) throw Failure.of('mercurial.treemanifest', { url });
}

function list(url: string, repositories: readonly string[]): ProbeResult {
  const [named, more] = [repositories.slice(0, NAMED), Math.max(0, repositories.length - NAMED)];
  return {
    kind: 'nothing',
    failure: dataOf(Failure.of('mercurial.is_list', { url, repositories: named, more })),
    repositories: repositories.map((repository) => ({ url: repository, vcs: 'mercurial' })),
  };
}

function nothing(url: string): ProbeResult {
  return {
    kind: 'nothing',
    failure: dataOf(Failure.of('mercurial.not_found', { url })),
  };
}

/** Whether nothing was ever committed. Another repository's store (`hg share`) is not looked into. */
function hasNoChangelog(folder: string): boolean {
  const store = join(folder, '.hg', 'store');
  return existsSync(store) && (statSync(join(store, '00changelog.i'), { throwIfNoEntry: false })?.size ?? 0) === 0;
}
