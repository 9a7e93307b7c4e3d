/** Texts of a repository that nobody can put together. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DumpBuilder } from '../testing/dump-builder.ts';
import { fromFiles } from './testing/both-ways.ts';

it('a text that is a delta of itself is told, and is not left to svnadmin', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-fsfs-texts-'));
  try {
    const repository = join(folder, 'circle');
    execFileSync('svnadmin', ['create', '--compatible-version', '1.8', repository]);
    const parts: Buffer[] = [];
    const dump = new DumpBuilder((bytes) => parts.push(bytes));
    dump.revision('one').file('file', 'some text that is no other\n'.repeat(3));
    execFileSync('svnadmin', ['load', '-q', repository], { input: Buffer.concat(parts) });
    const path = join(repository, 'db/revs/0/1');
    const bytes = readFileSync(path, 'latin1');
    const [, length = ''] = /^text: 1 0 (\d+) /m.exec(bytes) ?? [];
    const left = 'DELTA\n'.length + Number(length) - `DELTA 1 0 ${length}\n`.length;
    const head = `DELTA 1 0 ${left}\n`;
    expect([bytes.startsWith('DELTA\n'), String(left).length]).toEqual([true, length.length]);
    chmodSync(path, 0o644);
    const circle = head + bytes.slice(head.length).replace(`text: 1 0 ${length} `, `text: 1 0 ${left} `);
    writeFileSync(path, circle, 'latin1');
    await expect(fromFiles(repository, join(folder, 'fetch'))).rejects.toMatchObject({
      key: 'subversion.text_circle',
      parameters: { folder: join(repository, 'db') },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
