/** Work that talks to a server for long goes on when the connection broke or the server was away for a while. */

import { setTimeout as sleep } from 'node:timers/promises';
import { type Said, say } from '../../language/sentence.ts';
import { asFailure } from '../failures/as-failure.ts';
import type { FailureKey } from '../failures/catalogue/index.ts';
import { dataOf, Failure, TRIED } from '../failures/failure.ts';
import { waitAfter } from './back-off.ts';

/** Minutes that a server may be away unless somebody said otherwise. */
export const PATIENCE_MINUTES = 5;

export interface Patience {
  /** How long the server may be away in all since the work last got further than ever, in milliseconds. */
  limitMs(): number;
  /** Milliseconds since some moment of this run, whatever the clock says. */
  elapsed(): number;
  /** @throws the signal's reason when aborted */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface PatientWork {
  signal: AbortSignal;
  /** Whether a failure may pass by itself; without it as `mayPass` says. */
  passes?(failure: Failure): boolean;
  /** Milliseconds that are waited for one in all, where that is less than the patience that there is. */
  longest?(failure: Failure): number;
  /** Before each wait. */
  onWait(milliseconds: number, failure: Failure): void;
  /** The server sends again. */
  onReturn?(): void;
}

/** Failures that may pass by themselves, once a server has answered before. What it refuses is not among them. */
const PASSING: ReadonlySet<string> = new Set<FailureKey>([
  'connection.host_not_found',
  'connection.no_answer',
  'connection.broken_off',
  'connection.server_busy',
  'connection.slow_to_answer',
  'connection.silent',
  'network.name_not_found',
  'network.name_not_answered',
  'network.connection_refused',
  'network.no_route',
  'network.connect_timeout',
  'network.connection_broke',
  'network.silent',
  'network.no_first_byte',
  'network.bad_answer',
  'network.bad_packing',
  'network.proxy_unreachable',
  'network.proxy_gateway',
  'network.proxy_closed',
  // What a connection that breaks in the middle of TLS looks like to serf and libcurl.
  'network.tls_failed',
  'git.server_gave_up',
  // Of an account that may run nothing it does not pass: what answered before ran there.
  'ssh.ended_at_once',
  'subversion.no_server',
  'subversion.broken_off',
  'tfvc.went_on_refusing',
  'tfvc.broke_again',
  'push.no_answer',
  'lfs.unreachable',
  'lfs.source_broke_off',
  'lfs.source_unreachable',
  // Of kind 'unreachable' where the server said that it is overloaded.
  'lfs.refused',
  'lfs.content_refused',
  'lfs.source_refused',
]);

/** Statuses of servers, and of what stands before them, that have too much to do, or do not reach what is behind them just now. */
const BUSY: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);
const LINE_BROKE: ReadonlySet<string> = new Set<FailureKey>([
  'connection.broken_off',
  'network.connection_broke',
  'network.proxy_closed',
  'lfs.source_broke_off',
  'subversion.broken_off',
  'tfvc.broke_again',
]);

/** Whether somebody is there and was only not well just now: an answer of one that is busy, or a line that broke. */
export function isUnwell({ kind, key, parameters }: Pick<Failure, 'kind' | 'key' | 'parameters'>): boolean {
  if (kind !== 'unreachable') return false;
  return LINE_BROKE.has(key) || (PASSING.has(key) && BUSY.has(Number(parameters.status)));
}

/** Whether asking again may help where a server has answered before. */
export function mayPass({ kind, key }: Pick<Failure, 'kind' | 'key'>): boolean {
  return kind === 'unreachable' && PASSING.has(key);
}

/**
 * Does the work, again and again while what stops it may pass. Waits grow from one second to one minute.
 * @param work `heard` tells that the server sends, and how far the work is, growing within one try
 * @throws what `work` threw last; the signal's reason when aborted
 */
export async function patiently<Result>(
  patience: Patience,
  { signal, passes = mayPass, longest, onWait, onReturn }: PatientWork,
  work: (heard: (reached: number) => void) => Promise<Result>,
): Promise<Result> {
  let tried = 0;
  let away = 0;
  let goneAt: number | null = null;
  let furthest = 0;
  for (;;) {
    const before = furthest;
    let started = false;
    try {
      return await work((reached) => {
        started = true;
        if (goneAt !== null) {
          away += patience.elapsed() - goneAt;
          goneAt = null;
          onReturn?.();
        }
        furthest = Math.max(furthest, reached);
      });
    } catch (error) {
      signal.throwIfAborted();
      const failure = asFailure(error);
      if (!passes(failure)) throw error;
      if (furthest > before && tried > 0 && started) {
        tried = 0;
        away = 0;
      }
      tried += 1;
      const now = patience.elapsed();
      goneAt ??= now;
      const limit = Math.min(patience.limitMs(), longest?.(failure) ?? Number.POSITIVE_INFINITY);
      const left = limit - away - (now - goneAt);
      // A server that asks for longer is not asked early: it would be for longer still.
      const asked = askedWaitOf(failure);
      if (left <= 0 || asked > left) throw tried === 1 ? error : triedInVain(failure, tried, now - goneAt);
      const milliseconds = Math.min(Math.max(waitAfter(tried), asked), left);
      onWait(milliseconds, failure);
      await patience.wait(milliseconds, signal);
    }
  }
}

/** What a server said the last time, and how often it was asked. */
function triedInVain(failure: Failure, times: number, milliseconds: number): Failure {
  const seconds = Math.round(milliseconds / 1000);
  const tried =
    seconds < 120
      ? say('Gantry tried {times} times in {seconds} seconds.', { times, seconds })
      : say('Gantry tried {times} times in {minutes} minutes.', { times, minutes: Math.round(seconds / 60) });
  return new Failure({ ...dataOf(failure), parameters: { ...failure.parameters, [TRIED]: tried } });
}

/** Milliseconds that a server asked to be left alone for, as its failure has it. */
function askedWaitOf({ parameters }: Failure): number {
  const { wait } = parameters;
  return typeof wait === 'number' ? wait * 1000 : 0;
}

/** Waits by the clock of the system. @throws the signal's reason when aborted */
export async function rest(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(milliseconds, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** How the wait is told: `Waiting for the server. Trying again in 8 seconds.` */
export function waitingWords(milliseconds: number, whom: 'server' | 'remote' = 'server'): Said {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (whom === 'server')
    return seconds === 1
      ? say('Waiting for the server. Trying again in a second.')
      : say('Waiting for the server. Trying again in {seconds} seconds.', { seconds });
  return seconds === 1
    ? say('Waiting for the remote. Trying again in a second.')
    : say('Waiting for the remote. Trying again in {seconds} seconds.', { seconds });
}
