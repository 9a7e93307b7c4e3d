/** Turns the engine's events into changes of the query cache, so that no screen ever polls. */
import type { QueryClient } from '@tanstack/react-query';
import type { ApiEvent } from '../../service/api/events.ts';
import type { Import } from '../../service/api/imports/import-schemas.ts';
import type { ToldLogLine } from '../../service/vocabulary/progress.ts';
import { dropImport, forgetImport, keepAuthorsCount, keepImport } from './known-imports.ts';
import { keepSummaryOfImport, keepYears } from './known-summaries.ts';
import { dropWork, keepOrDrop, keepWork } from './known-work.ts';
import { keepArchiveProgress, keepImportProgress } from './live-progress.ts';
import { queryKeys } from './query-keys.ts';
import { refetchSpaced } from './refetch-spaced.ts';

/** Follows the engine's events until the answer is called. */
export function followEvents(queries: QueryClient): () => void {
  return window.gantry.onEvent((event) => applyEvent(queries, event));
}

/** What one event changes. */
export function applyEvent(queries: QueryClient, event: ApiEvent): void {
  const refetch = (queryKey: readonly unknown[], exact = false) => void queries.invalidateQueries({ queryKey, exact });
  // A grid of authors that a person is editing must not change its order under the cursor: what is
  // shown stays, and what is shown next is fetched again.
  const markOld = (queryKey: readonly unknown[]) => void queries.invalidateQueries({ queryKey, refetchType: 'none' });
  switch (event.type) {
    case 'import.progress':
      keepImportProgress(queries, event.import_id, event.progress);
      return;
    case 'import.changed':
      refetchSpaced(queries, queryKeys.activity);
      keepImport(queries, event.import);
      keepWork(queries, event.work);
      markOld(queryKeys.authors(event.owner, event.repo));
      refetch(queryKeys.importUpdates(event.owner, event.repo));
      keepSummaryOfImport(queries, event.import);
      if (event.status === 'complete') {
        refetch(queryKeys.report(event.owner, event.repo));
        refetchSpaced(queries, queryKeys.repositories);
      }
      return;
    case 'import.log':
      queries.setQueryData<ToldLogLine[]>(queryKeys.log(event.owner, event.repo), (known) =>
        withLines(known, event.lines),
      );
      return;
    case 'import.authors': {
      const known = queries.getQueryData<Import | null>(queryKeys.import(event.owner, event.repo));
      if (known?.authors_count === event.count) {
        markOld(queryKeys.authors(event.owner, event.repo));
        // Somebody else may have mapped some: the rows that are shown say it where they stand.
        refetchSpaced(queries, queryKeys.changedAuthors(event.owner, event.repo));
        refetchSpaced(queries, queryKeys.openAuthors(event.owner, event.repo));
        return;
      }
      keepAuthorsCount(queries, event.owner, event.repo, event.import_id, event.count);
      refetch(queryKeys.authors(event.owner, event.repo));
      return;
    }
    case 'import.comparison':
      refetch(queryKeys.comparison(event.owner, event.repo));
      keepOrDrop(queries, `comparison:${event.import_id}`, event.work);
      return;
    case 'import.removed':
      queries.removeQueries({ queryKey: queryKeys.importProgress(event.import_id) });
      queries.removeQueries({ queryKey: queryKeys.log(event.owner, event.repo) });
      forgetImport(queries, event.owner, event.repo);
      dropImport(queries, event.import_id);
      dropWork(queries, `import:${event.import_id}`);
      // Where its repository came from then is another question than how the import was.
      refetchSpaced(queries, queryKeys.repositorySummaries);
      return;
    case 'repository.changed':
      // Or came back out of the trash, or by another name, with its import.
      if (queries.getQueryData(queryKeys.import(event.owner, event.repo)) === null)
        forgetImport(queries, event.owner, event.repo);
      refetchSpaced(queries, queryKeys.repositories);
      refetchSpaced(queries, queryKeys.trash);
      refetch(queryKeys.remotes(event.owner, event.repo));
      refetch(queryKeys.remotePushes(event.owner, event.repo));
      refetch(queryKeys.overview(event.owner, event.repo));
      return;
    case 'repository.counted':
      refetch(queryKeys.overview(event.owner, event.repo));
      if (event.years !== null) keepYears(queries, `${event.owner}/${event.repo}`, event.years);
      return;
    case 'repository.removed':
      // Or renamed: the rows of its imports name it.
      refetchSpaced(queries, queryKeys.repositories);
      refetchSpaced(queries, queryKeys.imports);
      forgetImport(queries, event.owner, event.repo);
      // A dialog that asks about one of them says that it is gone.
      refetch(queryKeys.remotePushes(event.owner, event.repo));
      refetchSpaced(queries, queryKeys.work);
      refetchSpaced(queries, queryKeys.trash);
      return;
    case 'remote.changed':
      refetch(queryKeys.remotes(event.owner, event.repo));
      refetchSpaced(queries, queryKeys.repositorySummaries);
      return;
    case 'remote_push.changed':
      refetchSpaced(queries, queryKeys.activity);
      queries.setQueryData(queryKeys.remotePush(event.owner, event.repo, event.remote_push_id), event.push);
      keepWork(queries, event.work);
      if (event.push.status === 'complete') {
        refetch(queryKeys.remotes(event.owner, event.repo));
        refetchSpaced(queries, queryKeys.repositorySummaries);
      }
      return;
    case 'migration.progress':
      keepArchiveProgress(queries, `migration:${event.migration_id}`, event.progress);
      return;
    case 'migration.changed':
      keepOrDrop(queries, `export:${event.migration_id}`, event.work);
      refetchSpaced(queries, queryKeys.activity);
      refetchSpaced(queries, queryKeys.migrations);
      refetchSpaced(queries, queryKeys.repositories);
      refetch(queryKeys.overviews);
      return;
    case 'inspection.progress':
      keepArchiveProgress(queries, `inspection:${event.inspection_id}`, event.progress);
      return;
    case 'inspection.changed':
      refetchSpaced(queries, queryKeys.activity);
      refetch(queryKeys.inspections, true);
      refetch(queryKeys.inspection(event.inspection_id));
      return;
    case 'inspection.removed':
      queries.removeQueries({ queryKey: queryKeys.archiveProgress(`inspection:${event.inspection_id}`) });
      refetch(queryKeys.inspections, true);
      // A screen that shows it says that it is gone.
      refetch(queryKeys.inspection(event.inspection_id));
      return;
    case 'restore.progress':
      keepArchiveProgress(queries, `restore:${event.restore_id}`, event.progress);
      return;
    case 'restore.changed':
      keepOrDrop(queries, `restore:${event.restore_id}`, event.work);
      refetchSpaced(queries, queryKeys.activity);
      refetch(queryKeys.restores);
      // Whose names are taken has changed.
      markOld(['choices']);
      refetch(queryKeys.owners);
      refetchSpaced(queries, queryKeys.repositories);
      return;
    case 'hook.changed':
      refetch(['hooks']);
      return;
    case 'token.changed':
      refetch(queryKeys.tokens);
      refetch(queryKeys.grants);
      return;
    case 'application.changed':
      refetch(queryKeys.applications);
      return;
    case 'account.changed':
      refetch(queryKeys.people);
      refetch(queryKeys.account);
      refetch(queryKeys.owners);
      refetch(queryKeys.organizations);
      refetchSpaced(queries, queryKeys.migrations);
      refetchSpaced(queries, queryKeys.repositories);
      return;
    case 'password.changed':
      // Main locks the window that it is about.
      return;
    case 'import_batch.changed':
      refetchSpaced(queries, queryKeys.importLists, true);
      refetchSpaced(queries, queryKeys.importList(event.import_batch_id));
      return;
    case 'people_book.changed':
      refetchSpaced(queries, queryKeys.peopleBook);
      return;
    case 'settings.changed':
      refetch(queryKeys.rememberedCredentials);
      // Where they are cloned from.
      refetch(queryKeys.overviews);
      refetch(queryKeys.knownHosts);
      refetch(queryKeys.settings);
      refetch(queryKeys.network);
      return;
    case 'installation.changed':
      refetchSpaced(queries, queryKeys.activity);
      refetch(queryKeys.installation);
      return;
    case 'rate_limit.changed':
      refetch(queryKeys.rateLimit);
      refetch(queryKeys.servedRequests);
      return;
  }
}

/** Adds the lines that are newer than the known ones; without a first reading there is nothing to add to. */
export function withLines(known: ToldLogLine[] | undefined, lines: ToldLogLine[]): ToldLogLine[] | undefined {
  if (!known) return undefined;
  const last = known.at(-1)?.id ?? 0;
  const fresh = lines.filter((line) => line.id > last);
  return fresh.length === 0 ? known : [...known, ...fresh];
}
