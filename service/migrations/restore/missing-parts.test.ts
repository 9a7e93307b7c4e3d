/** An archive whose records name what it does not hold: it is restored, and the restore does not say that everything is there. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';

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
function archiveWith(parts: readonly ('tool' | 'site' | 'plan')[]): string {
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
  for (const [file, value] of Object.entries(records))
    writeFileSync(join(inside, `${file}.json`), JSON.stringify(value));
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
