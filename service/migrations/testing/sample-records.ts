/** Records of every model, as archives of the public service have them: what a restore must keep. */

type Json = Record<string, unknown>;

export const SAMPLE_ROOT = 'https://origin.test';

const ROOT = SAMPLE_ROOT;
const WIDGETS = `${ROOT}/acme/widgets`;
const GADGETS = `${ROOT}/acme/gadgets`;
export const ATTACHED = 'attachments/11111111-2222-4333-8444-555555555555/shot 1.png';
export const ATTACHED_TO_COMMENT = 'attachments/66666666-7777-4888-8999-aaaaaaaaaaaa/notes.txt';
export const UPLOADED = 'repository_files/7/manual.pdf';

/** A moment in 2020, `n` minutes after its start. */
function at(n: number): string {
  return new Date(Date.UTC(2020, 0, 1) + n * 60_000).toISOString().replace('.000Z', 'Z');
}

const person = (login: string, name: string, n: number, more: Json = {}): Json => ({
  type: 'user',
  url: `${ROOT}/${login}`,
  avatar_url: `https://avatars.test/u/${1000 + n}`,
  login,
  name,
  bio: n === 1 ? 'Writes things down.\nThen builds them.' : null,
  company: null,
  website: n === 1 ? `${ROOT}/ada` : null,
  location: 'Zürich',
  emails: [{ address: `${login}@example.org`, primary: true, verified: true }],
  billing_plan: null,
  created_at: at(n),
  ...more,
});

const reaction = (login: string, content: string, subject: string): Json => ({
  user: `${ROOT}/${login}`,
  content,
  subject_type: subject,
  created_at: '2020-01-03T10:11:12.345+01:00',
});

const label = (repository: string, name: string, color: string): Json => ({
  url: `${repository}/labels/${encodeURIComponent(name)}`,
  name,
  color,
  description: `About ${name}`,
  created_at: at(9),
});

const repository = (url: string, owner: string, name: string, more: Json): Json => ({
  type: 'repository',
  url,
  owner: `${ROOT}/${owner}`,
  name,
  description: `The ${name}, "quoted" & <marked>`,
  website: null,
  private: false,
  has_issues: true,
  has_wiki: true,
  has_downloads: true,
  labels: [],
  collaborators: [],
  created_at: at(10),
  git_url: `tarball://root/repositories/${owner}/${name}.git`,
  default_branch: 'main',
  webhooks: [],
  public_keys: [],
  ...more,
});

