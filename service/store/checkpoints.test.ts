import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { Checkpoints } from './checkpoints.ts';
import { DATABASE_FILE } from './database-files.ts';
import { openStore } from './open.ts';

test('what was written comes into the database itself, while it goes on being written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry checkpoints-'));
  const said: string[] = [];
  const store = openStore(folder, (_, text) => said.push(text));
  const checkpoints = new Checkpoints(folder, store, (_, text) => said.push(text));
  const file = join(folder, DATABASE_FILE);
  try {
    const write = store.sql('INSERT INTO settings (name, value) VALUES (@name, @value)');
    const mark = 'a value that the log holds first';
    for (let n = 0; n < 300; n++) write.run({ name: `n${n}`, value: JSON.stringify(mark) });
    expect(readFileSync(file).includes(mark)).toBe(false);
    let more = 0;
    await vi.waitFor(
      () => {
        write.run({ name: `more${more++}`, value: '1' });
        expect(readFileSync(file).includes(mark)).toBe(true);
      },
      { timeout: 20_000 },
    );
    expect(existsSync(`${file}-wal`)).toBe(true);
    expect(said.filter((text) => text.includes('log was not taken over'))).toEqual([]);
  } finally {
    await checkpoints.close();
    store.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
