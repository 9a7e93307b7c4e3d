/** One content, out of whatever gives it. Nothing is kept that is not what its SHA-256 says. */
import type { HttpAnswer } from '../../network/answer.ts';
import { secondsAsked } from '../../network/back-off.ts';
import { ask, bytesOf } from '../../network/client.ts';
import { NetworkTrouble } from '../../network/trouble.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { ObjectWriter } from '../convert/lfs-objects.ts';
import { LFS_REDIRECTS, type LfsLogin, messageOf } from '../server/batch.ts';
import type { Refusal } from './source-failures.ts';

const REPEATS = { tries: 5, longestWaitMs: 120_000 };
/** Most bytes of an answer that refuses. */
const LONGEST_REFUSAL = 1 << 20;
/** Times that a transfer goes on without having come further. */
const TRIES_WITHOUT_GAIN = 3;

export interface Target {
  /** Folder `lfs/objects`. */
  folder: string;
  /** Bytes that came; negative where they are thrown away. */
  advance: (bytes: number) => void;
  signal: AbortSignal;
}

/** What a server said instead of the content; 'came', or 'other' for a content that it is not. */
export type Outcome = 'came' | 'other' | Refusal;

/**
 * Fetches a content; a transfer that breaks goes on where it broke, as git-lfs does (tq/basic_download.go), and begins anew where
 * the server does not go on, or what was put together is not the content.
 * @throws NetworkTrouble
 */
export async function fetchContent(
  url: URL,
  { headers, through }: LfsLogin,
  object: LfsObject,
  target: Target,
): Promise<Outcome> {
  const request = { method: 'GET', url, signal: target.signal, redirects: LFS_REDIRECTS, repeats: REPEATS, through };
  let content = await Incoming.begin(object, target);
  try {
    for (let vain = 0; ; ) {
      const from = content.length;
      const wasPieced = from > 0;
      try {
        const range = wasPieced ? { range: `bytes=${from}-`, 'accept-encoding': 'identity' } : {};
        let answer = await ask({ ...request, headers: { ...headers, ...range } });
        if (wasPieced && !goesOn(answer, from)) {
          content = await content.anew();
          // A whole content is as good.
          if (answer.status !== 200) {
            answer.drop();
            answer = await ask({ ...request, headers });
          }
        }
        if (answer.status !== 200 && answer.status !== 206) {
          const body = (await bytesOf(answer, LONGEST_REFUSAL, true)).toString('utf8');
          return { status: answer.status, said: messageOf(body), wait: secondsAsked(answer) };
        }
        await content.take(answer.pieces());
        if (await content.finish()) return 'came';
        content = await content.anew();
        if (!wasPieced) return 'other';
      } catch (error) {
        target.signal.throwIfAborted();
        if (!(error instanceof NetworkTrouble) || !error.passing) throw error;
        vain = content.length > from ? 0 : vain + 1;
        if (vain >= TRIES_WITHOUT_GAIN) throw error;
      }
    }
  } finally {
    await content.abandon();
  }
}

/** A copy out of a folder: no link, the source's own file may change. @returns whether it is what its pointer names */
export async function copyContent(
  pieces: AsyncIterable<Uint8Array>,
  object: LfsObject,
  target: Target,
): Promise<boolean> {
  const content = await Incoming.begin(object, target);
  try {
    await content.take(pieces);
    return await content.finish();
  } finally {
    await content.abandon();
  }
}

/** Whether an answer has the rest. Gitea's total is that of the rest, and its start another beyond 2 GiB. */
function goesOn(answer: HttpAnswer, from: number): boolean {
  const start = /^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1];
  return answer.status === 206 && Number(start) === from;
}

/** A content that is being written. */
class Incoming {
  readonly #object: LfsObject;
  readonly #target: Target;
  readonly #writer: ObjectWriter;
  /** Bytes that were written. */
  length = 0;
  #isOver = false;

  private constructor(object: LfsObject, target: Target, writer: ObjectWriter) {
    this.#object = object;
    this.#target = target;
    this.#writer = writer;
  }

  static async begin(object: LfsObject, target: Target): Promise<Incoming> {
    return new Incoming(object, target, await ObjectWriter.open(target.folder));
  }

  /** Throws away what came. */
  async anew(): Promise<Incoming> {
    this.#target.advance(-this.length);
    await this.abandon();
    return await Incoming.begin(this.#object, this.#target);
  }

  async take(pieces: AsyncIterable<Uint8Array>): Promise<void> {
    for await (const piece of pieces) {
      this.#target.signal.throwIfAborted();
      // Whatever this is, it is not what was asked for, and may have no end.
      if (this.length + piece.length > this.#object.size) return;
      await this.#writer.write(Buffer.from(piece));
      this.length += piece.length;
      this.#target.advance(piece.length);
    }
  }

  /** @returns whether it is the content, which is kept then */
  async finish(): Promise<boolean> {
    this.#isOver = true;
    const { oid, size } = await this.#writer.finish(this.#object);
    return oid === this.#object.oid && size === this.#object.size;
  }

  /** Nothing stays of what was not finished. */
  async abandon(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#writer.abandon();
  }
}
