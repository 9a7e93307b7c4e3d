import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inEnglish } from '../../failures/sentences.ts';
import { tfvcSource } from './index.ts';
import { importAll, newContext } from './testing/import-all.ts';
import type { ModelItem } from './testing/model-shapes.ts';
import { randomHistory } from './testing/random-history.ts';
import { TfvcServer } from './testing/server.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry tfvc compared '));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const isOfProject = ({ path, content }: ModelItem) => content !== null && path.startsWith(`$/${PROJECT}/`);
const PROJECT = 'Fabrikam Fiber';
const seeds = (process.env.GANTRY_TFVC_COMPARED ?? '3,1').split(',').map(Number) as [number, number];

it.each(Array.from({ length: seeds[1] }, (_, i) => seeds[0] + i))(
  'every changeset of history %i is what the server lists at it; another content is told',
  async (seed) => {
    const model = randomHistory(seed, 25);
    const server = await TfvcServer.start(model, {});
    try {
      const context = newContext(folder, { project: PROJECT });
      await importAll(server.url, context);
      const compared = await tfvcSource.compare?.(server.url, context);
      expect(compared).toMatchObject({ not_compared: { count: 0 }, differing: { count: 0 } });
      expect(compared?.compared).toBe(compared?.total);
      expect(compared?.total).toBeGreaterThan(10);

      expect(compared?.logs).toBe(compared?.total);
      // The server says something else of what a changeset in the middle put in.
      const changed = model.changesets
        .slice(12)
        .flatMap((changeset) =>
          [...changeset.tree].flatMap(([key, item]) =>
            isOfProject(item) && item.version === changeset.id ? [{ changeset, key, item }] : [],
          ),
        );
      const [{ changeset, key, item } = { changeset: undefined, key: '', item: undefined }] = changed;
      if (changeset === undefined || item === undefined) throw new Error('no file to change');
      const { comment } = changeset;
      changeset.comment = `${comment}, corrected`;
      const corrected = await tfvcSource.compare?.(server.url, context);
      expect(corrected?.differing.examples.map(({ files }) => files.map(inEnglish))).toContainEqual(['its message']);
      changeset.comment = comment;

      changeset.tree.set(key, { ...item, content: Buffer.from('never checked in\n') });
      const again = await tfvcSource.compare?.(server.url, context);
      expect(again?.differing).toMatchObject({ count: 1, examples: [{ revision: `C${changeset.id}` }] });
      const [file = ''] = again?.differing.examples[0]?.files ?? [];
      expect(item.path.endsWith(inEnglish(file))).toBe(true);
    } finally {
      await server.stop();
    }
  },
);

it('a changeset that the server cannot list, with whatever status, costs that one and never the comparison', async () => {
  const model = randomHistory(5, 20);
  const server = await TfvcServer.start(model, {});
  try {
    const context = newContext(folder, { project: PROJECT });
    const { staging, mapped } = await importAll(server.url, context);
    const listed: number[] = [];
    for (const status of [400, 403, 500, 503]) {
      const headers = { 'content-type': 'application/json', 'x-tfs-processid': '1', 'retry-after': '0' };
      server.fault = ({ query }) => {
        if (query.get('recursionLevel') !== 'Full' || query.get('version') === String(model.youngest)) return null;
        listed.push(status);
        return { kind: 'status', status, headers, body: '{}' };
      };
      const compared = await tfvcSource.compare?.(server.url, context);
      expect(compared?.compared).toBeLessThan(compared?.total ?? 0);
      expect((compared?.compared ?? 0) + (compared?.not_compared.count ?? 0)).toBe(compared?.total);
      const checks = await tfvcSource.verify(server.url, staging, mapped, context);
      const sample = checks.filter(({ found }) => inEnglish(found).startsWith('not compared'));
      expect([status, sample.length > 0]).toEqual([status, true]);
      expect(checks.filter(({ ok }) => !ok)).toEqual([]);
    }
    expect(new Set(listed)).toEqual(new Set([400, 403, 500, 503]));
  } finally {
    await server.stop();
  }
});
