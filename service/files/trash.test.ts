import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { Trash } from './trash.ts';

const data = mkdtempSync(join(tmpdir(), 'gantry trash '));
afterAll(() => rmSync(data, { recursive: true, force: true }));

test.each(['result', 'failure'])(
  'a program that still writes into a folder does not take the place of the %s',
  async (what) => {
    let isWriting = true;
    let writing: Promise<void> | undefined;
    const work = async (folder: string) => {
      for (let n = 0; n < 200; n++) writeFileSync(join(folder, `${n}`), '');
      writing = (async () => {
        for (let n = 0; isWriting; n++) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(join(folder, `late-${n}`), '');
          await breathe();
        }
      })();
      if (what === 'failure') throw new Error('stopped');
      return what;
    };
    const done = new Trash(data).withFolder('look', work).catch((error: Error) => error.message);
    expect(await done).toBe(what === 'failure' ? 'stopped' : 'result');
    isWriting = false;
    await writing;
  },
);
