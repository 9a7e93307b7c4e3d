import { MessageChannel } from 'node:worker_threads';
import { afterEach, expect, it } from 'vitest';
import { Failure } from '../../service/failures/failure.ts';
import { type Answers, Line } from './line.ts';

type Far = {
  double: { input: number; output: number };
  fail: { input: 'failure' | 'named'; output: never };
  wait: { input: undefined; output: string };
};
type Near = { name: { input: undefined; output: string } };

const open: { close(): void }[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

function twoEnds(answers: Answers<Far>, heard: string[] = []) {
  const { port1, port2 } = new MessageChannel();
  open.push(port1, port2);
  const far = new Line<Far, Near, never, string>(port2, answers, () => undefined);
  const near = new Line<Near, Far, string, never>(port1, { name: () => 'near' }, (told) => void heard.push(told));
  return { near, far };
}

const plain: Answers<Far> = {
  double: (number) => number * 2,
  fail: (how) => {
    if (how === 'failure') throw Failure.of('tool.missing', { command: 'svn', package: 'subversion' }, 'ENOENT');
    throw Object.assign(new Error('It is damaged.'), { name: 'DamagedDatabase', database: 'records' });
  },
  wait: (_input, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve('stopped'))),
};

it('answers many questions at once, each its own, and both sides may ask', async () => {
  const { near, far } = twoEnds(plain);
  const asked = Promise.all([1, 2, 3].map((number) => near.ask('double', number)));
  expect([await asked, await far.ask('name', undefined)]).toEqual([[2, 4, 6], 'near']);
});

it('throws what the other side threw: a failure with its data, another error with its name', async () => {
  const { near } = twoEnds(plain);
  const failure = await near.ask('fail', 'failure').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ key: 'tool.missing', parameters: { command: 'svn' }, detail: 'ENOENT' });
  await expect(near.ask('fail', 'named')).rejects.toMatchObject({ name: 'DamagedDatabase', database: 'records' });
});

it('tells in the order of its answers', async () => {
  const heard: string[] = [];
  const { near, far } = twoEnds(
    {
      ...plain,
      double(number) {
        far.tell(`before ${number}`);
        return number * 2;
      },
    },
    heard,
  );
  await near.ask('double', 4);
  expect(heard).toEqual(['before 4']);
});

it('stops what nobody waits for any more, also what was given up before it was asked', async () => {
  const { near } = twoEnds(plain);
  const stop = new AbortController();
  const waiting = near.ask('wait', undefined, stop.signal);
  stop.abort();
  expect(await waiting).toBe('stopped');
  expect(await near.ask('wait', undefined, AbortSignal.abort())).toBe('stopped');
});

it('fails what waits, and what comes, when the other side is gone', async () => {
  const { near } = twoEnds(plain);
  const waiting = near.ask('wait', undefined);
  near.cut(new Error('It is gone.'));
  await expect(waiting).rejects.toThrow('It is gone.');
  await expect(near.ask('double', 1)).rejects.toThrow('It is gone.');
});
