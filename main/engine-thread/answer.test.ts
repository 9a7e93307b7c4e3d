import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { EngineAnswer } from './answer.ts';

async function* pieces(...all: Uint8Array[]) {
  yield* all;
}

it('is read as text, also where a character lies in two pieces', async () => {
  const bytes = Buffer.from('grüße');
  const answer = new EngineAnswer(
    200,
    [['content-type', 'text/plain']],
    pieces(bytes.subarray(0, 3), bytes.subarray(3)),
  );
  expect(answer.ok).toBe(true);
  expect(answer.headers.get('content-type')).toBe('text/plain');
  expect(await answer.text()).toBe('grüße');
});

it('is read as JSON, from a text or from bytes', async () => {
  expect(await new EngineAnswer(201, [], '{"a":1}').json()).toEqual({ a: 1 });
  expect(await new EngineAnswer(201, [], Buffer.from('[2]')).json()).toEqual([2]);
  await expect(new EngineAnswer(200, [], 'no').json()).rejects.toThrow(SyntaxError);
});

it('has no body, and says so', async () => {
  const answer = new EngineAnswer(204, [], null);
  expect(answer.body).toBeNull();
  expect(await answer.text()).toBe('');
  expect(new EngineAnswer(404, [], '').ok).toBe(false);
  expect(new EngineAnswer(302, [], '').ok).toBe(false);
});

it('is a stream of bytes', async () => {
  const { body } = new EngineAnswer(200, [], pieces(Buffer.from([0, 255]), Buffer.from([7])));
  expect(await buffer(Readable.from(body ?? []))).toEqual(Buffer.from([0, 255, 7]));
});
