/** An address that a person said is of one system, and that may be of another one: the sentence names that, and not that nothing is there. */
import { asFailure } from '../failures/as-failure.ts';
import { dataOf, Failure } from '../failures/failure.ts';
import type { Address } from './address.ts';
import { type DetectionResult, detect, TELLING, weigh } from './detection.ts';
import type { Found, ProbeContext, Source } from './source.ts';

/** Longest look by those that were not named, in milliseconds: together with theirs it stays within that of a request. */
const OTHERS_MS = 15_000;

/**
 * Asks the system that was named. Where that one makes nothing of the address, the others that know such addresses are asked, once.
 * @param others those that were not named
 * @throws what `detect` throws
 */
export async function detectNamed(
  address: Pick<Address, 'url' | 'scheme'>,
  named: Source,
  others: readonly Source[],
  context: ProbeContext,
): Promise<DetectionResult> {
  const asked = await detect(address, [named], context).catch((error: unknown) => {
    context.signal.throwIfAborted();
    return asFailure(error);
  });
  const isBroken = asked instanceof Failure;
  if (isBroken ? asked.kind === 'broken_source' : isUnknown(asked)) {
    const found = await whatOthersFind(address, others, context);
    if (found !== null) return { kind: 'nothing', failure: dataOf(otherSystem(address.url, named, found, others)) };
  }
  if (isBroken) throw asked;
  return asked;
}

/** Whether the system read nothing at the address that says what it is. hgweb answers git with 400. */
function isUnknown(result: DetectionResult): boolean {
  if (result.kind === 'unreachable') return result.failure.key === 'connection.http_refused';
  return result.kind === 'nothing' && result.repositories === undefined && !TELLING.has(result.failure.key);
}

async function whatOthersFind(
  address: Pick<Address, 'url'>,
  others: readonly Source[],
  context: ProbeContext,
): Promise<Found | null> {
  if (others.length === 0) return null;
  const signal = AbortSignal.any([context.signal, AbortSignal.timeout(OTHERS_MS)]);
  try {
    const answer = await weigh(address, others, { ...context, brief: true, signal });
    // Git takes any web page for an empty repository.
    return answer.kind === 'found' && !(answer.found.empty && answer.found.vcs === 'git') ? answer.found : null;
  } catch {
    // What they cannot say is no reason to say something else of the one that was named.
    context.signal.throwIfAborted();
    return null;
  }
}

function otherSystem(url: string, named: Source, found: Found, others: readonly Source[]): Failure {
  const system = others.find(({ vcs }) => vcs === found.vcs)?.title ?? found.vcs;
  return Failure.of('import.other_system', { url, named: named.title, system, vcs: found.vcs });
}
