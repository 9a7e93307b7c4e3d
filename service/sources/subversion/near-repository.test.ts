import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { beginStarter } from '../../processes/starter/starter.ts';
import { makeSvnSource, projectHistory } from '../../testing/svn-sources.ts';
import { NearRepository } from './near-repository.ts';

test('one that is closed before it was asked anything ends', async () => {
  // As in an engine, whose programs it starts.
  await beginStarter();
  const folder = mkdtempSync(join(tmpdir(), 'gantry near '));
  try {
    const path = makeSvnSource(folder, 'source', projectHistory('', 1));
    const open = () => new NearRepository(path, folder, new AbortController().signal);
    await open().close();
    const asked = open();
    expect([...((await asked.files('trunk', 2))?.sizes.keys() ?? [])]).toEqual(['file0.txt']);
    await asked.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
