/**
 * Archives that `gl-exporter` makes of GitLab and `bbs-exporter` of Bitbucket Server (the `url_templates.rb`, `*_serializer.rb` and
 * `archive_builder.rb` of each): organizations, people and repositories are not at `/<login>` and `/<owner>/<name>` there.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { fsck } from '../../testing/migrations.ts';

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry hosts '));
  engine = await startTestEngine(undefined, {}, null);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

interface Host {
  user: string;
  organization: string;
  repository: string;
  pull: string;
  comment: string;
  team: string;
}

/** @param owner and name: of the repository. @param attached where its attachments lie in the archive */
function archiveOf(host: Host, owner: string, name: string, attached: readonly string[]): string {
  for (const path of attached) {
    mkdirSync(dirname(join(folder, 'archive', path)), { recursive: true });
    writeFileSync(join(folder, 'archive', path), `content of ${path}`);
  }
  const bare = join(folder, 'archive/repositories', owner, `${name}.git`);
  mkdirSync(join(folder, 'archive/repositories', owner), { recursive: true });
  git(folder, ['init', '--quiet', '--bare', bare]);
  git(bare, ['fast-import', '--quiet'], { input: historyStream(4) });
  const { user, organization, repository, pull, comment } = host;
  const created_at = '2017-05-26T05:01:08Z';
  const none = { website: null, location: null, description: null, created_at };
  const end = { ref: 'main', sha: git(bare, ['rev-parse', 'main']).trim(), user: organization, repo: repository };
  const members = [{ user, role: 'admin', state: 'active' }];
  const records: Record<string, unknown> = {
    schema: { version: '1.2.0' },
    urls: {},
    users_000001: [{ type: 'user', url: user, login: 'unit-test', name: 'Unit', company: null, emails: [], ...none }],
    organizations_000001: [
      { type: 'organization', url: organization, login: owner, name: owner, email: null, members, ...none },
    ],
    teams_000001: [
      {
        ...{ type: 'team', url: host.team, organization, name: 'Readers', created_at },
        ...{ permissions: [{ repository, access: 'pull' }], members: [{ user, role: 'member' }] },
      },
    ],
    repositories_000001: [
      {
        ...{ type: 'repository', url: repository, owner: organization, name, private: true, has_issues: true, ...none },
        ...{ has_wiki: false, has_downloads: false, labels: [], collaborators: [{ user, permission: 'write' }] },
        ...{ git_url: `tarball://root/repositories/${owner}/${name}.git`, default_branch: 'main' },
      },
    ],
    pull_requests_000001: [
      {
        ...{
          type: 'pull_request',
          url: pull,
          repository,
          user,
          title: 'Faster',
          body: `See ${pull}`,
          base: end,
          head: end,
        },
        ...{ labels: [], merged_at: null, closed_at: null, assignee: null, created_at },
      },
    ],
    issue_comments_000001: [
      {
        type: 'issue_comment',
        url: comment,
        pull_request: pull,
        user,
        body: 'Fine',
        formatter: 'markdown',
        created_at,
      },
    ],
  };
  records.attachments_000001 = attached.map((path) => ({
    ...{ type: 'attachment', url: `${repository}/${path}`, pull_request: pull, user, asset_name: basename(path) },
    ...{ asset_content_type: 'image/png', asset_url: `tarball://root/${path}`, created_at },
  }));
  for (const [file, value] of Object.entries(records)) {
    writeFileSync(join(folder, 'archive', `${file}.json`), JSON.stringify(value, null, 2));
  }
  const archive = join(folder, 'archive.tar.gz');
  execFileSync('tar', ['-czf', archive, '--sort=name', '-C', join(folder, 'archive'), '.']);
  return archive;
}

async function restoreAll(host: Host, owner: string, name: string, attached: readonly string[]) {
  const inspection = await openArchive(engine, archiveOf(host, owner, name, attached));
  expect((await engine.api('GET', `/inspections/${inspection.id}/problems`)).body).toEqual([]);
  const { body: threads } = await engine.api('GET', `/inspections/${inspection.id}/issues`);
  expect(threads).toMatchObject([{ kind: 'pull_request', number: 7, title: 'Faster' }]);
  const restore = await restoreOpened(engine, inspection);
  expect(restore).toMatchObject({ state: 'restored', error_message: null });
  const counts = restore.summary.records.map(
    ({ model, count }: { model: string; count: number }) => `${model} ${count}`,
  );
  expect(counts.filter((count: string) => !count.startsWith('attachments'))).toEqual(
    ['users', 'organizations', 'teams', 'repositories', 'issue_comments', 'pull_requests'].map((model) => `${model} 1`),
  );
  const root = join(engine.folder, 'attachments');
  const contents = readdirSync(root).flatMap((each) =>
    readdirSync(join(root, each)).map((name) => readFileSync(join(root, each, name), 'utf8')),
  );
  expect(contents.sort()).toEqual(attached.map((path) => `content of ${path}`).sort());
}

test('an archive of GitLab: groups are organizations, people may be below /u', async () => {
  const at = 'https://gitlab.example.com';
  const repository = `${at}/acme/tool`;
  const pull = `${repository}/merge_requests/7`;
  const comment = `${pull}#note_5`;
  const team = `${at}/groups/acme/teams/readers`;
  await restoreAll(
    { user: `${at}/u/unit-test`, organization: `${at}/groups/acme`, repository, pull, comment, team },
    'acme',
    'tool',
    [
      'attachments/uploads/9ac59438bec5a5e130f6c5c502a34713/image.png',
      'attachments/uploads/0ac59438bec5a5e130f6c5c502a34713/image.png',
    ],
  );
  expect((await engine.api('GET', '/orgs/acme/repos')).body).toMatchObject([{ full_name: 'acme/tool', private: true }]);
  expect((await engine.api('GET', '/orgs/acme/memberships/unit-test')).body).toMatchObject({ role: 'admin' });
  fsck(join(engine.folder, 'repositories/acme/tool.git'));
});

test('an archive of Bitbucket Server, also below a path: projects are organizations', async () => {
  const at = 'https://code.example.com/bitbucket';
  const organization = `${at}/projects/MIGR8`;
  const repository = `${organization}/repos/hugo-pages`;
  const pull = `${repository}/pull-requests/7`;
  const comment = `${pull}/overview?commentId=11`;
  const team = `${at}/admin/groups/view?name=Readers#MIGR8`;
  await restoreAll(
    { user: `${at}/users/unit-test`, organization, repository, pull, comment, team },
    'MIGR8',
    'hugo-pages',
    [
      'attachments/328eabcebf/octocat.png',
      'attachments/d185c08aecb7ed9bc007403df3d001a5.png',
      'attachments/e185c08aecb7ed9bc007403df3d001a5.png',
    ],
  );
  expect((await engine.api('GET', '/orgs/MIGR8/repos')).body).toMatchObject([{ full_name: 'MIGR8/hugo-pages' }]);
  expect((await engine.api('GET', '/orgs/MIGR8/memberships/unit-test')).body).toMatchObject({ role: 'admin' });
  fsck(join(engine.folder, 'repositories/MIGR8/hugo-pages.git'));
});
