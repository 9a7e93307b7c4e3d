/** An archive whose records name what it does not hold: it is restored, and the restore does not say that everything is there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { archiveOf, exportAll, unpack } from '../../testing/migrations.ts';

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry parts '));
  engine = await startTestEngine(undefined, {}, null);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const at = 'https://host.example';
const plan = 'attachments/0b0e7c1a-0000-4000-8000-000000000001/plan.txt';

/** An organization with two repositories, and a file attached to one of them. */
function archiveWith(
  parts: readonly ('tool' | 'site' | 'plan')[],
  change: (records: Record<string, unknown>, inside: string) => void = () => undefined,
): string {
  const inside = join(folder, 'archive');
  const created_at = '2017-05-26T05:01:08Z';
  const records: Record<string, unknown> = {
    schema: { version: '1.0.1' },
    users_000001: [{ type: 'user', url: `${at}/ada`, login: 'ada', name: 'Ada', emails: [], created_at }],
    organizations_000001: [
      { type: 'organization', url: `${at}/acme`, login: 'acme', name: 'Acme', members: [], created_at },
    ],
    repositories_000001: ['tool', 'site'].map((name) => ({
      ...{
        type: 'repository',
        url: `${at}/acme/${name}`,
        owner: `${at}/acme`,
        name,
        private: true,
        labels: [],
        created_at,
      },
      ...{ git_url: `tarball://root/repositories/acme/${name}.git`, default_branch: 'main', has_issues: true },
    })),
    attachments_000001: [
      {
        ...{ type: 'attachment', url: `${at}/acme/tool/files/1`, repository: `${at}/acme/tool`, user: `${at}/ada` },
        ...{
          asset_name: 'plan.txt',
          asset_content_type: 'text/plain',
          asset_url: `tarball://root/${plan}`,
          created_at,
        },
      },
    ],
  };
  mkdirSync(join(inside, 'repositories/acme'), { recursive: true });
  change(records, inside);
  for (const [file, value] of Object.entries(records))
    writeFileSync(join(inside, `${file}.json`), typeof value === 'string' ? value : JSON.stringify(value));
  for (const name of ['tool', 'site'] as const) {
    if (!parts.includes(name)) continue;
    const bare = join(inside, `repositories/acme/${name}.git`);
    git(folder, ['init', '--quiet', '--bare', bare]);
    git(bare, ['fast-import', '--quiet'], { input: historyStream(2) });
  }
  if (parts.includes('plan')) {
    mkdirSync(join(inside, plan, '..'), { recursive: true });
    writeFileSync(join(inside, plan), 'The plan.\n');
  }
  const archive = join(folder, 'archive.tar.gz');
  execFileSync('tar', ['-czf', archive, '--sort=name', '-C', inside, '.']);
  return archive;
}

test('what an archive lacks is said where it was restored, and that it is not whole', async () => {
  const { summary } = await restoreOpened(engine, await openArchive(engine, archiveWith(['tool'])));
  expect(summary).toMatchObject({ whole: false, attachments: 0, repositories: ['acme/tool', 'acme/site'] });
  expect(summary.notes).toContain('acme/site is empty here: the archive holds no Git data of it.');
  expect(summary.notes).toContain(
    '1 attached file that records name is not in the archive. Its record is here without it.',
  );
  const { body: work } = await engine.api('GET', '/user/work');
  expect(work).toContainEqual(expect.objectContaining({ kind: 'restore', state: 'done', warns: true }));
});

test('an archive that has all that it names is restored whole', async () => {
  const { summary } = await restoreOpened(engine, await openArchive(engine, archiveWith(['tool', 'site', 'plan'])));
  expect(summary).toMatchObject({ whole: true, attachments: 1 });
  expect(summary.notes.join(' ')).not.toMatch(/archive/);
});

const issue = (n: number, more: object = {}) => ({
  ...{
    type: 'issue',
    url: `${at}/acme/tool/issues/${n}`,
    repository: `${at}/acme/tool`,
    user: `${at}/ada`,
    title: 'One',
  },
  ...more,
});

