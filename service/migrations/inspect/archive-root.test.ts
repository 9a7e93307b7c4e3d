/** What an archive's addresses begin with, in whatever order its files come; and what is told of records that it leaves out. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { makeSample, type Sample, type SampleOptions } from '../testing/sample.ts';
import { SAMPLE_ROOT } from '../testing/sample-names.ts';
import { rootOf } from './archive-root.ts';

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry root '));
  engine = await startTestEngine(undefined, {}, null);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** Packed by their names, as `tar czf archive.tar.gz *` does: attachments come first. */
function packedByName(change: Required<SampleOptions>['change'], issues = 6): Sample {
  const sample = makeSample(folder, 'sample', { issues, change });
  rmSync(sample.archive);
  execFileSync('tar', ['-czf', sample.archive, ...readdirSync(sample.folder).sort()], { cwd: sample.folder });
  return sample;
}

async function problemsOf(inspection: { id: number }): Promise<string> {
  const { body } = await engine.api('GET', `/inspections/${inspection.id}/problems?per_page=100`);
  return body.map(({ text }: { text: string }) => text).join('\n');
}

test('attachments that are at another host, as those of 2020, come first: everything is restored', async () => {
  const { archive } = packedByName((records) => {
    for (const [n, attachment] of (records.get('attachments') ?? []).entries()) {
      attachment.url = `https://user-images.githubusercontent.com/32036241/9561972${n}-abdcb700-0a8c-11eb-97e9-34cc0809d632.jpg`;
    }
  });
  const inspection = await openArchive(engine, archive);
  expect(inspection).toMatchObject({ state: 'ready', error_message: null, problems_count: 0 });
  const restore = await restoreOpened(engine, inspection);
  expect(restore.summary).toMatchObject({
    users: 3,
    repositories: ['acme/gadgets', 'acme/widgets'],
    attachments: 3,
  });
  expect(restore.summary.records).toContainEqual({ model: 'attachments', count: 2 });
});

test('a first record of another place: the archive is read anew when its repositories say where it is from', async () => {
  const plain = makeSample(folder, 'plain', { issues: 1500 });
  const right = await openArchive(engine, plain.archive);
  const { archive } = packedByName((records) => {
    records.get('attachments')?.unshift({
      type: 'attachment',
      url: 'https://trac.example.org/attachments/1.png',
      user: 'https://trac.example.org/accounts/robot',
    });
    records.get('organizations')?.push({ type: 'organization', url: 'https://trac.example.org/trac', login: 'trac' });
  }, 1500);
  const inspection = await openArchive(engine, archive);
  expect(inspection).toMatchObject({ state: 'ready', error_message: null });
  expect(inspection.counts).toEqual(
    right.counts.map(({ model, count }: { model: string; count: number }) => ({
      model,
      count: ['attachments', 'organizations'].includes(model) ? count + 1 : count,
    })),
  );
  const problems = await problemsOf(inspection);
  expect(problems.split('\n')).toHaveLength(2);
  expect(problems).toContain(
    '1 record of organizations has an address of another place than the rest of the archive: https://trac.example.org/trac. It is not restored.',
  );
  for (const list of ['issues?per_page=100', 'issues?q=number', 'repositories', 'choices']) {
    const [ours, theirs] = await Promise.all(
      [inspection, right].map(({ id }) => engine.api('GET', `/inspections/${id}/${list}`)),
    );
    expect(ours?.body.length, list).toBeGreaterThan(0);
    const plainOf = (body: unknown) => JSON.stringify(body).replaceAll(/inspections\/\d+/g, 'inspections/n');
    expect(plainOf(ours?.body), list).toBe(plainOf(theirs?.body));
  }
});

test('what belongs to no repository of the archive is counted: it is not restored', async () => {
  const { archive } = makeSample(folder, 'strays', {
    issues: 6,
    change: (records) => {
      const [attachment] = records.get('attachments') ?? [];
      const { issue: _, ...stray } = attachment ?? {};
      records.get('attachments')?.push({
        ...stray,
        url: `${SAMPLE_ROOT}/user-attachments/assets/afc35218-7ea5-465c-b9df-46b2d8bc5558`,
        discussion: `${SAMPLE_ROOT}/acme/widgets/discussions/1`,
      });
      for (const repository of records.get('repositories') ?? []) {
        if (repository.name === 'widgets') repository.url = 'https://elsewhere.test/acme/widgets';
      }
    },
  });
  const inspection = await openArchive(engine, archive);
  const problems = await problemsOf(inspection);
  expect(problems).toContain(
    '1 record of repositories has an address of another place than the rest of the archive: https://elsewhere.test/acme/widgets. It is not restored.',
  );
  expect(problems).toContain(
    '6 records of issues belong to repositories of which the archive has no record, such as /acme/widgets. They are not restored.',
  );
  expect(problems).toContain('1 record of attachments belongs to no repository: /user-attachments/assets/');
  expect(problems).not.toContain('ttps://elsewhere.test/acme/widgets. It would be restored empty');
});

test('a root below a host is told by what a record belongs to', () => {
  const base = 'https://git.example.org/hosting';
  expect(rootOf('users', { url: `${base}/ada` })).toBe(base);
  expect(rootOf('issues', { url: `${base}/o/r/issues/1`, repository: `${base}/o/r` })).toBe(base);
  expect(rootOf('attachments', { url: 'https://images.example.org/1.png', issue: `${base}/o/r/issues/1` })).toBe(
    'https://git.example.org',
  );
  expect(rootOf('issues', { url: 'none' })).toBeNull();
});
