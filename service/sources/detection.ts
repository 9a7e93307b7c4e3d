/** What an address is: all sources that could know are asked at once. */

import { asFailure } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import { isUnwell } from '../network/patience.ts';
import { askRefusingPage } from '../network/refusing-page.ts';
import { saysUnknownHost, scanHostKeys } from '../ssh/host-keys.ts';
import { isNameAlone } from '../vocabulary/credentials.ts';
import type { ProjectChoice } from '../vocabulary/history.ts';
import type { Address } from './address.ts';
import { folderOfRepositories } from './local/folder-of-repositories.ts';
import { pathsNamedBy } from './local/named-paths.ts';
import { repositoryAround } from './local/repository-around.ts';
import { orUnreadable } from './local/unreadable.ts';
import { reasonAt, sourceOfBundle } from './local/what-lies-there.ts';
import { repositoriesOfPage } from './pages.ts';
import { waysToSignIn } from './read-page.ts';
import type { Found, ProbeContext, ProbeResult, Source } from './source.ts';
import { checkoutOrigin } from './subversion/checkout-origin.ts';

/** Time limit of one source's look, in milliseconds, unless the source has its own where a person named it. */
const PROBE_MS = 45_000;

/** Said of an address without asking anybody. */
const UNASKED = new Set(['git.no_address', 'subversion.no_address', 'mercurial.no_address', 'tfvc.no_address']);
/** What a system read at an address: that another one was refused there says nothing against it. */
const READ = new Set(['subversion.is_file', 'subversion.is_list', 'subversion.empty_list', 'mercurial.is_list']);
/** What a system knows of an address from which it can read no repository: more than that none of all has one. */
export const TELLING: ReadonlySet<string> = new Set([
  ...READ,
  'mercurial.names_part',
  'subversion.damaged',
  'subversion.newer_format',
  'subversion.older_format',
  'subversion.berkeley_db',
  'subversion.not_opened',
  'subversion.not_opened_there',
  'connection.redirects_round',
]);

export type DetectionResult =
  | { kind: 'found'; found: Found; choices: ProjectChoice[] }
  | Exclude<ProbeResult, { kind: 'found' } | { kind: 'needs_auth' }>
  | Extract<ProbeResult, { kind: 'needs_auth' }>;

/** Asks one source, within the time limit. Failures come back as results. */
export async function probeOne(source: Source, url: string, context: ProbeContext): Promise<ProbeResult> {
  const limit = context.brief === true ? (source.namedLookMs ?? PROBE_MS) : PROBE_MS;
  const timeout = AbortSignal.timeout(limit);
  try {
    return await source.probe(url, { ...context, signal: AbortSignal.any([context.signal, timeout]) });
  } catch (error) {
    context.signal.throwIfAborted();
    if (timeout.aborted) {
      return {
        kind: 'unreachable',
        failure: dataOf(tooSlow(url, limit / 1000)),
      };
    }
    const failure = asFailure(error);
    if (failure.kind === 'auth') {
      const hasName = isNameAlone(context.credentials);
      const isAsked = hasName && failure.key === 'credentials.login_refused';
      return {
        kind: 'needs_auth',
        vcs: source.vcs,
        failure: dataOf(isAsked ? Failure.of('credentials.login_needed', { url }, failure.detail) : failure),
        wrong_credentials: context.credentials !== null && !hasName,
      };
    }
    if (failure.kind === 'tool_missing') return { kind: 'tool_missing', failure: dataOf(failure) };
    if (failure.kind === 'unreachable') {
      const unknown = saysUnknownHost(failure.detail);
      return {
        kind: 'unreachable',
        failure: dataOf(failure),
        unknown_host: unknown ? await scanHostKeys(url, context.signal) : null,
      };
    }
    if (failure.kind === 'not_found') return { kind: 'nothing', failure: dataOf(failure) };
    throw failure;
  }
}

function tooSlow(url: string, seconds: number): Failure {
  const isHere = /^(?:file:|\/|[a-z]:[\\/]|\\\\)/i.test(url);
  return isHere
    ? Failure.of('connection.slow_to_read', { url, seconds })
    : Failure.of('connection.slow_to_answer', { seconds });
}

/**
 * Asks all sources what an address is. Where none knows a path of this machine, what lies there is told.
 * @throws Failure when cancelled or for a fault of ours
 */
