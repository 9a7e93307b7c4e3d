/** Begins pushes that were asked for while their import worked, once that is complete; without the import there is nothing to push. */
import type { EventHub } from '../events/event-hub.ts';
import type { Verdict } from '../vocabulary/verdict.ts';
import type { RemotePushes } from './remote-pushes.ts';
import { whyWithheld } from './withheld.ts';

interface AfterImportRooms {
  events: EventHub;
  remotePushes: RemotePushes;
  /** Id of a repository by its name; undefined for one that is gone. */
  repositoryOf(owner: string, repo: string): number | undefined;
  /** What the report of an import says; null where none was reached. */
  verdictOf(importId: number): Verdict | null;
}

/** Follows the ends of imports. One that failed may be tried again: what waits for it goes on waiting. */
export function pushAfterImports({ events, remotePushes, repositoryOf, verdictOf }: AfterImportRooms): void {
  events.subscribe((event) => {
    const isComplete = event.type === 'import.changed' && event.status === 'complete';
    if (!isComplete && event.type !== 'import.removed') return;
    const id = repositoryOf(event.owner, event.repo);
    if (id === undefined) return;
    if (isComplete) remotePushes.importCompleted(id, whyWithheld(verdictOf(event.import_id)));
    else remotePushes.importRemoved(id);
  });
}
