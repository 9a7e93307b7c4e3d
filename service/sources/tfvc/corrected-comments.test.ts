/** Comments of changesets that are corrected on the server after they came. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Finding } from '../../vocabulary/report.ts';
import { git, importAll, newContext } from './testing/import-all.ts';
import type { TfvcModel } from './testing/model.ts';
import { TfvcServer } from './testing/server.ts';
import { shop, TOP } from './testing/shop.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-tfvc-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const corrected = (findings: readonly Finding[]) => findings.filter(({ kind }) => kind === 'revision_corrected');

function correct(model: TfvcModel, id: number, comment: string): void {
  const changeset = model.changesets[id - 1];
  if (changeset === undefined) throw new Error(`no C${id}`);
  changeset.comment = comment;
}

test('those of before are told at an update; commits keep what came', async () => {
  const odd = 'Zeilen\r\nund Ümläute 🚀  \r\n\r\n';
  const model = shop((work) => work.edit(`${TOP}/Main/readme.txt`, 'two\n'));
  for (const comment of [odd, '', 'third', `long ${'x'.repeat(5000)}`])
    model.checkIn({ comment }, (work) => work.edit(`${TOP}/Main/readme.txt`, `${comment}\n`));
  const server = await TfvcServer.start(model);
  try {
    const context = newContext(folder, { project: 'Shop' });
    const first = await importAll(server.url, context);
    expect(corrected(first.findings)).toEqual([]);
    const before = git(first.staging, 'rev-parse', 'main');

    model.checkIn({ comment: 'more' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'more\n'));
    const same = await importAll(server.url, context);
    expect(corrected(same.findings)).toEqual([]);

    const [third, long] = [model.youngest - 2, model.youngest - 1];
    correct(model, third, 'third, as it was meant');
    correct(model, long, `long ${'x'.repeat(4999)}y`);
    model.checkIn({ comment: 'even more' }, (work) => work.edit(`${TOP}/Main/readme.txt`, 'even more\n'));
    const again = await importAll(server.url, context);
    expect(corrected(again.findings)).toMatchObject([
      { severity: 'warning', count: 2, examples: [expect.stringContaining(`C${third}: “third”`), expect.anything()] },
    ]);
    expect(git(again.staging, 'rev-parse', 'main~2')).toBe(before);
  } finally {
    await server.stop();
  }
});
