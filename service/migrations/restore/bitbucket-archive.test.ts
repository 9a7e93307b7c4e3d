/**
 * Archives that `gh bbc-exporter` (katiem0/gh-bbc-exporter at 1a790c2: `internal/utils/exporter.go`, `internal/data/ghdata.go`) makes
 * of repositories of Bitbucket Cloud: no `urls.json`, accounts whose logins are UUIDs, pull requests without issues, whole mirrors
 * with hooks and a remote, folders without a slash at their end.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';
import { fsck } from '../../testing/migrations.ts';
import { type RawMember, rawTar } from '../testing/tar-bytes.ts';

const ADA = '3f2b1c9e-58a1-4c0e-9a37-2f6f0a4d8c11';
const GONE = '0b6d2e55-1111-4222-8333-944445555666';
const REPOSITORY = 'https://bitbucket.org/acme/my-tool';
const PULL = `${REPOSITORY}/pull/7`;

let folder: string;
let engine: TestEngine;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'gantry bitbucket '));
  engine = await startTestEngine(undefined, {}, null);
});
afterEach(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

function records(head: string, base: string): Record<string, unknown> {
  const place = {
    ...{ path: 'src/Main.java', position: 12, original_position: 12, commit_id: head, original_commit_id: head },
    ...{ diff_hunk: '@@ -0,0 +1,12 @@\n+Why?', created_at: '2023-05-02T08:00:00Z', subject_type: 'line' },
  };
  const review = `${PULL}/files#pullrequestreview-review-501`;
  const thread = `${PULL}/files#pullrequestreviewthread-thread-8e1f3c2a`;
  const comment = (id: number, answers: string | null, user: string) => ({
    ...{
      type: 'pull_request_review_comment',
      url: `${PULL}/files#r${id}`,
      pull_request: PULL,
      pull_request_review: review,
    },
    ...{ pull_request_review_thread: thread, formatter: 'markdown', ...place, state: 1, in_reply_to: answers },
    ...{ reactions: [], user: `https://bitbucket.org/${user}`, body: 'Why?', updated_at: '2023-05-02T08:00:00Z' },
  });
  const branch = (ref: string, sha: string) => ({ ref, sha, user: 'https://bitbucket.org/acme', repo: REPOSITORY });
  return {
    schema: { version: '1.0.1' },
    repositories_000001: [
      {
        ...{
          type: 'repository',
          url: REPOSITORY,
          owner: 'https://bitbucket.org/acme',
          name: 'My-Tool',
          slug: 'my-tool',
        },
        ...{ description: 'A tool', private: true, has_issues: true, has_wiki: true, has_downloads: true, labels: [] },
        ...{ webhooks: [], collaborators: [], created_at: '2021-03-04T05:06:07Z', default_branch: 'trunk/main' },
        ...{ git_url: 'tarball://root/repositories/acme/my-tool.git', wiki_url: null, public_keys: [], autolinks: [] },
        security_and_analysis: { dependency_graph: false, token_scanning: false },
        general_settings: { template: false, merge_commit: true, git_lfs_in_archives: false },
        actions_general_settings: { actions_disabled: false, patterns: [] },
        ...{ website: null, page: null, is_archived: false },
      },
    ],
    users_000001: [
      {
        ...{ type: 'user', url: `https://bitbucket.org/${ADA}`, login: ADA, name: 'Ada Example', company: null },
        ...{ website: null, location: null, emails: [], created_at: '2026-01-02T03:04:05Z' },
      },
    ],
    organizations_000001: [
      {
        ...{ type: 'organization', url: 'https://bitbucket.org/acme', login: 'acme', name: 'acme', description: '' },
        ...{ website: null, location: null, email: null, members: [] },
      },
    ],
    pull_requests_000001: [
      {
        ...{
          type: 'pull_request',
          url: PULL,
          user: `https://bitbucket.org/${ADA}`,
          repository: REPOSITORY,
          title: 'Faster',
        },
        ...{ body: '', base: branch('trunk/main', base), head: branch('feature/faster', head), labels: [] },
        ...{ merged_at: '2023-05-03T00:00:00Z', closed_at: '2023-05-03T00:00:00Z', created_at: '2023-05-01T00:00:00Z' },
        ...{ assignee: null, assignees: [], milestone: null, reactions: [], review_requests: [] },
        ...{ close_issue_references: [], work_in_progress: false, merge_commit_sha: head },
      },
    ],
    issue_comments_000001: [
      {
        ...{ type: 'issue_comment', url: `${PULL}#issuecomment-400`, user: `https://bitbucket.org/${GONE}` },
        ...{
          created_at: '2023-05-01T10:00:00Z',
          formatter: 'markdown',
          reactions: [],
          body: 'Fine',
          pull_request: PULL,
        },
      },
    ],
    pull_request_review_comments_000001: [comment(501, null, ADA), comment(502, '501', GONE)],
    pull_request_review_threads_000001: [
      {
        ...{
          type: 'pull_request_review_thread',
          url: thread,
          pull_request: PULL,
          pull_request_review: review,
          ...place,
        },
        ...{
          start_position_offset: null,
          blob_position: 11,
          start_line: null,
          line: 12,
          start_side: null,
          side: 'right',
        },
        ...{ original_start_line: null, original_line: 12, resolved_at: null, resolver: null, outdated: false },
      },
    ],
    pull_request_reviews_000001: [
      {
        ...{ type: 'pull_request_review', url: review, pull_request: PULL, user: `https://bitbucket.org/${ADA}` },
        ...{ body: null, head_sha: head, formatter: 'markdown', state: 1, reactions: [] },
        ...{ created_at: '2023-05-02T08:00:00Z', submitted_at: '2023-05-02T08:00:00Z' },
      },
    ],
  };
}

/** As Go's `filepath.Walk` and `tar.FileInfoHeader` give it: folders before what is in them, by name, without a slash. */
function members(root: string, below = ''): RawMember[] {
  return readdirSync(join(root, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): RawMember[] => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return [{ name, type: '5' }, ...members(root, name)];
      const content = readFileSync(join(root, name));
      if (Buffer.byteLength(name) <= 100) return [{ name, content }];
      return [
        { name: '././@LongLink', type: 'L', magic: 'ustar  \0', content: `${name}\0` },
        { name, content, magic: 'ustar  \0' },
      ];
    });
}

