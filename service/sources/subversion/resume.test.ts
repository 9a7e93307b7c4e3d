import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readCheckpoint } from '../folders/raw/checkpoint.ts';
import type { FetchResult } from '../source.ts';
import { subversionSource } from './index.ts';
import type { DumpBuilder } from './testing/dump-builder.ts';
import { newContext, type TestContext } from './testing/import-all.ts';
import { expectedHistory, filesOf, git, makeRepository, rawCommits } from './testing/oracle.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-resume-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function fetchAndMap(address: string, context: TestContext): Promise<FetchResult> {
  const result = await subversionSource.fetch(address, context);
  await subversionSource.map({ layout: result.layout, identities: new Map(), includeHiddenRefs: false }, context);
  return result;
}

const REVISIONS = 500;

/** Branches, copies from far back and odd flags, so that going on needs every kind of memory. */
function longHistory(dump: DumpBuilder): void {
  const text = (i: number) =>
    `${Array.from({ length: 200 }, (_, k) => `line ${k} ${(k * i) % 17 === 0 ? i : ''}`).join('\n')}\n`;
  dump.revision('Start').dir('trunk').dir('branches').dir('tags').dir('trunk/empty');
  for (let i = 0; i < 12; i++)
    dump.file(`trunk/f${i}`, text(i), i === 3 ? { properties: { 'svn:executable': '*', 'svn:special': '*' } } : {});
  while (dump.number < REVISIONS) {
    const next = dump.number + 1;
    if (next % 100 === 0)
      dump.revision('Branch', { author: 'bob' }).copyDir(`branches/b${next}`, 'trunk', Math.max(1, next - 90));
    else dump.revision(`Change ${next}`).change(`trunk/f${next % 12 === 3 ? 4 : next % 12}`, text(next));
  }
}

it('goes on at the next revision after it was stopped at any write, to the very same result', async () => {
  const repository = makeRepository(folder, longHistory);
  const whole = newContext(folder);
  await fetchAndMap(repository, whole);
  const stop = new AbortController();
  const home = mkdtempSync(join(folder, 'stopped-'));
  const stopped = newContext(folder, { home, signal: stop.signal });
  stopped.onProgress = ({ done }) => {
    if ((done ?? 0) > 20) stop.abort();
  };
  await expect(subversionSource.fetch(repository, stopped)).rejects.toMatchObject({ kind: 'cancelled' });
  // What a kill leaves behind the last checkpoint is forgotten. Only the packs still being written can have any.
  const fetched = join(home, 'fetch');
  const checkpoint = readCheckpoint(fetched);
  const open = [
    `content-${checkpoint?.content.pack}.pack`,
    `facts-${checkpoint?.facts.pack}.pack`,
    'content.objects',
    'journal.jsonl',
  ];
  for (const file of open) appendFileSync(join(fetched, file), 'half a write');
  const again = newContext(folder, { home });
  const result = await fetchAndMap(repository, again);
  expect(again.log.join()).toMatch(/goes on behind revision \d+/);
  expect(result.commit_count).toBe(REVISIONS);
  expect(rawCommits(join(home, 'staging.git'))).toEqual(rawCommits(join(whole.folder, 'staging.git')));
  expect([...again.authors.values()]).toEqual([...whole.authors.values()]);
  const last = rawCommits(join(home, 'staging.git')).at(-1) as string;
  expect(filesOf(join(home, 'staging.git'), last)).toEqual(expectedHistory(repository, REVISIONS).at(-1));
  expect(git(join(home, 'staging.git'), 'fsck', '--full', '--no-dangling')).not.toMatch(/missing|broken|error/);
});

it('takes texts that do not fit memory through files', async () => {
  const large = (tail: string) =>
    Buffer.concat([Buffer.alloc(40 << 20, 'forty megabytes of the same line\n'), Buffer.from(tail)]);
  const repository = makeRepository(folder, (dump) => {
    dump
      .revision('Large')
      .dir('trunk')
      .file('trunk/large', large('one'), { properties: { 'svn:executable': '*' } });
    dump.revision('Larger').change('trunk/large', large('one and two'));
    dump.revision('Copy and change').copyFile('trunk/copy', 'trunk/large', 2, large('three'));
    dump.revision('Small again').change('trunk/large', 'small\n');
    const link = { properties: { 'svn:special': '*' } };
    dump.revision('Large file becomes a link').change('trunk/copy', 'link target', link);
    dump.revision('Link becomes a large file').change('trunk/copy', large('four'), { properties: {} });
  });
  const context = newContext(folder);
  const result = await fetchAndMap(repository, context);
  expect(result.large_files).toEqual([]);
  const expected = expectedHistory(repository);
  for (const [i, commit] of rawCommits(join(context.folder, 'staging.git')).entries())
    expect(filesOf(join(context.folder, 'staging.git'), commit), `r${i + 1}`).toEqual(expected[i]);
});
