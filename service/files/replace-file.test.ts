import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { replaceFileNow } from './replace-file.ts';

test('whoever reads while it is written again and again reads a whole one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-whole-'));
  const path = join(folder, 'servers');
  try {
    const contents = ['a', 'b'].map((letter) => `${letter.repeat(100_000)}\n`) as [string, string];
    replaceFileNow(path, contents[0], 0o600);
    const reader = new Worker(
      `const { readFileSync } = require('node:fs'); const { parentPort, workerData } = require('node:worker_threads');
       const seen = new Set(); let isOver = false;
       parentPort.on('message', () => { isOver = true; });
       const read = () => {
         for (let n = 0; n < 50; n++) { const text = readFileSync(workerData, 'utf8'); seen.add(text.length + text[0]); }
         if (isOver) parentPort.postMessage([...seen]); else setImmediate(read);
       };
       read();`,
      { eval: true, workerData: path },
    );
    const answer = new Promise<string[]>((resolve, reject) => reader.once('message', resolve).once('error', reject));
    for (let n = 0; n < 2000; n++) replaceFileNow(path, contents[n % 2 === 0 ? 1 : 0], 0o600);
    reader.postMessage('over');
    expect((await answer).every((seen) => seen.startsWith('100001'))).toBe(true);
    await reader.terminate();
    expect(readFileSync(path, 'utf8')).toBe(contents[0]);
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
