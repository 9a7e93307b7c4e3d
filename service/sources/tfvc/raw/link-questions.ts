/**
 * Which files are symbolic links. The changes of a changeset do not say it, listings and batches of items do: what several
 * changesets want to know goes in one question.
 */
import type { TfvcClient } from '../api/client.ts';
import { AnswerTooLarge, NotTheApi, ServerRefusal } from '../api/failures.ts';
import { readItems, readOneItem } from '../api/items.ts';

/** Items in one question. */
const MOST_AT_ONCE = 1000;
/** Questions under way at one time; what is wanted meanwhile goes into the next one. */
const MOST_QUESTIONS = 2;
/** A link's content is a path: no system has longer ones. In bytes. */
const LONGEST_LINK = 65_536;

interface Waiting {
  path: string;
  version: number;
  tell: { resolve(isLink: boolean): void; reject(error: unknown): void };
}

export class LinkQuestions {
  readonly #client: TfvcClient;
  readonly #waiting: Waiting[] = [];
  #asking = 0;
  #isDue = false;
  /** The server takes no batches. */
  #singly = false;

  constructor(client: TfvcClient) {
    this.#client = client;
  }

  /**
   * @param path the server's path of a file
   * @param size bytes, or null when they are not known
   * @throws Failure and what the client throws
   */
  isLink(path: string, version: number, size: number | null): Promise<boolean> {
    if (size !== null && size > LONGEST_LINK) return Promise.resolve(false);
    const { promise, ...tell } = Promise.withResolvers<boolean>();
    this.#waiting.push({ path, version, tell });
    this.#askSoon();
    return promise;
  }

  /** When all that is wanted in this turn is there. */
  #askSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      while (this.#asking < MOST_QUESTIONS && this.#waiting.length > 0) void this.#ask();
    });
  }

  async #ask(): Promise<void> {
    const batch = this.#waiting.splice(0, MOST_AT_ONCE);
    this.#asking += 1;
    try {
      const links = await this.#answers(batch);
      for (const [index, { tell }] of batch.entries()) tell.resolve(links[index] === true);
    } catch (error) {
      for (const { tell } of batch) tell.reject(error);
    } finally {
      this.#asking -= 1;
      if (this.#waiting.length > 0) this.#askSoon();
    }
  }

  async #answers(batch: readonly Waiting[]): Promise<boolean[]> {
    if (!this.#singly && batch.length > 1) {
      try {
        return (await readItems(this.#client, batch)).map((item) => item?.isLink === true);
      } catch (error) {
        if (!isRefusal(error)) throw error;
        // One that is gone makes some servers refuse all; others know no batches, and say nothing in their own words.
        if (error instanceof NotTheApi || (error instanceof ServerRefusal && error.type === '')) this.#singly = true;
      }
    }
    if (batch.length === 1 || this.#singly) return await Promise.all(batch.map((wanted) => this.#single(wanted)));
    const half = batch.length >> 1;
    const [first, second] = await Promise.all([this.#answers(batch.slice(0, half)), this.#answers(batch.slice(half))]);
    return [...first, ...second];
  }

  async #single({ path, version }: Waiting): Promise<boolean> {
    try {
      return (await readOneItem(this.#client, path, version))?.isLink === true;
    } catch (error) {
      if (isRefusal(error)) return false;
      throw error;
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ServerRefusal || error instanceof NotTheApi || error instanceof AnswerTooLarge;
}
