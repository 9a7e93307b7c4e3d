import { at, GADGETS, issueUrl, type Json, PULL, reaction, SAMPLE_ROOT, WIDGETS, zoned } from './sample-names.ts';

/** @param issues how many issues `acme/widgets` has; 4 of them are fixed, the others only have a number */
export function sampleIssues(shas: { main: string }, issues: number): [string, Json[]][] {
  const issueNumbers = Array.from({ length: issues }, (_, n) => (n < 2 ? n + 1 : n + 2));
  return [
    [
      'milestones',
      [
        {
          type: 'milestone',
          url: `${WIDGETS}/milestones/1`,
          repository: WIDGETS,
          user: `${SAMPLE_ROOT}/ada`,
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
          user: `${SAMPLE_ROOT}/${['ada', 'bob', 'eve'][n % 3]}`,
          title: n === 1 ? 'It breaks: 🙂 “quotes” and \\backslashes\\' : `Issue number ${n}`,
          body: n === 2 ? null : `See ${issueUrl(1)} and @bob.\r\n\r\n\tCode of ${n}`,
          assignee: n === 1 ? `${SAMPLE_ROOT}/bob` : null,
          assignees: n === 1 ? [`${SAMPLE_ROOT}/bob`] : [],
          milestone: n === 1 ? `${WIDGETS}/milestones/1` : null,
          labels: n === 1 ? [`${WIDGETS}/labels/bug`, `${WIDGETS}/labels/help%20wanted`] : [],
          reactions: n === 1 ? [reaction('bob', '+1', 'Issue'), reaction('eve', 'heart', 'Issue')] : [],
          closed_at: n % 4 === 0 ? at(200 + n) : null,
          // Of thousands some came at once, as from a tracker before, and some were written by a clock of another zone.
          created_at: n % 7 === 5 && n < 990 ? zoned(100 + n, 2) : at(100 + (n >= 990 && n < 1010 ? 990 : n)),
          updated_at: at(300 + n),
        })),
        {
          type: 'issue',
          url: `${GADGETS}/issues/1`,
          repository: GADGETS,
          user: `${SAMPLE_ROOT}/eve`,
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
          user: `${SAMPLE_ROOT}/bob`,
          body: 'I see it too; the zebra crossing is painted wrongly.',
          formatter: 'markdown',
          reactions: [reaction('ada', 'tada', 'IssueComment')],
          created_at: zoned(120, 1),
        },
        {
          type: 'issue_comment',
          url: `${PULL}#issuecomment-22`,
          pull_request: PULL,
          user: `${SAMPLE_ROOT}/ada`,
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
          actor: `${SAMPLE_ROOT}/dependabot[bot]`,
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
          actor: `${SAMPLE_ROOT}/bob`,
          event: 'renamed',
          title_was: 'Old',
          title_is: 'It breaks',
          created_at: at(132),
        },
        {
          type: 'issue_event',
          url: `${PULL}#event-33`,
          pull_request: PULL,
          actor: `${SAMPLE_ROOT}/ada`,
          event: 'merged',
          commit_id: shas.main,
          commit_repository: WIDGETS,
          created_at: at(133),
        },
      ],
    ],
  ];
}