/** What an archive goes without by this change; and what the restore of it says. */
const CASES: [string, (records: Record<string, unknown>, inside: string) => void, RegExp][] = [
  [
    'a wiki that is not there',
    (records) => {
      const [tool] = records.repositories_000001 as object[];
      Object.assign(tool as object, { wiki_url: 'tarball://root/repositories/acme/tool.wiki.git' });
    },
    /^acme\/tool has no wiki here: /,
  ],
  [
    'a file of records between others',
    (records) => Object.assign(records, { issues_000001: [issue(1)], issues_000003: [issue(3)] }),
    /^Files of issues are numbered up to 3, but there are only 2 of them\./,
  ],
  [
    'records of an unknown kind',
    (records) =>
      Object.assign(records, { workflows_000001: [{ type: 'workflow', url: `${at}/acme/tool/workflows/1` }] }),
    /^1 file of records of the archive is of no kind that Gantry knows: "workflows_000001\.json"\./,
  ],
  [
    'an asset of a release',
    (records) => {
      const release_assets = [{ name: 'a.zip', asset_url: 'tarball://root/assets/1/a.zip' }];
      const release = { type: 'release', url: `${at}/acme/tool/releases/tag/v1`, repository: `${at}/acme/tool` };
      records.releases_000001 = [{ ...release, tag_name: 'v1', release_assets }];
    },
    /^1 file that a record names is at a place that Gantry does not know, and is not restored: assets\/1\/a\.zip\./,
  ],
  [
    'an attached file at the place of another kind',
    (records, inside) => {
      mkdirSync(join(inside, 'repository_files/1'), { recursive: true });
      writeFileSync(join(inside, 'repository_files/1/a.txt'), 'a');
      const [plan] = records.attachments_000001 as object[];
      Object.assign(plan as object, { asset_url: 'tarball://root/repository_files/1/a.txt' });
    },
    /^1 file that a record names is at a place that Gantry does not know, and is not restored: repository_files\/1\/a\.txt\./,
  ],
  [
    'numbers that nobody can keep',
    (records) => {
      const text = JSON.stringify([issue(1)]);
      records.issues_000001 = text.replace('"title"', '"odd":[1e400,9007199254740993,12],"title"');
    },
    /^2 numbers are too large to be kept as they are, such as "odd" of \/acme\/tool\/issues\/1\./,
  ],
];

test.each(CASES)('%s: the restore is not whole, and says it', async (_, change, says) => {
  const archive = archiveWith(['tool', 'site', 'plan'], change);
  const opened = await openArchive(engine, archive);
  expect(opened.problems_count).toBeGreaterThan(0);
  const { summary } = await restoreOpened(engine, opened);
  expect(summary.whole).toBe(false);
  expect(summary.notes).toContainEqual(expect.stringMatching(says));
});

test('what belongs to nothing that was chosen is said at the end, too', async () => {
  const archive = archiveWith(['tool', 'site', 'plan'], (records, inside) => {
    records.issues_000001 = [issue(1, { url: `${at}/acme/gone/issues/1`, repository: `${at}/acme/gone` })];
    writeFileSync(join(inside, 'audit_log.csv'), 'a,b\n');
  });
  const { summary } = await restoreOpened(engine, await openArchive(engine, archive));
  expect(summary.whole).toBe(true);
  expect(summary.notes).toEqual(
    expect.arrayContaining([
      '1 record of issues belongs to a repository of which the archive has no record: /acme/gone. It is not restored.',
      '1 file of the archive is of no kind that Gantry knows: "audit_log.csv". It is not read and not restored.',
    ]),
  );
});

test('half a character and members with names of JavaScript are written back as they came', async () => {
  const member = '"__proto__":{"a":1},"constructor":5';
  const archive = archiveWith(['tool', 'site', 'plan'], (records) => {
    records.issues_000001 = JSON.stringify([issue(1)]).replace('"One"', `"cut \\ud83d",${member}`);
  });
  await restoreOpened(engine, await openArchive(engine, archive));
  const { migration } = await exportAll(engine, ['tool']);
  const out = unpack(archiveOf(engine, migration), join(folder, 'out'));
  const text = readFileSync(join(out, 'issues_000001.json'), 'utf8');
  expect(text).toContain('"title":"cut \\ud83d"');
  expect(text).toContain(member);
});

test('a team that is here already and says something else in the archive is kept, and that is said', async () => {
  const withTeam = (name: string) =>
    archiveWith(['tool', 'site', 'plan'], (records) => {
      const organization = `${at}/acme`;
      records.teams_000001 = [{ type: 'team', url: `${at}/orgs/acme/teams/builders`, organization, name, members: [] }];
    });
  const says =
    '1 team or project of an organization was here already and is kept as it is here; the archive has it otherwise.';
  for (const [name, whole] of [
    ['Builders', true],
    ['Builders', true],
    ['Makers', false],
  ] as const) {
    const { summary } = await restoreOpened(engine, await openArchive(engine, withTeam(name)));
    expect([summary.whole, summary.notes.includes(says)]).toEqual([whole, !whole]);
    rmSync(join(folder, 'archive'), { recursive: true });
  }
});