export async function detect(
  address: Pick<Address, 'url' | 'scheme'>,
  sources: readonly Source[],
  context: ProbeContext,
): Promise<DetectionResult> {
  const nothingBut = async (told: Failure): Promise<DetectionResult> => ({
    kind: 'nothing',
    failure: dataOf(await withOrigin(told, context)),
  });
  try {
    const bundled = await sourceOfBundle(address, sources);
    const result = await weigh(address, bundled === null ? sources : [bundled], context);
    if (result.kind === 'needs_auth' && result.failure.key === 'credentials.sign_in_page')
      return { ...result, wrong_credentials: false };
    if (result.kind === 'needs_auth') return await orOtherSignIn(result, address.url, sources, context.signal);
    const isUntold = result.kind === 'nothing' && !TELLING.has(result.failure.key);
    const isRefused = result.kind === 'unreachable' && result.failure.key === 'connection.http_refused';
    const refusal = isUntold || isRefused ? await askRefusingPage(address.url, context.signal) : null;
    if (refusal !== null) return { kind: 'unreachable', failure: dataOf(refusal), unknown_host: null };
    if (!isUntold) return result;
    const reason = await reasonAt(address, sources);
    const listed = reason === null ? await folderOfRepositories(address, sources, context.signal) : null;
    if (listed?.repositories !== undefined) return listed;
    // A folder with nothing in it may be one of a working copy all the same.
    const isBare = reason === null || reason.key === 'address.folder_empty';
    const told = (isBare ? await repositoryAround(address) : null) ?? reason;
    if (told !== null) return await nothingBut(told);
    return listed ?? (await pageOf(address, sources, context)) ?? result;
  } catch (error) {
    context.signal.throwIfAborted();
    const told = error instanceof Failure && error.kind === 'broken_source' ? await reasonAt(address, sources) : null;
    if (told !== null) return await nothingBut(told);
    throw await orUnreadable(address, error);
  }
}

/** What is said of a server that takes no password from the program that asks it, in place of a login that is asked for again and again. */
async function orOtherSignIn(
  result: Extract<ProbeResult, { kind: 'needs_auth' }>,
  url: string,
  sources: readonly Source[],
  signal: AbortSignal,
): Promise<DetectionResult> {
  if (result.is_certain === true) return result;
  const ways = await waysToSignIn(url, signal).catch((error: unknown) => asFailure(error));
  signal.throwIfAborted();
  if (ways instanceof Failure) return { kind: 'unreachable', failure: dataOf(ways), unknown_host: null };
  const { detail } = result.failure;
  if (ways.size === 1 && ways.has('negotiate')) {
    return {
      ...result,
      failure: dataOf(Failure.of('credentials.ticket_needed', { url }, detail)),
      wrong_credentials: false,
    };
  }
  // git and Team Foundation sign in so; svn does on Windows alone, as whoever is signed in there, and hg nowhere.
  const hasNoNtlm = result.vcs === 'subversion' || result.vcs === 'mercurial';
  if (!hasNoNtlm || !ways.has('ntlm') || ways.has('basic') || ways.has('digest')) return result;
  const system = sources.find(({ vcs }) => vcs === result.vcs)?.title ?? result.vcs;
  const failure = Failure.of('credentials.windows_only', { url, system, tickets: ways.has('negotiate') }, detail);
  return { ...result, failure: dataOf(failure), wrong_credentials: false };
}

/** What lies there, and where it comes from if it is a checkout of Subversion that says so. */
async function withOrigin(failure: Failure, context: ProbeContext): Promise<Failure> {
  if (failure.key !== 'address.svn_checkout') return failure;
  const url = String(failure.parameters.url);
  const [folder] = pathsNamedBy({ url, scheme: url.startsWith('file:') ? 'file' : 'path' });
  const origin = folder === undefined ? null : await checkoutOrigin(folder, context).catch(() => null);
  context.signal.throwIfAborted();
  return origin === null ? failure : Failure.of('address.svn_checkout_of', { url, origin });
}

/** Of an address at which nothing is, and which may be that of a page about a repository. Nothing is taken for what was meant. */
async function pageOf(
  { url }: Pick<Address, 'url'>,
  sources: readonly Source[],
  context: ProbeContext,
): Promise<DetectionResult | null> {
  for (const repository of repositoriesOfPage(url)) {
    // What was given for one host is not for another.
    const credentials = new URL(repository).origin === new URL(url).origin ? context.credentials : null;
    const answer = await weigh({ url: repository }, sources, { ...context, credentials }).catch((error: unknown) => {
      context.signal.throwIfAborted();
      if (error instanceof Failure) return null;
      throw error;
    });
    if (answer?.kind !== 'found' || answer.found.empty) continue;
    return { kind: 'nothing', failure: dataOf(Failure.of('import.page', { url, repository })) };
  }
  return null;
}

