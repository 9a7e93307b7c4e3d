/** Contents on their way beside each other: each costs two questions, which over a long line take longer than what is sent. */
import { asFailure } from '../../failures/as-failure.ts';
import { mayPass } from '../../network/patience.ts';
import type { LfsObject } from '../../vocabulary/history.ts';
import { addressUnusable, type LfsAnswer, loginFor, MAY_HAVE_ENDED } from '../server/batch.ts';
import { isTooOld } from '../server/expiry.ts';
import { objectFailure, uploadFailure } from './lfs-failures.ts';
import { put, requireLogin, type Upload, verify } from './one-upload.ts';

/** As many as git-lfs sends (git-lfs-config(5), `lfs.concurrenttransfers`). */
const AT_ONCE = 8;
/** Bytes of those under way: nothing that breaks off goes on where it broke, so what is larger is sent alone, and gets through sooner. */
const MOST_BYTES = 16 << 20;

export interface Asked {
  objects: readonly LfsObject[];
  answers: ReadonlyMap<string, LfsAnswer>;
  upload: Upload;
}

export interface Sent {
  /** How many contents were sent. */
  sent: number;
  /** Those to be asked for anew, because what the server gave for them is over. */
  ended: LfsObject[];
}

/** @throws what failed first, when nothing of these is under way any more */
export async function sendThese({ objects, answers, upload }: Asked): Promise<Sent> {
  const stop = new AbortController();
  const job = { ...upload, signal: AbortSignal.any([upload.signal, stop.signal]) };
  const waiting = [...objects];
  const ended: LfsObject[] = [];
  const underWay = new Set<Promise<void>>();
  let bytes = 0;
  let sent = 0;
  const failed: unknown[] = [];
  // Where the first is too old at once the server's clock is another than ours, and no guide.
  const first = answers.get(objects[0]?.oid ?? '')?.transfer ?? null;
  const endsAreGuide = first === null || !isTooOld(first);
  const askAnew = (object: LfsObject) => void ended.push(object, ...waiting.splice(0));

  const sendOne = async (object: LfsObject): Promise<void> => {
    const { server, advance } = upload;
    // The first was asked for just now. What the others were given may have ended while those before them were sent.
    const isFresh = object === objects[0];
    const answer = answers.get(object.oid);
    if (answer === undefined || answer.error !== null) {
      throw objectFailure(server.endpoint, object, answer?.error ?? null);
    }
    if (answer.isUnusable) throw addressUnusable(server);
    const { transfer } = answer;
    if (transfer === null) return advance(object.size);
    if (!isFresh && endsAreGuide && isTooOld(transfer)) return askAnew(object);
    const refused = await put(object, answer, transfer, job);
    if (refused !== null && !isFresh && MAY_HAVE_ENDED.has(refused.status)) return askAnew(object);
    if (refused !== null) {
      requireLogin(refused.status, server, loginFor(server, answer, transfer), transfer.href);
      throw uploadFailure(transfer.href, object, refused);
    }
    sent += 1;
    if (answer.verify !== null) await verify(object, answer, answer.verify, job);
  };
  const begin = (object: LfsObject): void => {
    bytes += object.size;
    const sending = sendOne(object)
      .catch((error: unknown) => {
        failed.push(error);
        // Those under way are through sooner than sent again; but nobody waits for them where that is of no use.
        if (!mayPass(asFailure(error))) stop.abort();
      })
      .finally(() => {
        bytes -= object.size;
        underWay.delete(sending);
      });
    underWay.add(sending);
  };
  while (failed.length === 0 && waiting.length > 0) {
    const size = waiting[0]?.size ?? 0;
    // One alone shows that the server takes them: one that does not is told one login, and sent one content.
    const most = sent === 0 ? 1 : AT_ONCE;
    if (underWay.size > 0 && (underWay.size >= most || bytes + size > MOST_BYTES)) await Promise.race(underWay);
    else begin(waiting.shift() as LfsObject);
  }
  await Promise.all(underWay);
  upload.signal.throwIfAborted();
  if (failed.length > 0) throw failed[0];
  return { sent, ended };
}
