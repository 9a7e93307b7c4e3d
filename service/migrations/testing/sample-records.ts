/** Records of every model, as archives of the public service have them: what a restore must keep. */

import { sampleIssues } from './sample-issues.ts';
import {
  ATTACHED,
  ATTACHED_TO_COMMENT,
  at,
  issueUrl,
  type Json,
  SAMPLE_ROOT,
  UPLOADED,
  WIDGETS,
} from './sample-names.ts';
import { sampleOwners } from './sample-owners.ts';
import { samplePullRequests } from './sample-pull-requests.ts';

/** @param issues how many issues `acme/widgets` has; 4 of them are fixed, the others only have a number */
export function sampleRecords(shas: { main: string; topic: string }, issues: number): [string, Json[]][] {
  return [
    ...sampleOwners(),
    ...sampleIssues(shas, issues),
    ...samplePullRequests(shas),
    [
      'commit_comments',
      [
        {
          type: 'commit_comment',
          url: `${WIDGETS}/commit/${shas.main}#commitcomment-61`,
          repository: WIDGETS,
          user: `${SAMPLE_ROOT}/eve`,
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
          user: `${SAMPLE_ROOT}/ada`,
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
          creator: `${SAMPLE_ROOT}/ada`,
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
          user: `${SAMPLE_ROOT}/ada`,
          asset_name: 'shot 1.png',
          asset_content_type: 'image/png',
          asset_url: `tarball://root/${ATTACHED}`,
          created_at: at(91),
        },
        {
          type: 'attachment',
          url: `${issueUrl(1)}#issuecomment-21-attachment-92`,
          issue_comment: `${issueUrl(1)}#issuecomment-21`,
          user: `${SAMPLE_ROOT}/bob`,
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
          user: `${SAMPLE_ROOT}/ada`,
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
          user: `${SAMPLE_ROOT}/eve`,
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
