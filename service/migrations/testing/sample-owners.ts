import { at, GADGETS, type Json, SAMPLE_ROOT, WIDGETS } from './sample-names.ts';

const person = (login: string, name: string, n: number, more: Json = {}): Json => ({
  type: 'user',
  url: `${SAMPLE_ROOT}/${login}`,
  avatar_url: `https://avatars.test/u/${1000 + n}`,
  login,
  name,
  bio: n === 1 ? 'Writes things down.\nThen builds them.' : null,
  company: null,
  website: n === 1 ? `${SAMPLE_ROOT}/ada` : null,
  location: 'Zürich',
  emails: [{ address: `${login}@example.org`, primary: true, verified: true }],
  billing_plan: null,
  created_at: at(n),
  ...more,
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
  owner: `${SAMPLE_ROOT}/${owner}`,
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

/** Who owns what, and by which rules. */
export function sampleOwners(): [string, Json[]][] {
  return [
    [
      'users',
      [
        person('ada', 'Ada Example', 1, { social_accounts: [{ provider: 'generic', url: 'https://ada.example' }] }),
        person('bob', 'Bob', 2, { a_field_of_tomorrow: { nested: [1, null, `${SAMPLE_ROOT}/acme/widgets`] } }),
        person('eve', 'Eve', 3),
      ],
    ],
    ['bots', [{ ...person('dependabot[bot]', 'dependabot', 4), type: 'bot', emails: [] }]],
    [
      'organizations',
      [
        {
          type: 'organization',
          url: `${SAMPLE_ROOT}/acme`,
          login: 'acme',
          name: 'Acme Works',
          description: 'Makes things',
          website: null,
          location: null,
          email: 'office@acme.example',
          members: [
            { user: `${SAMPLE_ROOT}/ada`, role: 'admin', state: 'active' },
            { user: `${SAMPLE_ROOT}/bob`, role: 'direct_member', state: 'active' },
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
          url: `${SAMPLE_ROOT}/orgs/acme/teams/builders`,
          organization: `${SAMPLE_ROOT}/acme`,
          name: 'Builders',
          description: null,
          permissions: [
            { repository: WIDGETS, access: 'push' },
            { repository: GADGETS, access: 'pull' },
          ],
          members: [{ user: `${SAMPLE_ROOT}/bob`, role: 'maintainer' }],
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
          collaborators: [{ user: `${SAMPLE_ROOT}/eve`, permission: 'write' }],
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
              creator: `${SAMPLE_ROOT}/ada`,
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
          creator_url: `${SAMPLE_ROOT}/ada`,
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
          authorized_user_urls: [`${SAMPLE_ROOT}/ada`],
          authorized_team_urls: [`${SAMPLE_ROOT}/orgs/acme/teams/builders`],
          dismissal_restricted_user_urls: [],
          dismissal_restricted_team_urls: [],
          required_status_checks: ['build'],
        },
      ],
    ],
  ];
}
