/** The same done to many things. */
import { sentenceOf } from './request.ts';

/** What was refused of many, with why. */
export interface Refused<Item> {
  item: Item;
  sentence: string;
}

/** Does the same to each, one after the other; one that is refused keeps no other from its turn. */
export async function oneAfterAnother<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
): Promise<Refused<Item>[]> {
  const refused: Refused<Item>[] = [];
  for (const item of items) {
    try {
      await act(item);
    } catch (error) {
      refused.push({ item, sentence: sentenceOf(error) });
    }
  }
  return refused;
}

/** Does the same to parts of what one request would not take at once. One that is refused ends it: nothing of what follows was begun. */
export async function inParts<Item>(
  items: readonly Item[],
  most: number,
  act: (part: Item[]) => Promise<unknown>,
): Promise<void> {
  for (let at = 0; at < items.length; at += most) await act(items.slice(at, at + most));
}
