/** Lines of files of our own, which end with a line feed and nothing else: a name may hold U+2028, at which `node:readline` ends a line as well. */
import { createReadStream } from 'node:fs';

const LINE_FEED = 0x0a;

/** @param path of a file in UTF-8 */
export function fileLines(path: string): AsyncGenerator<string> {
  return linesOf(createReadStream(path));
}

/** @param pieces of a text in UTF-8 */
export async function* linesOf(pieces: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer[] = [];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(LINE_FEED); end >= 0; end = piece.indexOf(LINE_FEED, from)) {
      const last = piece.subarray(from, end);
      yield (rest.length === 0 ? last : Buffer.concat([...rest, last])).toString('utf8');
      rest = [];
      from = end + 1;
    }
    if (from < piece.length) rest.push(piece.subarray(from));
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString('utf8');
}
