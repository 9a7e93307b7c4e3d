/** What an address is: the repository that it lies in, and its youngest revision. */
import { asFailure } from '../../failures/as-failure.ts';
import { Failure } from '../../failures/failure.ts';
import { runTool } from '../../processes/run.ts';
import { dateSeconds } from '../folders/revision-text.ts';
import { waysToSignIn } from '../read-page.ts';
import { redirectTarget, sameServer, withRedirect } from '../redirects.ts';
import {
  accessArguments,
  noListing,
  orUnreadable,
  type SvnAccess,
  saysBogusDate,
  svn,
  svnEnvironment,
} from './svn-tool.ts';
import { SvnXml, xmlElements } from './svn-xml.ts';
import { toolFailure } from './tool-failure.ts';

/** Ports that it leaves out of addresses. */
const USUAL_PORTS = new Set([':80', ':443', ':3690']);
/** Asking what an address is. */
const INFO_MS = 30_000;
/** Revisions among which one with a date is looked for, and of those that are asked for. */
const LOOKED_AT = '1000';
const MOST_ASKED = 3;
/** A folder that was not there in a revision of before. */
const NOT_YET = /E195012|E160013/;

export interface SvnInfo {
  rootUrl: string;
  uuid: string;
  /** Youngest revision. */
  youngest: number;
  /** Folder within the repository, without slashes at its ends; '' for the root. UTF-8. */
  folder: string;
  /** Address that the server sent svn on to. */
  redirectedTo: string | null;
}

/** svn follows what has moved for good, three times (`SVN_CLIENT__MAX_REDIRECT_ATTEMPTS`), and of the rest tells where it is. */
const MOVED = /Repository moved (?:permanently|temporarily) to '([^']*)'/;
/** Where svn was in the end, when it failed there. */
const FAILED_AT = /repository at URL '([^']*)'/;
/** As many as git follows. */
const MOST_REDIRECTS = 20;

/**
 * Asks for root, UUID and youngest revision. svn gives a login to whatever server asks for one, so over HTTP it is asked
 * without one first, and then with it by svnrdump: no other server than the named one is told the password.
 * @throws Failure
 */
export async function svnInfo(access: SvnAccess, url: string): Promise<SvnInfo> {
  if (!/^https?:/i.test(url)) return askInfo(access, url);
  const { at, answer } = await askWhereItLeads({ ...access, credentials: null }, url);
  if (!(answer instanceof Failure)) return { ...answer, redirectedTo: answer.redirectedTo ?? redirectTarget(url, at) };
  // tinyproxy refuses a wrong login of its own with a server's 401 and hangs up (seen with its 1.11.1): serf says no more than that it was cut.
  if (answer.key === 'subversion.broken_off') await requireProxyLogin(at, access.signal);
  const before = redirectTarget(url, FAILED_AT.exec(answer.detail)?.[1] ?? at);
  if (access.credentials === null) throw withRedirect(url, asNobody(answer, before), before);
  const asked = [url];
  for (let target = before; ; ) {
    if (target !== null && !sameServer(target, url)) throw withRedirect(url, loginNotSent(url), target);
    const at = target ?? url;
    const told = await lookSignedIn(access, at).catch((failed: unknown) => {
      access.signal.throwIfAborted();
      throw failed instanceof Failure ? withRedirect(url, failed, target) : failed;
    });
    if (typeof told !== 'string') return { ...told, redirectedTo: target };
    target = nextOf(url, at, told, asked);
  }
}

/** @returns what is there, or where the server leads on to */
async function lookSignedIn(access: SvnAccess, url: string): Promise<SvnInfo | string> {
  return (await whereLoginLeads(access, url)) ?? (await askInfo(access, url));
}

/**
 * Where a server leads somebody who signed in. svn would go there with the login; svnrdump tells it. It is asked for revisions in an
 * order that there is none of, so that it signs in and nothing comes.
 * @returns null where it leads nowhere @throws Failure of a login that was refused
 */
async function whereLoginLeads(access: SvnAccess, url: string): Promise<string | null> {
  const { password = '' } = access.credentials ?? {};
  const { stderrTail } = await runTool({
    command: 'svnrdump',
    successExitCodes: 'any',
    args: ['dump', '-q', '-r', '1:0', ...accessArguments(access, url), '--', url],
    env: svnEnvironment(url),
    signal: access.signal,
    timeoutMs: INFO_MS,
    stdin: `${password}\n`,
    secrets: [password],
  }).done;
  const there = MOVED.exec(stderrTail)?.[1];
  if (there !== undefined && /^https?:/i.test(there)) return there;
  const failure = toolFailure('svnrdump', url, stderrTail);
  // Told once is enough; whatever else there is to say svn says.
  if (failure.key === 'subversion.login_refused') throw failure;
  return null;
}

/** @param asked the addresses of before, to which the next is added @throws Failure of a circle */
function nextOf(url: string, at: string, there: string, asked: string[], detail = ''): string {
  const next = redirectTarget(at, there);
  const isRound = next === null || asked.some((before) => redirectTarget(before, next) === null);
  if (isRound || asked.length > MOST_REDIRECTS) throw Failure.of('connection.redirects_round', { url }, detail);
  asked.push(next);
  return next;
}

/** Follows a server from address to address. @returns the last of them, and what it answers @throws Failure of a circle */
async function askWhereItLeads(nobody: SvnAccess, url: string): Promise<{ at: string; answer: SvnInfo | Failure }> {
  const asked = [url];
  for (let at = url; ; ) {
    try {
      return { at, answer: await askInfo(nobody, at) };
    } catch (error) {
      nobody.signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      const there = MOVED.exec(error.detail)?.[1];
      if (there === undefined || !/^https?:/i.test(there)) return { at, answer: error };
      at = nextOf(url, at, there, asked, error.detail);
    }
  }
}

