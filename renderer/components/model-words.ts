import { t } from '../language/text.ts';

/** Kinds of records by the names of an archive's files; what a newer archive brings is named as its file is. */
export function modelWords(plural: string): string {
  return Object.hasOwn(models, plural) ? (models[plural] ?? plural) : plural.replaceAll('_', ' ');
}

const models: Readonly<Record<string, string>> = {
  users: t('Users'),
  bots: t('Bots'),
  organizations: t('Organizations'),
  teams: t('Teams'),
  repositories: t('Repositories'),
  protected_branches: t('Protected branches'),
  milestones: t('Milestones'),
  issues: t('Issues'),
  issue_comments: t('Issue comments'),
  issue_events: t('Issue events'),
  pull_requests: t('Pull requests'),
  pull_request_reviews: t('Pull request reviews'),
  pull_request_review_threads: t('Pull request review threads'),
  pull_request_review_comments: t('Pull request review comments'),
  commit_comments: t('Commit comments'),
  releases: t('Releases'),
  projects: t('Projects'),
  attachments: t('Attachments'),
  repository_files: t('Repository files'),
  discussions: t('Discussions'),
  discussion_categories: t('Discussion categories'),
};
