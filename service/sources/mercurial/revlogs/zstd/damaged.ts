/** What is not a frame as zstd writes it; or one that is left to Node's own reader. */
export function damaged(): RangeError {
  return new RangeError('this is no frame of zstd, or one of a kind that is not read here');
}
