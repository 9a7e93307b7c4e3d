import { at, issueUrl, type Json, PULL, SAMPLE_ROOT, WIDGETS } from './sample-names.ts';

export function samplePullRequests(shas: { main: string; topic: string }): [string, Json[]][] {
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
    url: `${PULL}/files#r51`,
    pull_request: PULL,
    pull_request_review: `${PULL}/files#pullrequestreview-41`,
    pull_request_review_thread: `${PULL}/files#pullrequestreviewthread-45`,
    user: `${SAMPLE_ROOT}/bob`,
    body: 'Is this needed?',
    formatter: 'markdown',
    ...place,
    state: 1,
    in_reply_to: null,
    reactions: [],
    created_at: at(52),
  };
  return [
    [
      'pull_requests',
      [
        {
          type: 'pull_request',
          url: PULL,
          user: `${SAMPLE_ROOT}/bob`,
          repository: WIDGETS,
          title: 'Add a second line',
          body: 'Closes #1',
          base: { ref: 'main', sha: shas.main, user: `${SAMPLE_ROOT}/acme`, repo: WIDGETS },
          head: { ref: 'topic', sha: shas.topic, user: `${SAMPLE_ROOT}/acme`, repo: WIDGETS },
          assignee: null,
          assignees: [],
          milestone: null,
          labels: [`${WIDGETS}/labels/bug`],
          reactions: [],
          review_requests: [],
          close_issue_references: [
            {
              issue: issueUrl(1),
              issue_repository: WIDGETS,
              actor: `${SAMPLE_ROOT}/bob`,
              source: 'body',
              created_at: at(40),
            },
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
          url: `${PULL}/files#pullrequestreview-41`,
          pull_request: PULL,
          user: `${SAMPLE_ROOT}/ada`,
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
          url: `${PULL}/files#pullrequestreviewthread-45`,
          pull_request: PULL,
          pull_request_review: `${PULL}/files#pullrequestreview-41`,
          ...place,
          start_line: null,
          line: 2,
          start_side: null,
          side: 'right',
          original_start_line: null,
          original_line: 2,
          created_at: at(52),
          resolved_at: at(53),
          resolver: `${SAMPLE_ROOT}/ada`,
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
          url: `${PULL}#base`,
          pull_request: PULL,
          ref: 'main',
          sha: shas.main,
          user: `${SAMPLE_ROOT}/acme`,
          repo: WIDGETS,
        },
      ],
    ],
  ];
}
