/** What an address is: all sources that could know are asked at once. */

import { asFailure } from '../imports/failures.ts';
import { saysUnknownHost, scanHostKeys } from '../ssh/host-keys.ts';
import type { Address } from './address.ts';
import { ImportFailure, type ProbeContext, type ProbeResult, type ProjectChoice, type Source } from './source.ts';

/** Time limit of one source's look, in milliseconds. */
const PROBE_MS = 45_000;

export type Found = Extract<ProbeResult, { kind: 'found' }>;

export type DetectionResult =
  | { kind: 'found'; found: Found; choices: ProjectChoice[] }
  | Exclude<ProbeResult, { kind: 'found' } | { kind: 'needs_auth' }>
  | Extract<ProbeResult, { kind: 'needs_auth' }>;

/** Asks one source, within the time limit. Failures come back as results. */
export async function probeOne(source: Source, url: string, context: ProbeContext): Promise<ProbeResult> {
  const timeout = AbortSignal.timeout(PROBE_MS);
  try {
    return await source.probe(url, { ...context, signal: AbortSignal.any([context.signal, timeout]) });
  } catch (error) {
    context.signal.throwIfAborted();
    if (timeout.aborted) {
      return {
        kind: 'unreachable',
        message: `The server did not answer within ${PROBE_MS / 1000} seconds. Check the address and the network, then try again.`,
      };
    }
    const failure = asFailure(error);
    if (failure.kind === 'auth')
      return {
        kind: 'needs_auth',
        vcs: source.vcs,
        message: failure.message,
        wrong_credentials: context.credentials !== null,
      };
    if (failure.kind === 'tool_missing') return { kind: 'tool_missing', message: failure.message };
    if (failure.kind === 'unreachable') {
      const unknown = saysUnknownHost(failure.detail);
      return {
        kind: 'unreachable',
        message: failure.message,
        unknown_host: unknown ? await scanHostKeys(url, context.signal) : null,
      };
    }
    if (failure.kind === 'not_found') return { kind: 'nothing', message: failure.message };
    throw failure;
  }
}

/**
 * Asks all sources and weighs their answers: one that recognises the address wins over one that wants a
 * password, that over one that could not look, and only then nothing is there.
 * @throws ImportFailure when cancelled or for a fault of ours
 */
export async function detect(
  address: Pick<Address, 'url'>,
  sources: readonly Source[],
  context: ProbeContext,
): Promise<DetectionResult> {
  const broken: ImportFailure[] = [];
  const ask = async (source: Source): Promise<ProbeResult> => {
    try {
      return await probeOne(source, address.url, context);
    } catch (error) {
      // One that cannot make sense of the address does not keep the others from knowing it.
      if (!(error instanceof ImportFailure) || error.kind !== 'broken_source') throw error;
      broken.push(error);
      return { kind: 'nothing', message: error.message };
    }
  };
  const answers = await Promise.all(sources.map(ask));
  const locked = answers.filter((answer) => answer.kind === 'needs_auth');
  const certain = locked.find((answer) => answer.is_certain === true);
  const all = answers.filter((answer) => answer.kind === 'found');
  const full = all.filter((answer) => !answer.empty);
  // Git takes any web page for an empty repository.
  const found = full.length > 0 ? full : certain === undefined ? all : [];
  const [first] = found;
  if (first !== undefined) {
    const choices =
      found.length > 1 ? found.flatMap(choicesOf) : first.project_choices.length > 1 ? first.project_choices : [];
    return { kind: 'found', found: first, choices };
  }
  const needsAuth = certain ?? locked[0];
  if (needsAuth !== undefined) return needsAuth;
  const looked = answers.filter((answer) => answer.kind !== 'tool_missing');
  const unreachable = looked.find((answer) => answer.kind === 'unreachable');
  // A server that answered one source is there, whatever another source made of it.
  if (unreachable !== undefined && looked.every((answer) => answer.kind === 'unreachable')) return unreachable;
  const missing = answers.find((answer) => answer.kind === 'tool_missing');
  if (missing !== undefined) return missing;
  const [failure] = broken;
  if (failure !== undefined) throw failure;
  const nothing = answers.filter((answer) => answer.kind === 'nothing').map((answer) => answer.message);
  return {
    kind: 'nothing',
    message:
      answers.length === 1 && nothing[0] !== undefined
        ? nothing[0]
        : `No ${KINDS.format(sources.map((source) => NAMES[source.vcs]))} repository was found at ${address.url}. Check the address and start the import again.`,
  };
}

const KINDS = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const NAMES = { git: 'Git', subversion: 'Subversion', mercurial: 'Mercurial', tfvc: 'Team Foundation' } as const;

function choicesOf(found: Found): ProjectChoice[] {
  return found.project_choices.length > 0
    ? found.project_choices
    : [{ vcs: found.vcs, human_name: `The ${NAMES[found.vcs]} repository` }];
}
