/** All schema migrations in order; the database's `user_version` is the number of those applied. */

import { firstTables } from './001-first-tables.ts';
import { access } from './002-access.ts';
import { archives } from './003-migrations.ts';
import { webhooks } from './004-webhooks.ts';
import { credentials } from './005-credentials.ts';
import { pushTargets } from './006-push-targets.ts';
import { importBatches } from './007-import-batches.ts';
import { failures } from './008-failures.ts';
import { listAuthority } from './009-list-authority.ts';
import { objectsToCheck } from './010-objects-to-check.ts';
import { authorsOfLists } from './011-authors-of-lists.ts';
import { whoStarted } from './012-who-started.ts';
import { allowedTokens } from './013-allowed-tokens.ts';
import { repositoryFacts } from './014-repository-facts.ts';
import { installation } from './015-installation.ts';
import { deliveriesByHook } from './016-deliveries-by-hook.ts';
import { lastUpdate } from './017-last-update.ts';
import { importVerdict } from './018-import-verdict.ts';
import { importWishes } from './019-import-wishes.ts';
import { remotes } from './020-remotes.ts';
import { importUpdates } from './021-import-updates.ts';
import { repositoryStatistics } from './022-repository-statistics.ts';
import { trash } from './023-trash.ts';
import { yearsOfRepositories } from './024-years-of-repositories.ts';
import { peopleBook } from './025-people-book.ts';
import { authorsOfProjects } from './026-authors-of-projects.ts';
import { askingAuthors } from './027-asking-authors.ts';
import { whatWasMade } from './028-what-was-made.ts';
import { wholeMigrations } from './029-whole-migrations.ts';
import { migrationsByState } from './030-migrations-by-state.ts';
import { workThatAsks } from './031-work-that-asks.ts';
import { olderWork } from './032-older-work.ts';
import { failedWork } from './033-failed-work.ts';
import { archiveLacks } from './034-archive-lacks.ts';
import type { Migration } from './migration.ts';

export const migrations: readonly Migration[] = [
  firstTables,
  access,
  archives,
  webhooks,
  credentials,
  pushTargets,
  importBatches,
  failures,
  listAuthority,
  objectsToCheck,
  authorsOfLists,
  whoStarted,
  allowedTokens,
  repositoryFacts,
  installation,
  deliveriesByHook,
  lastUpdate,
  importVerdict,
  importWishes,
  remotes,
  importUpdates,
  repositoryStatistics,
  trash,
  yearsOfRepositories,
  peopleBook,
  authorsOfProjects,
  askingAuthors,
  whatWasMade,
  wholeMigrations,
  migrationsByState,
  workThatAsks,
  olderWork,
  failedWork,
  archiveLacks,
];
