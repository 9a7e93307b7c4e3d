/** MD5 of blobs, as Subversion says it of its files' texts. */
import { createHash, type Hash } from 'node:crypto';
import { Failure } from '../../failures/failure.ts';
import { runGit } from '../../git/git.ts';

/** What Subversion stores before a symbolic link's target. */
const LINK = 'link ';

export interface SummedBlob {
  oid: string;
  /** Whether it is a link's target, which Subversion keeps in a text of its own form. */
  isLink: boolean;
}

export interface BlobSum {
  /** Hex. */
  md5: string;
  /** Whether the text says that it is a link. */
  saysLink: boolean;
}

/**
 * Sums by `<object id>`, with an `l` before it for links. Contents are read once and never held.
 * @throws Failure when the repository does not give them
 */
export async function blobSums(
  repositoryPath: string,
  blobs: readonly SummedBlob[],
  signal: AbortSignal,
): Promise<Map<string, BlobSum>> {
  const sums = new Map<string, BlobSum>();
  const run = runGit({
    args: ['--git-dir', repositoryPath, 'cat-file', '--batch', '--buffer'],
    stdin: blobs.map(({ oid }) => `${oid}\n`).join(''),
    signal,
    onStdout: 'stream',
    failure: ({ stderrTail }) => Failure.of('repository.not_read_back', {}, stderrTail),
  });
  let at = 0;
  let head = '';
  let hash: Hash | null = null;
  let left = 0;
  let first = '';
  for await (const chunk of run.stdout as AsyncIterable<Buffer>) {
    for (let from = 0; from < chunk.length; ) {
      if (hash === null) {
        const end = chunk.indexOf(0x0a, from);
        head += chunk.toString('latin1', from, end < 0 ? chunk.length : end);
        if (end < 0) break;
        from = end + 1;
        const [, kind, size] = head.split(' ');
        if (kind !== 'blob') throw Failure.of('repository.not_read_back', {}, head);
        head = '';
        left = Number(size);
        hash = createHash('md5');
        first = '';
        if (blobs[at]?.isLink) {
          hash.update(LINK);
          first = LINK;
        }
        continue;
      }
      const taken = Math.min(left, chunk.length - from);
      hash.update(chunk.subarray(from, from + taken));
      if (first.length < LINK.length)
        first += chunk.toString('latin1', from, Math.min(from + taken, from + LINK.length));
      left -= taken;
      from += taken;
      // A newline follows each.
      if (left > 0 || from >= chunk.length) continue;
      from += 1;
      const blob = blobs[at] as SummedBlob;
      sums.set(sumKey(blob), { md5: hash.digest('hex'), saysLink: first.startsWith(LINK) });
      hash = null;
      at += 1;
    }
  }
  await run.done;
  return sums;
}

export function sumKey({ oid, isLink }: SummedBlob): string {
  return isLink ? `l${oid}` : oid;
}