/** @param issues how many issues `acme/widgets` has; 4 of them are fixed, the others only have a number */
export function sampleRecords(shas: { main: string; topic: string }, issues: number): [string, Json[]][] {
  const pull = `${WIDGETS}/pull/3`;
  const issueUrl = (n: number) => `${WIDGETS}/issues/${n}`;
  const place = {
    diff_hunk: '@@ -1 +1,2 @@\n one\n+two',
    path: 'src/file.txt',
    position: 2,
    original_position: 2,
    commit_id: shas.topic,
    original_commit_id: shas.topic,
  };
  const reviewComment: Json = {
    type: 'pull_request_review_comment',
    url: `${pull}/files#r51`,
    pull_request: pull,
    pull_request_review: `${pull}/files#pullrequestreview-41`,
    pull_request_review_thread: `${pull}/files#pullrequestreviewthread-45`,
    user: `${ROOT}/bob`,
    body: 'Is this needed?',
    formatter: 'markdown',
    ...place,
    state: 1,
    in_reply_to: null,
    reactions: [],
    created_at: at(52),
  };
  const issueNumbers = Array.from({ length: issues }, (_, n) => (n < 2 ? n + 1 : n + 2));
  return [
    [
      'users',
      [
        person('ada', 'Ada Example', 1, { social_accounts: [{ provider: 'generic', url: 'https://ada.example' }] }),
        person('bob', 'Bob', 2, { a_field_of_tomorrow: { nested: [1, null, `${ROOT}/acme/widgets`] } }),
        person('eve', 'Eve', 3),
      ],
    ],
    ['bots', [{ ...person('dependabot[bot]', 'dependabot', 4), type: 'bot', emails: [] }]],
    [
      'organizations',
      [
        {
          type: 'organization',
          url: `${ROOT}/acme`,
          login: 'acme',
          name: 'Acme Works',
          description: 'Makes things',
          website: null,
          location: null,
          email: 'office@acme.example',
          members: [
            { user: `${ROOT}/ada`, role: 'admin', state: 'active' },
            { user: `${ROOT}/bob`, role: 'direct_member', state: 'active' },
          ],
          owners_team: null,
          webhooks: [],
          created_at: at(5),
          member_privileges: { default_repository_permission: 'read' },
          repository_defaults: { repository_default_branch: 'main', repository_labels: [] },
        },
      ],
    ],
    [
      'teams',
      [
        {
          type: 'team',
          url: `${ROOT}/orgs/acme/teams/builders`,
          organization: `${ROOT}/acme`,
          name: 'Builders',
          description: null,
          permissions: [
            { repository: WIDGETS, access: 'push' },
            { repository: GADGETS, access: 'pull' },
          ],
          members: [{ user: `${ROOT}/bob`, role: 'maintainer' }],
          created_at: at(6),
        },
      ],
    ],
    [
      'repositories',
      [
        repository(GADGETS, 'acme', 'gadgets', { private: true, has_wiki: false, description: null }),
        repository(WIDGETS, 'acme', 'widgets', {
          labels: [label(WIDGETS, 'bug', 'd73a4a'), label(WIDGETS, 'help wanted', '008672')],
          collaborators: [{ user: `${ROOT}/eve`, permission: 'write' }],
          webhooks: [
            {
              payload_url: 'https://ci.example/hooks/build',
              content_type: 'json',
              event_types: ['push'],
              enable_ssl_verification: true,
              active: true,
            },
          ],
          public_keys: [
            { title: 'deploy', key: 'ssh-ed25519 AAAA', read_only: true, fingerprint: 'aa:bb', created_at: at(11) },
          ],
          wiki_url: 'tarball://root/repositories/acme/widgets.wiki.git',
          is_archived: false,
          repository_topics: [
            {
              topic_url: 'https://origin.test/topics/things',
              topic_name: 'things',
              repository: WIDGETS,
              creator: `${ROOT}/ada`,
              state: 'created',
              created_at: '2020-01-02T03:04:05.678+01:00',
              updated_at: '2020-01-02T03:04:05.678+01:00',
            },
          ],
        }),
      ],
    ],
    [
      'protected_branches',
      [
        {
          type: 'protected_branch',
          url: `${WIDGETS}/protected_branches/main`,
          name: 'main',
          creator_url: `${ROOT}/ada`,
          repository_url: WIDGETS,
          admin_enforced: true,
          block_deletions_enforcement_level: 2,
          block_force_pushes_enforcement_level: 2,
          dismiss_stale_reviews_on_push: false,
          pull_request_reviews_enforcement_level: 2,
          require_code_owner_review: false,
          required_status_checks_enforcement_level: 0,
          strict_required_status_checks_policy: false,
          authorized_actors_only: false,
          authorized_user_urls: [`${ROOT}/ada`],
          authorized_team_urls: [`${ROOT}/orgs/acme/teams/builders`],
          dismissal_restricted_user_urls: [],
          dismissal_restricted_team_urls: [],
          required_status_checks: ['build'],
        },
      ],
    ],
    [
      'milestones',
      [
        {
          type: 'milestone',
          url: `${WIDGETS}/milestones/1`,
          repository: WIDGETS,
          user: `${ROOT}/ada`,
          title: 'First',
          description: null,
          state: 'open',
          due_on: at(9999),
          created_at: at(12),
          updated_at: at(13),
          closed_at: null,
        },
      ],
    ],
    [
      'issues',
      [
        ...issueNumbers.map((n) => ({
          type: 'issue',
          url: issueUrl(n),
          repository: WIDGETS,
          user: `${ROOT}/${['ada', 'bob', 'eve'][n % 3]}`,
          title: n === 1 ? 'It breaks: 🙂 “quotes” and \\backslashes\\' : `Issue number ${n}`,
          body: n === 2 ? null : `See ${issueUrl(1)} and @bob.\r\n\r\n\tCode of ${n}`,
          assignee: n === 1 ? `${ROOT}/bob` : null,
          assignees: n === 1 ? [`${ROOT}/bob`] : [],
          milestone: n === 1 ? `${WIDGETS}/milestones/1` : null,
          labels: n === 1 ? [`${WIDGETS}/labels/bug`, `${WIDGETS}/labels/help%20wanted`] : [],
          reactions: n === 1 ? [reaction('bob', '+1', 'Issue'), reaction('eve', 'heart', 'Issue')] : [],
          closed_at: n % 4 === 0 ? at(200 + n) : null,
          created_at: at(100 + n),
          updated_at: at(300 + n),
        })),
        {
          type: 'issue',
          url: `${GADGETS}/issues/1`,
          repository: GADGETS,
          user: `${ROOT}/eve`,
          title: 'Of the other repository',
          body: '',
          assignee: null,
          assignees: [],
          milestone: null,
          labels: [],
          reactions: [],
          closed_at: null,
          created_at: at(100),
          updated_at: at(100),
        },
      ],
    ],
    [
      'issue_comments',
      [
        {
          type: 'issue_comment',
          url: `${issueUrl(1)}#issuecomment-21`,
          issue: issueUrl(1),
          user: `${ROOT}/bob`,
          body: 'I see it too; the zebra crossing is painted wrongly.',
          formatter: 'markdown',
          reactions: [reaction('ada', 'tada', 'IssueComment')],
          created_at: at(120),
        },
        {
          type: 'issue_comment',
          url: `${pull}#issuecomment-22`,
          pull_request: pull,
          user: `${ROOT}/ada`,
          body: 'Thanks!',
          formatter: 'markdown',
          reactions: [],
          created_at: at(121),
        },
      ],
    ],
    [
      'issue_events',
      [
        {
          type: 'issue_event',
          url: `${issueUrl(1)}#event-31`,
          issue: issueUrl(1),
          actor: `${ROOT}/dependabot[bot]`,
          event: 'labeled',
          label: `${WIDGETS}/labels/bug`,
          label_name: 'bug',
          label_color: 'd73a4a',
          label_text_color: 'fff',
          created_at: at(131),
        },
        {
          type: 'issue_event',
          url: `${issueUrl(1)}#event-32`,
          issue: issueUrl(1),
          actor: `${ROOT}/bob`,
          event: 'renamed',
          title_was: 'Old',
          title_is: 'It breaks',
          created_at: at(132),
        },
        {
          type: 'issue_event',
          url: `${pull}#event-33`,
          pull_request: pull,
          actor: `${ROOT}/ada`,
          event: 'merged',
          commit_id: shas.main,
          commit_repository: WIDGETS,
          created_at: at(133),
        },
      ],
    ],
    [
      'pull_requests',
      [
        {
          type: 'pull_request',
          url: pull,
          user: `${ROOT}/bob`,
          repository: WIDGETS,
          title: 'Add a second line',
          body: 'Closes #1',
          base: { ref: 'main', sha: shas.main, user: `${ROOT}/acme`, repo: WIDGETS },
          head: { ref: 'topic', sha: shas.topic, user: `${ROOT}/acme`, repo: WIDGETS },
          assignee: null,
          assignees: [],
          milestone: null,
          labels: [`${WIDGETS}/labels/bug`],
          reactions: [],
          review_requests: [],
          close_issue_references: [
            { issue: issueUrl(1), issue_repository: WIDGETS, actor: `${ROOT}/bob`, source: 'body', created_at: at(40) },
          ],
          work_in_progress: false,
          merged_at: at(133),
          closed_at: at(133),
          created_at: at(40),
        },
      ],
    ],
    [
      'pull_request_reviews',
      [
        {
          type: 'pull_request_review',
          url: `${pull}/files#pullrequestreview-41`,
          pull_request: pull,
          user: `${ROOT}/ada`,
          body: 'Looks right',
          head_sha: shas.topic,
          formatter: 'markdown',
          state: 40,
          reactions: [],
          created_at: at(50),
          submitted_at: at(51),
        },
      ],
    ],
    [
      'pull_request_review_threads',
      [
        {
          type: 'pull_request_review_thread',
          url: `${pull}/files#pullrequestreviewthread-45`,
          pull_request: pull,
          pull_request_review: `${pull}/files#pullrequestreview-41`,
          ...place,
          start_line: null,
          line: 2,
          start_side: null,
          side: 'right',
          original_start_line: null,
          original_line: 2,
          created_at: at(52),
          resolved_at: at(53),
          resolver: `${ROOT}/ada`,
        },
      ],
    ],
    ['pull_request_review_comments', [reviewComment]],
    ['review_comments', [reviewComment]],
    [
      'bases',
      [
        {
          type: 'base',
          url: `${pull}#base`,
          pull_request: pull,
          ref: 'main',
          sha: shas.main,
          user: `${ROOT}/acme`,
          repo: WIDGETS,
        },
      ],
    ],
    [
      'commit_comments',
      [
        {
          type: 'commit_comment',
          url: `${WIDGETS}/commit/${shas.main}#commitcomment-61`,
          repository: WIDGETS,
          user: `${ROOT}/eve`,
          body: 'A fine commit',
          formatter: 'markdown',
          path: null,
          position: null,
          commit_id: shas.main,
          reactions: [],
          created_at: at(61),
        },
      ],
    ],
    [
      'releases',
      [
        {
          type: 'release',
          url: `${WIDGETS}/releases/tag/v1`,
          repository: WIDGETS,
          user: `${ROOT}/ada`,
          name: 'One',
          tag_name: 'v1',
          body: 'First',
          state: 'published',
          pending_tag: 'v1',
          prerelease: false,
          target_commitish: 'main',
          release_assets: [],
          published_at: at(71),
          created_at: at(70),
        },
      ],
    ],
    [
      'projects',
      [
        {
          type: 'project',
          url: `${WIDGETS}/projects/1`,
          repository: WIDGETS,
          creator: `${ROOT}/ada`,
          name: 'Plan',
          body: null,
          number: 1,
          state: 'open',
          columns: [{ name: 'To do', cards: [{ issue: issueUrl(1) }] }],
          created_at: at(80),
          updated_at: at(81),
        },
      ],
    ],
    [
      'attachments',
      [
        {
          type: 'attachment',
          url: `${issueUrl(1)}#attachment-91`,
          issue: issueUrl(1),
          user: `${ROOT}/ada`,
          asset_name: 'shot 1.png',
          asset_content_type: 'image/png',
          asset_url: `tarball://root/${ATTACHED}`,
          created_at: at(91),
        },
        {
          type: 'attachment',
          url: `${issueUrl(1)}#issuecomment-21-attachment-92`,
          issue_comment: `${issueUrl(1)}#issuecomment-21`,
          user: `${ROOT}/bob`,
          asset_name: 'notes.txt',
          asset_content_type: 'text/plain',
          asset_url: `tarball://root/${ATTACHED_TO_COMMENT}`,
          created_at: at(92),
          legacy_url: 'https://old.test/notes.txt',
        },
      ],
    ],
    [
      'repository_files',
      [
        {
          type: 'repository_file',
          url: `${WIDGETS}/files/7`,
          repository: WIDGETS,
          user: `${ROOT}/ada`,
          file_name: 'manual.pdf',
          file_content_type: 'application/pdf',
          file_url: `tarball://root/${UPLOADED}`,
          created_at: at(93),
        },
      ],
    ],
    [
      'discussions',
      [
        {
          type: 'discussion',
          url: `${WIDGETS}/discussions/500000`,
          repository: WIDGETS,
          user: `${ROOT}/eve`,
          title: 'What next?',
          body: 'Tell',
          labels: [],
          reactions: [],
          discussion_category: `${WIDGETS}/discussion_categories/general`,
          created_at: at(95),
          updated_at: at(96),
        },
      ],
    ],
    [
      'discussion_categories',
      [
        {
          type: 'discussion_category',
          url: `${WIDGETS}/discussion_categories/general`,
          repository: WIDGETS,
          name: 'General',
          emoji: ':speech_balloon:',
          description: 'Chat',
        },
      ],
    ],
  ];
}
