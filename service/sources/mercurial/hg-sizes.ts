/** Sizes of files as hg counts them. */
import { runGit } from '../../git/git.ts';
import type { TreeFile } from '../../git/tree-files.ts';
import { NOTE_MARK } from './convert/file-revisions.ts';

/** Bytes of a note in which nothing stands. */
const NOTE_BYTES = 2 * NOTE_MARK.length;

/**
 * Files with the sizes that hg says of them: where a content begins with the mark of notes, and is no copy, hg counts its empty note
 * as well (mercurial/filelog.py, `size`: "XXX if self.read(node).startswith("\\1\\n"), this returns (size+4)").
 */
export async function asHgCounts(
  found: readonly TreeFile[],
  { wanted, staging, signal }: { wanted: readonly string[]; staging: string; signal: AbortSignal },
): Promise<readonly TreeFile[]> {
  const said = new Set(wanted);
  const files: TreeFile[] = [];
  for (const file of found) {
    const counted = { ...file, size: file.size + NOTE_BYTES };
    const mayBe = said.has(`${file.mode} ${counted.size} ${file.path}`) && file.size >= NOTE_MARK.length;
    files.push(mayBe && (await beginsWithMark(staging, file.oid, signal)) ? counted : file);
  }
  return files;
}

async function beginsWithMark(staging: string, oid: string, signal: AbortSignal): Promise<boolean> {
  const cat = runGit({ args: ['--git-dir', staging, 'cat-file', 'blob', oid], signal, onStdout: 'stream' });
  let start = Buffer.alloc(0);
  try {
    for await (const piece of cat.stdout as AsyncIterable<Buffer>) {
      start = Buffer.concat([start, piece]);
      if (start.length >= NOTE_MARK.length) break;
    }
  } finally {
    await cat.stop();
    await cat.done.catch(() => undefined);
  }
  return start.subarray(0, NOTE_MARK.length).equals(NOTE_MARK);
}