/**
 * Asks all sources and weighs their answers: one that recognises the address wins over one that wants a
 * password, that over one that could not look, and only then nothing is there.
 * @throws Failure when cancelled or for a fault of ours
 */
export async function weigh(
  address: Pick<Address, 'url'>,
  sources: readonly Source[],
  context: ProbeContext,
): Promise<DetectionResult> {
  const broken: Failure[] = [];
  const ask = async (source: Source, asker = context): Promise<ProbeResult> => {
    try {
      return await probeOne(source, address.url, asker);
    } catch (error) {
      // One that cannot make sense of the address does not keep the others from knowing it.
      if (!(error instanceof Failure) || error.kind !== 'broken_source') throw error;
      broken.push(error);
      return { kind: 'nothing', failure: dataOf(error) };
    }
  };
  const answers = await askSparingly(address, sources, context, ask);
  const locked = answers.filter((answer) => answer.kind === 'needs_auth');
  const certain = locked.find((answer) => answer.is_certain === true);
  const all = answers.filter((answer) => answer.kind === 'found');
  const full = all.filter((answer) => !answer.empty);
  // Git takes any web page for an empty repository.
  const found = full.length > 0 ? full : certain === undefined ? all : [];
  const [first] = found;
  if (first !== undefined) {
    const choices =
      found.length > 1
        ? found.flatMap((answer) => choicesOf(answer, sources))
        : first.project_choices.length > 1
          ? first.project_choices
          : [];
    return { kind: 'found', found: first, choices };
  }
  const nothings = answers.filter((answer) => answer.kind === 'nothing');
  const read = nothings.find(({ failure }) => READ.has(failure.key));
  if (read !== undefined) return read;
  const needsAuth = certain ?? locked[0];
  if (needsAuth !== undefined) return needsAuth;
  const telling = nothings.find(({ failure }) => TELLING.has(failure.key));
  if (telling !== undefined) return telling;
  const isUnasked = (answer: ProbeResult) =>
    answer.kind === 'tool_missing' || (answer.kind === 'nothing' && UNASKED.has(answer.failure.key));
  const looked = answers.filter((answer) => !isUnasked(answer));
  const unreachable = looked.find((answer) => answer.kind === 'unreachable');
  // A server that answered one source is there, whatever another source made of it.
  if (unreachable !== undefined && looked.every((answer) => answer.kind === 'unreachable')) return unreachable;
  // One that was cut short may be the one that would have known it.
  const unheard = looked.find((answer) => answer.kind === 'unreachable' && isUnwell(answer.failure));
  if (unheard !== undefined && unheard.kind === 'unreachable') return unheard;
  const missing = answers.find((answer) => answer.kind === 'tool_missing');
  if (missing !== undefined) return missing;
  const [failure] = broken;
  if (failure !== undefined) throw failure;
  const [only] = answers;
  if (answers.length === 1 && only?.kind === 'nothing') return only;
  const systems = sources.map((source) => source.title);
  return { kind: 'nothing', failure: dataOf(Failure.of('import.no_such_repository', { url: address.url, systems })) };
}

/**
 * Asks all, with a login one ahead of the others: four that tell a server the same wrong password lock the account in one look. What the
 * first was refused with, a server that is certainly another's is still told, which may take it in a way of its own (a Windows account).
 */
async function askSparingly(
  { url }: Pick<Address, 'url'>,
  sources: readonly Source[],
  context: ProbeContext,
  ask: (source: Source, asker?: ProbeContext) => Promise<ProbeResult>,
): Promise<ProbeResult[]> {
  const { credentials } = context;
  const [scout, ...others] = sources;
  if (scout === undefined || credentials === null || !/^https?:/i.test(url))
    return await Promise.all(sources.map((source) => ask(source)));
  const first = await ask(scout);
  // Of a name alone, which may be a token, the refusal asks for the password.
  const refusal = isNameAlone(credentials) ? 'credentials.login_needed' : 'credentials.login_refused';
  const isRefused = first.kind === 'needs_auth' && first.failure.key === refusal;
  const rest = others.map(async (source) => {
    if (!isRefused) return await ask(source);
    const answer = await ask(source, { ...context, credentials: null });
    return answer.kind === 'needs_auth' && answer.is_certain === true ? await ask(source) : answer;
  });
  return [first, ...(await Promise.all(rest))];
}

function choicesOf(found: Found, sources: readonly Source[]): ProjectChoice[] {
  const title = sources.find(({ vcs }) => vcs === found.vcs)?.title ?? found.vcs;
  return found.project_choices.length > 0
    ? found.project_choices
    : [{ vcs: found.vcs, human_name: `The ${title} repository` }];
}
