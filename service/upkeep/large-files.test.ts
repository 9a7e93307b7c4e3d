/** Contents of large files in the check of an installation: damaged, missing, and whole. */
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { inEnglish } from '../failures/sentences.ts';
import { objectPath, pointerText } from '../lfs/convert/lfs-objects.ts';
import { git, historyStream, makeGitSource } from '../testing/git-sources.ts';
import { faultsOfLargeFiles } from './large-files.ts';

test('what is damaged and what is missing is named; a whole one, and one without large files, have no faults', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry large '));
  try {
    const look = async (path: string) =>
      (await faultsOfLargeFiles(path, new AbortController().signal)).map((said) => inEnglish(said));
    expect(await look(makeGitSource(folder, 'none.git', historyStream(2)))).toEqual([]);

    const contents = { 'a b.bin': 'one', 'größe.bin': 'two' };
    const objects = Object.entries(contents).map(([name, content]) => {
      const oid = createHash('sha256').update(content).digest('hex');
      return { name, content, oid, text: pointerText({ oid, size: content.length }) };
    });
    const files = [{ name: '.gitattributes', text: '*.bin filter=lfs\n' }, ...objects]
      .map(({ name, text }) => `M 100644 inline ${name}\ndata ${Buffer.byteLength(text)}\n${text}\n`)
      .join('');
    const path = makeGitSource(
      folder,
      'large.git',
      historyStream(1, undefined, `commit refs/heads/main\ncommitter A <a@x> 1600000000 +0000\ndata 1\nc\n${files}\n`),
    );
    const at = (oid: string) => objectPath(join(path, 'lfs/objects'), oid);
    for (const { oid, content } of objects) {
      mkdirSync(dirname(at(oid)), { recursive: true });
      writeFileSync(at(oid), content);
    }
    expect(await look(path)).toEqual([]);
    const [one, two] = objects.map(({ oid }) => oid) as [string, string];
    writeFileSync(at(one), 'onf');
    rmSync(at(two));
    expect(await look(path)).toEqual([
      `The content of 1 large file is not what its name says: ${one}.`,
      'The content of 1 large file that the history names is missing: größe.bin.',
    ]);
    // Where nothing else lies there either.
    rmSync(join(path, 'lfs'), { recursive: true });
    expect(await look(path)).toEqual([
      expect.stringMatching(/^The contents of 2 large files that the history names are missing: .*größe\.bin/),
    ]);
    expect(git(path, ['fsck'])).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
