/**
 * A fetch ends when its source says nothing for so long, in milliseconds: long enough for a busy server that counts objects
 * without a word.
 */
export const SILENCE_MS = 600_000;