/** @throws Failure where it is the proxy that wants a login, or another one */
async function requireProxyLogin(url: string, signal: AbortSignal): Promise<void> {
  await waysToSignIn(url, signal).catch((error: unknown) => {
    throw asFailure(error);
  });
}

function loginNotSent(url: string): Failure {
  return Failure.of('source.login_elsewhere', { url });
}

/** Of whoever came without a login none was refused. */
function asNobody(failure: Failure, target: string | null): Failure {
  const isAsked = failure.key === 'subversion.login_refused' && target !== null;
  return isAsked ? Failure.of('source.asks_for_login', {}, failure.detail) : failure;
}

async function askInfo(access: SvnAccess, url: string): Promise<SvnInfo> {
  try {
    return readInfo(await svn(access, ['info', '--xml'], [url], INFO_MS), url);
  } catch (error) {
    if (!saysBogusDate(error)) throw error;
    return askInfoOfBefore(access, url);
  }
}

/** Asks in revisions that have a date, of the folder or of one around it. */
async function askInfoOfBefore(access: SvnAccess, url: string): Promise<SvnInfo> {
  const properties = await svn(access, ['proplist', '--revprop', '-r', 'HEAD'], [url], INFO_MS);
  const youngest = Number(/revision (\d+)/.exec(properties)?.[1]);
  for (let around = url; around.includes('/'); around = around.slice(0, around.lastIndexOf('/'))) {
    try {
      for (const revision of await datedRevisions(access, around)) {
        const xml = await infoAt(access, around, revision);
        if (xml !== null) return readInfo(xml, url, { youngest, below: url.slice(around.length) });
      }
    } catch (error) {
      access.signal.throwIfAborted();
      if (around === url || !(error instanceof Failure)) throw error;
      // That is no longer within the repository.
      break;
    }
  }
  throw Failure.of('subversion.no_dates', { address: url });
}

/** @returns null where svn cannot say it of that revision */
async function infoAt(access: SvnAccess, url: string, revision: number): Promise<string | null> {
  try {
    return await svn(access, ['info', '--xml', '-r', String(revision)], [url], INFO_MS);
  } catch (error) {
    if (saysBogusDate(error) || (error instanceof Failure && NOT_YET.test(error.detail))) return null;
    throw error;
  }
}

/** Revisions of a folder with a date that svn can read, newest first after the first of all, which Subversion made itself. */
async function datedRevisions(access: SvnAccess, url: string): Promise<number[]> {
  const revisions = [0];
  const xml = new SvnXml(({ name, attributes, texts }) => {
    if (name === 'logentry' && dateSeconds(texts.date ?? null) !== null) revisions.push(Number(attributes.revision));
  });
  xml.write(await svn(access, ['log', '--xml', '--quiet', '--stop-on-copy', '--limit', LOOKED_AT], [url], INFO_MS));
  orUnreadable(
    () => xml.end(),
    () => noListing(url),
  );
  return revisions.slice(0, MOST_ASKED);
}

/** @param before where the answer is that of a revision of before, or of a folder around the address */
function readInfo(xml: string, url: string, before: { youngest: number; below: string } | null = null): SvnInfo {
  const unreadable = () => Failure.of('subversion.info_unreadable', { url }, xml.slice(0, 500));
  const elements = orUnreadable(() => xmlElements(xml), unreadable);
  const entry = elements.find(({ name }) => name === 'entry');
  const { root = '', uuid = '' } = elements.find(({ name }) => name === 'repository')?.texts ?? {};
  const own = `${entry?.texts.url ?? ''}${before?.below ?? ''}`;
  const revision = before?.youngest ?? Number(entry?.attributes.revision);
  if (root === '' || Number.isNaN(revision)) throw unreadable();
  requireWithin(root, own, url);
  if (entry?.attributes.kind === 'file') {
    throw Failure.of('subversion.is_file', { url, folder: url.slice(0, url.lastIndexOf('/')), root });
  }
  const folder = decodeURIComponent(own.slice(root.length)).replace(/^\/+|\/+$/g, '');
  return { rootUrl: root, uuid, youngest: revision, folder, redirectedTo: redirectTarget(url, own) };
}

/**
 * The root is the server's word, and Subversion believes it. It must lie above the address: what is fetched next is the root,
 * and it could name a folder of this disk or another server.
 * @throws Failure
 */
function requireWithin(rootUrl: string, ownUrl: string, asked: string): void {
  const isAbove = `${ownUrl}/`.startsWith(`${rootUrl}/`);
  // A web server may have sent svn on to another one.
  const isPlace = placeOf(ownUrl) === placeOf(asked) || [ownUrl, asked].every((url) => /^https?:/i.test(url));
  if (isAbove && isPlace) return;
  throw Failure.of('subversion.root_elsewhere', { url: asked }, rootUrl.slice(0, 500));
}

/** Scheme, host and port, as Subversion writes them: small letters, no usual ports. */
function placeOf(url: string): string {
  const [, scheme = '', host = '', port = ''] = /^([^:]+):\/\/(?:[^/@]*@)?([^/]*?)(:\d+)?(?:\/|$)/.exec(url) ?? [];
  return `${scheme}://${host}${USUAL_PORTS.has(port) ? '' : port}`.toLowerCase();
}
