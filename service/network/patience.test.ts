import { expect, test } from 'vitest';
import { Failure } from '../failures/failure.ts';
import { isUnwell, type Patience, patiently } from './patience.ts';

const url = 'svn://server.example/r';
const broken = () => Failure.of('subversion.broken_off', { address: url });

/** Waits pass at once; the time that they take is counted. */
function counting(limitMs = 300_000): Patience & { waited: number[] } {
  const waited: number[] = [];
  return {
    waited,
    limitMs: () => limitMs,
    elapsed: () => waited.reduce((sum, milliseconds) => sum + milliseconds, 0),
    wait: async (milliseconds, signal) => {
      signal.throwIfAborted();
      waited.push(milliseconds);
    },
  };
}

const job = (signal = new AbortController().signal) => ({ signal, onWait: () => undefined });

test('what a server refuses, and what will not pass, is asked once', async () => {
  for (const failure of [
    Failure.of('subversion.login_refused', { address: url }),
    Failure.of('credentials.login_needed', { url }),
    Failure.of('git.not_found', { url }),
    Failure.of('connection.certificate_refused', { url }),
    Failure.of('ssh.host_key_changed', { url }),
    Failure.of('ssh.no_key_taken', { url }),
    Failure.of('network.proxy_login_refused', {} as never),
    Failure.of('source.redirected', {} as never),
    Failure.of('disk.full', {}),
    Failure.of('subversion.damaged', { address: url }),
    // Of kind 'unreachable' only where the server is overloaded.
    Failure.of('lfs.refused', { host: 'h', status: 422, said: '' }, '', 'internal'),
  ]) {
    const patience = counting();
    let asked = 0;
    const tried = patiently(patience, job(), async () => {
      asked += 1;
      throw failure;
    });
    await expect(tried).rejects.toBe(failure);
    expect([failure.key, asked, patience.waited]).toEqual([failure.key, 1, []]);
  }
});

test('a line to large files that broke is one to somebody who is there; one that never stood is not', () => {
  expect(isUnwell(Failure.of('lfs.source_broke_off', { host: 'h' }))).toBe(true);
  expect(isUnwell(Failure.of('lfs.source_unreachable', { host: 'h' }))).toBe(false);
});

test('a server that says how long it wants to be left alone is not asked earlier, and not at all where that is too long', async () => {
  const busy = (wait: number) =>
    Failure.of('lfs.refused', { host: 'h', status: 429, said: '', wait }, '', 'unreachable');
  const patience = counting();
  let asked = 0;
  await patiently(patience, job(), async () => {
    asked += 1;
    if (asked === 1) throw busy(200);
  });
  expect(patience.waited).toEqual([200_000]);
  const tooLong = patiently(patience, job(), async () => {
    asked += 1;
    throw busy(3600);
  });
  await expect(tooLong).rejects.toMatchObject({ key: 'lfs.refused' });
  expect([asked, patience.waited.length]).toEqual([3, 1]);
});

test('waits grow to a minute and end with the limit; one that got further than all before begins anew', async () => {
  const stuck = counting();
  await expect(
    patiently(stuck, job(), async (heard) => {
      heard(0.5);
      throw broken();
    }),
  ).rejects.toMatchObject({ key: 'subversion.broken_off' });
  expect(stuck.elapsed()).toBe(300_000);
  for (const [tried, most] of [1000, 2000, 4000].entries()) {
    expect(stuck.waited[tried]).toBeLessThanOrEqual(most);
    expect(stuck.waited[tried]).toBeGreaterThanOrEqual(most * 0.75);
  }
  expect(Math.max(...stuck.waited)).toBeLessThanOrEqual(60_000);

  const slow = counting();
  let reached = 0;
  const done = await patiently(slow, job(), async (heard) => {
    reached += 1;
    heard(reached / 100);
    if (reached < 100) throw broken();
    return 'done';
  });
  expect(done).toBe('done');
  expect(Math.max(...slow.waited)).toBeLessThanOrEqual(2000);
});

test('no patience, none asked; an abort while it waits ends it with its reason', async () => {
  const none = counting(0);
  await expect(patiently(none, job(), () => Promise.reject(broken()))).rejects.toMatchObject({ kind: 'unreachable' });
  expect(none.waited).toEqual([]);
  const stop = new AbortController();
  const reason = new Error('cancelled');
  const waiting = patiently(counting(), { signal: stop.signal, onWait: () => stop.abort(reason) }, () =>
    Promise.reject(broken()),
  );
  await expect(waiting).rejects.toBe(reason);
});
