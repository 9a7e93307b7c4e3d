/** Every route of the API, and by them the type that clients are made from. */
import type { Engine } from '../engine.ts';
import { accountRoutes } from './access/accounts.ts';
import { applicationRoutes } from './access/applications.ts';
import { authorizationRoutes } from './access/authorizations.ts';
import { grantRoutes } from './access/grants.ts';
import { passwordRoutes } from './access/passwords.ts';
import { scopeRoutes } from './access/scopes.ts';
import { sessionRoutes } from './access/session.ts';
import { setupRoutes } from './access/setup.ts';
import { twoFactorRoutes } from './access/two-factor.ts';
import { authorMapReadingRoutes } from './imports/author-map-readings.ts';
import { importAuthorEditRoutes } from './imports/import-author-edits.ts';
import { importAuthorRoutes } from './imports/import-authors.ts';
import { importBatchRoutes } from './imports/import-batches.ts';
import { importComparisonRoutes } from './imports/import-comparisons.ts';
import { importDetectionRoutes } from './imports/import-detections.ts';
import { importLargeFileRoutes } from './imports/import-large-files.ts';
import { importOutlineRoutes } from './imports/import-outlines.ts';
import { importReportRoutes } from './imports/import-reports.ts';
import { importSurveyRoutes } from './imports/import-surveys.ts';
import { importUpdateRoutes } from './imports/import-updates.ts';
import { importRoutes } from './imports/imports.ts';
import { remotePushRoutes } from './imports/remote-pushes.ts';
import { remoteRoutes } from './imports/remotes.ts';
import { activityRoutes } from './installation/activity.ts';
import { upkeepRoutes } from './installation/upkeep.ts';
import { archiveDownloadRoutes } from './migrations/archive-downloads.ts';
import { inspectionChoiceRoutes } from './migrations/inspection-choices.ts';
import { inspectionRoutes } from './migrations/inspections.ts';
import { migrationRoutes } from './migrations/migrations.ts';
import { restoreRoutes } from './migrations/restores.ts';
import { allowedTokenRoutes } from './organizations/allowed-tokens.ts';
import { branchRoutes } from './organizations/branches.ts';
import { hookRoutes } from './organizations/hooks.ts';
import { organizationRoutes } from './organizations/organizations.ts';
import { repositoryRoutes } from './organizations/repositories.ts';
import { repositoryOverviewRoutes } from './organizations/repository-overview.ts';
import { repositorySummaryRoutes } from './organizations/repository-summaries.ts';
import { sourceArchiveRoutes } from './organizations/source-archives.ts';
import { trashRoutes } from './organizations/trash.ts';
import { networkRoutes } from './settings/network.ts';
import { peopleBookRoutes } from './settings/people-book.ts';
import { rateLimitRoutes } from './settings/rate-limit.ts';
import { rememberedCredentialRoutes } from './settings/remembered-credentials.ts';
import { settingsRoutes } from './settings/settings.ts';
import { sshHostKeyRoutes } from './settings/ssh-host-keys.ts';
import { type OperationsOf, type Router, router } from './shared/router.ts';
import { workRoutes } from './work/work.ts';

/** In the order in which paths are tried. */
const GROUPS = [
  setupRoutes,
  sessionRoutes,
  accountRoutes,
  passwordRoutes,
  twoFactorRoutes,
  allowedTokenRoutes,
  organizationRoutes,
  // `/applications/grants` before `/applications/{client_id}`.
  grantRoutes,
  authorizationRoutes,
  applicationRoutes,
  scopeRoutes,
  rateLimitRoutes,
  settingsRoutes,
  activityRoutes,
  upkeepRoutes,
  networkRoutes,
  rememberedCredentialRoutes,
  peopleBookRoutes,
  sshHostKeyRoutes,
  repositoryRoutes,
  branchRoutes,
  repositoryOverviewRoutes,
  repositorySummaryRoutes,
  trashRoutes,
  sourceArchiveRoutes,
  importRoutes,
  importAuthorRoutes,
  importAuthorEditRoutes,
  authorMapReadingRoutes,
  importLargeFileRoutes,
  importReportRoutes,
  importDetectionRoutes,
  importOutlineRoutes,
  importSurveyRoutes,
  importUpdateRoutes,
  importComparisonRoutes,
  importBatchRoutes,
  remotePushRoutes,
  remoteRoutes,
  hookRoutes,
  migrationRoutes,
  archiveDownloadRoutes,
  inspectionRoutes,
  inspectionChoiceRoutes,
  restoreRoutes,
  workRoutes,
] as const;

/** Every operation, as a union of their definitions. */
export type ApiOperation = OperationsOf<ReturnType<(typeof GROUPS)[number]>>;

/** All routes on an engine. */
export function routesOf(engine: Engine): Router<ApiOperation> {
  let all: Router<ApiOperation> = router();
  for (const routes of GROUPS) all = all.and<ApiOperation>(routes(engine));
  return all;
}
