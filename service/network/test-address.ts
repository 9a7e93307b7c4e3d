/** Goes the way to an address, part by part, and says where it ends. */

import { type Sentence, say } from '../../language/sentence.ts';
import { sayFailure } from '../failures/sentences.ts';
import { dial } from './dial.ts';
import { exchange } from './exchange.ts';
import { refusingPage } from './refusing-page.ts';
import { type Hop, NetworkTrouble } from './trouble.ts';
import { directTo, type Way, wayTo } from './way.ts';

export interface HopResult {
  hop: Hop;
  /** 'wanted': the server is there and asks for a login, which comes with an import. */
  state: 'passed' | 'failed' | 'wanted' | 'not_reached';
  /** A whole sentence; null where none is needed. */
  message: Sentence | null;
}

export interface AddressTest {
  /** The parts of the way, in their order. */
  hops: HopResult[];
  /** The part at which the way ends; null when it does not. */
  failed: Hop | null;
  /** What happened and what to do now. */
  message: Sentence;
}

/** Ports of those that speak no HTTP. */
const PORTS: Readonly<Record<string, string>> = { 'svn:': '3690', 'ssh:': '22', 'svn+ssh:': '22', 'git:': '9418' };

/** Whether an address can be tested. */
export function isTestable(url: URL): boolean {
  return url.hostname !== '' && (/^https?:$/.test(url.protocol) || url.protocol in PORTS);
}

/**
 * @param url of http, https, svn, ssh, svn+ssh or git; a login in it is not used
 * @throws the signal's reason when aborted
 */
export async function testAddress(url: URL, signal: AbortSignal): Promise<AddressTest> {
  const passed = new Set<Hop>();
  const onPassed = (hop: Hop) => void passed.add(hop);
  let planned: Hop[] = ['name', 'connection'];
  try {
    if (url.protocol in PORTS) {
      const port = url.port || PORTS[url.protocol];
      const way = directTo(new URL(`http://${url.hostname}:${port}/`));
      (await dial(way, { signal, connectMs: CONNECT_MS, onPassed })).destroy();
      const message = say('{host} can be reached. Proxies and certificates play no part for {protocol}//.', {
        host: url.hostname,
        protocol: url.protocol,
      });
      return result(planned, passed, null, message);
    }
    const way = wayTo(url);
    planned = hopsOf(url, way);
    const limits = { connectMs: CONNECT_MS, firstByteMs: CONNECT_MS };
    const answer = await exchange({
      method: 'GET',
      url: plainUrl(url),
      headers: {},
      signal,
      limits,
      alone: true,
      onPassed,
    });
    const refusal = await refusingPage(answer, way);
    if (refusal !== null) throw refusal;
    answer.drop();
    for (const hop of planned) passed.add(hop);
    return answered(planned, passed, answer.status, way);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof NetworkTrouble)) throw error;
    if (!planned.includes(error.hop)) planned = [...planned, error.hop];
    return result(planned, passed, error.hop, sayFailure(error, 'work'));
  }
}

const CONNECT_MS = 15_000;

function hopsOf(url: URL, { proxy }: Way): Hop[] {
  const direct: Hop[] = ['name', 'connection'];
  return [
    ...(proxy === null ? direct : (['proxy'] as const)),
    ...(url.protocol === 'https:' ? (['certificate'] as const) : []),
    'answer',
    'login',
  ];
}

function plainUrl(url: URL): URL {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain;
}

function answered(planned: Hop[], passed: Set<Hop>, status: number, { url, proxy }: Way): AddressTest {
  if (status === 401) {
    passed.delete('login');
    const message = say('{host} answers and asks for a user name and a password, which are entered with the import.', {
      host: url.host,
    });
    const tested = result(planned, passed, null, message);
    return {
      ...tested,
      hops: tested.hops.map((hop) => (hop.hop === 'login' ? { hop: 'login', state: 'wanted', message } : hop)),
    };
  }
  if (status >= 500) {
    passed.delete('login');
    const values = { host: url.host, status };
    const message =
      proxy !== null && url.protocol === 'http:'
        ? say(
            '{host}, or the proxy on the way to it, answers with an error of its own ({status}). Check the address, try again later, or ask who runs it.',
            values,
          )
        : say(
            '{host} answers with an error of its own ({status}). Check the address, try again later, or ask who runs it.',
            values,
          );
    return result(planned, passed, 'answer', message);
  }
  return result(
    planned,
    passed,
    null,
    say('{host} can be reached, and answers ({status}).', { host: url.host, status }),
  );
}

function result(planned: readonly Hop[], passed: ReadonlySet<Hop>, failed: Hop | null, message: Sentence): AddressTest {
  const at = failed === null ? planned.length : planned.indexOf(failed);
  const hops = planned.map((hop, n): HopResult => {
    if (hop === failed) return { hop, state: 'failed', message };
    const isBehind = n < at || passed.has(hop);
    return { hop, state: isBehind ? 'passed' : 'not_reached', message: null };
  });
  return { hops, failed, message };
}
