import { isSaid, type Sentence } from '../../language/sentence.ts';

/** The text of a column that keeps what is said: JSON, or the words of somebody else as they are. */
export function encodeSentence(sentence: Sentence): string {
  if (typeof sentence !== 'string') return JSON.stringify(sentence);
  // Words that look like what is said are kept as a list of one.
  return decodeSentence(sentence) === sentence ? sentence : JSON.stringify([sentence]);
}

/** What a column holds that keeps what is said. Earlier versions kept English words. */
export function decodeSentence(text: string): Sentence {
  if (!text.startsWith('{') && !text.startsWith('[')) return text;
  try {
    const kept: unknown = JSON.parse(text);
    return isSaid(kept) ? kept : text;
  } catch {
    return text;
  }
}