test('an archive of Bitbucket Cloud is opened without a problem, and restored', async () => {
  const source = join(folder, 'source.git');
  git(folder, ['init', '--quiet', '--bare', '--initial-branch=trunk/main', source]);
  git(source, ['fast-import', '--quiet'], {
    input: historyStream(12).replaceAll('refs/heads/main', 'refs/heads/trunk/main'),
  });
  const [head, base] = git(source, ['rev-list', 'trunk/main']).split('\n') as [string, string];
  git(source, ['update-ref', 'refs/heads/feature/faster', head]);

  const root = join(folder, 'bitbucket-export-20260102-030405');
  git(folder, ['clone', '--quiet', '--mirror', source, join(root, 'repositories/acme/my-tool.git')]);
  const mirror = join(root, 'repositories/acme/my-tool.git');
  git(mirror, ['remote', 'set-url', 'origin', 'https://bitbucket.org/acme/my-tool.git']);
  writeFileSync(join(mirror, 'HEAD'), 'ref: refs/heads/trunk/main\n');
  writeFileSync(join(mirror, 'info/nwo'), 'acme/my-tool\n');
  writeFileSync(join(mirror, 'info/last-sync'), '2026-01-02T03:04:05');
  for (const [name, value] of Object.entries(records(head, base))) {
    writeFileSync(join(root, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
  }
  const archive = `${root}.tar.gz`;
  writeFileSync(archive, gzipSync(rawTar(members(root))));

  const inspection = await openArchive(engine, archive);
  const { body: problems } = await engine.api('GET', `/inspections/${inspection.id}/problems?per_page=100`);
  // Whoever left the workspace is not among its members.
  expect(problems).toMatchObject([
    { kind: 'dangling_address', severity: 'warning', subject: `/${GONE}` },
    { kind: 'dangling_address', severity: 'warning', subject: `/${GONE}` },
  ]);
  const restore = await restoreOpened(engine, inspection);
  expect(restore).toMatchObject({ state: 'restored', error_message: null });
  expect(restore.summary).toMatchObject({ users: 1, organizations: 1, repositories: ['acme/my-tool'] });
  const { body: repository } = await engine.api('GET', '/repos/acme/my-tool');
  expect(repository).toMatchObject({ default_branch: 'trunk/main', private: true });
  fsck(join(engine.folder, 'repositories/acme/my-tool.git'));
  expect(restore.summary.records).toEqual([
    { model: 'users', count: 1 },
    { model: 'organizations', count: 1 },
    { model: 'repositories', count: 1 },
    { model: 'issue_comments', count: 1 },
    { model: 'pull_requests', count: 1 },
    { model: 'pull_request_reviews', count: 1 },
    { model: 'pull_request_review_threads', count: 1 },
    { model: 'pull_request_review_comments', count: 2 },
  ]);
  // Its remote, and that it is a mirror: none of that is the repository's here.
  expect(restore.summary.notes).toContain('The configuration of 1 repository was not kept; Gantry writes its own.');
  expect(readdirSync(join(engine.folder, 'repositories/acme/my-tool.git'))).not.toContain('hooks');
});
