import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { serveSvn } from '../../testing/svn-sources.ts';
import { readMapped } from '../folders/mapping/mapped-file.ts';
import { subversionSource } from './index.ts';
import { failedChecks, importAll } from './testing/import-all.ts';
import { expectedHistory, filesOf, git, makeRepository } from './testing/oracle.ts';
import { writeRandomHistory } from './testing/random-history.ts';

let folder = '';
let server: Awaited<ReturnType<typeof serveSvn>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry-random-svn-'));
  server = await serveSvn(folder, [], null);
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const REVISIONS = 24;
/** First seed and how many: a recorded run takes hundreds (docs/comparison.md). */
const [first, count] = (process.env.GANTRY_SVN_SEEDS ?? '1,3').split(',').map(Number) as [number, number];
/** A tag of a line that has other lines in it was once a copy of the line without them. */
const TAG_OF_AN_OUTER_LINE = 1243;
/** Two lines that are one commit at their beginning, of which one leaves out the other. */
const ONE_COMMIT = 1161;
const seeds = [
  ...Array.from({ length: count }, (_, i) => first + i),
  ...(first === 1 ? [TAG_OF_AN_OUTER_LINE, ONE_COMMIT] : []),
];

/** Revisions that put content somewhere: files that are new or other than in the revision before, says svnlook. */
function contentRevisions(history: readonly Map<string, string>[]): number[] {
  return history.flatMap((files, i) => {
    const before = history[i - 1] ?? new Map<string, string>();
    return [...files].some(([path, blob]) => before.get(path) !== blob) ? [i + 1] : [];
  });
}

it.each(seeds)('nothing of history %i is lost', async (seed) => {
  const repository = makeRepository(folder, (dump) => writeRandomHistory(dump, seed, REVISIONS));
  const imported = await importAll(folder, repository);
  const { mapped, staging, context, layout } = imported;
  const told = JSON.stringify(layout);
  // What arrives does not depend on the address.
  const served = await importAll(folder, `${server.url}/${basename(repository)}`);
  expect(served.mapped.refs).toEqual(mapped.refs);
  expect(served.mapped.completeness).toEqual(mapped.completeness);
  expect(await failedChecks(imported), told).toEqual([]);
  const compared = await subversionSource.compare?.(repository, context);
  expect(compared, told).toMatchObject({ not_compared: { count: 0 }, differing: { count: 0 } });
  expect(compared?.logs, told).toBe(compared?.total);
  const history = expectedHistory(repository);
  const tips = mapped.refs.map(({ oid }) => oid);
  const subjects = new Set(git(staging, 'log', '--format=%s', ...tips).split('\n'));
  for (const { oid } of mapped.refs) {
    if (git(staging, 'cat-file', '-t', oid) === 'tag')
      subjects.add(git(staging, 'cat-file', 'tag', oid).split('\n').at(-1) ?? '');
  }
  const missing = contentRevisions(history).filter((revision) => !subjects.has(`R${revision}`));
  expect(missing, told).toEqual([]);
  const { content_revisions = 0, in_git = 0, lost = 0, excluded = 0 } = mapped.completeness ?? {};
  expect({ lost, excluded, in_git }, told).toEqual({ lost: 0, excluded: 0, in_git: content_revisions });
  const objects = new Set(
    git(staging, 'rev-list', '--objects', ...tips)
      .split('\n')
      .map((line) => line.slice(0, 40)),
  );
  const blobs = new Set(history.flatMap((files) => [...files.values()].map((blob) => blob.split(' ')[1] as string)));
  expect(
    [...blobs].filter((blob) => !objects.has(blob)),
    told,
  ).toEqual([]);
  const last = history.at(-1) ?? new Map<string, string>();
  const heads = readMapped(context.folder)?.heads ?? [];
  for (const { ref, folder: path } of heads) {
    const inner = heads.filter((other) => other.ref !== ref && isIn(other.folder, path)).map((other) => other.folder);
    const wanted = [...last].flatMap(([file, blob]): [string, string][] =>
      isIn(file, path) && !inner.some((other) => isIn(file, other))
        ? [[path === '' ? file : file.slice(path.length + 1), blob]]
        : [],
    );
    const oid = mapped.refs.find(({ name }) => name === ref)?.oid ?? '';
    expect(filesOf(staging, oid), `${ref} ${told}`).toEqual(new Map(wanted));
  }
  execFileSync('git', ['--git-dir', staging, 'fsck', '--connectivity-only', '--no-dangling'], { stdio: 'pipe' });
});

function isIn(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}
