import {
  IconCircleCheck,
  IconCircleDot,
  IconGitMerge,
  IconGitPullRequest,
  IconGitPullRequestClosed,
} from '@tabler/icons-react';
import type { InspectedIssue } from '../../../service/vocabulary/archive-contents.ts';
import { t } from '../../language/text.ts';

const shapes = {
  issue: { open: IconCircleDot, closed: IconCircleCheck, merged: IconCircleCheck },
  pull_request: { open: IconGitPullRequest, closed: IconGitPullRequestClosed, merged: IconGitMerge },
};

const colors = { open: 'var(--gantry-good)', closed: 'var(--mantine-color-dimmed)', merged: 'var(--gantry-busy)' };

/** Kind and state in one sign, with words for those who do not see it. */
export function IssueIcon({ issue }: { issue: Pick<InspectedIssue, 'kind' | 'state'> }) {
  const Shape = shapes[issue.kind][issue.state];
  return <Shape size={17} stroke={1.7} color={colors[issue.state]} role="img" aria-label={stateWords(issue)} />;
}

/** `Open issue`, `Merged pull request`. */
export function stateWords({ kind, state }: Pick<InspectedIssue, 'kind' | 'state'>): string {
  return stateNames[kind][state];
}

const stateNames = {
  issue: { open: t('Open issue'), closed: t('Closed issue'), merged: t('Merged issue') },
  pull_request: { open: t('Open pull request'), closed: t('Closed pull request'), merged: t('Merged pull request') },
} as const;
