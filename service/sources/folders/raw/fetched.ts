/** What a fetch left, open for reading: trees, facts, and what each revision did. */
import { join } from 'node:path';
import { Failure } from '../../../failures/failure.ts';
import { ObjectStore } from '../../../git/pack/object-store.ts';
import { TreeView } from '../mapping/tree-view.ts';
import { type FetchCheckpoint, readCheckpoint } from './checkpoint.ts';
import { FactsStore } from './facts.ts';
import { JOURNAL_NAME, type JournalRevision, journalEnd, readJournal } from './journal.ts';

const TREE_CACHE = 8 << 20;

export interface Fetched<Revision extends JournalRevision = JournalRevision> {
  checkpoint: FetchCheckpoint;
  content: ObjectStore;
  view: TreeView;
  facts: FactsStore;
  /** Every revision, in order; may be called again. */
  journal(): Generator<Revision>;
  close(): void;
}

/**
 * @param folder `imports/<id>/fetch`
 * @throws Failure when nothing was fetched, or it is damaged
 */
export function openFetched<Revision extends JournalRevision = JournalRevision>(folder: string): Fetched<Revision> {
  const checkpoint = readCheckpoint(folder);
  if (checkpoint === null) throw Failure.of('import.nothing_fetched', {});
  const content = ObjectStore.openForReading(folder, 'content', TREE_CACHE, checkpoint.content);
  const facts = new FactsStore(ObjectStore.openForReading(folder, 'facts', TREE_CACHE / 8, checkpoint.facts));
  return {
    checkpoint,
    content,
    view: new TreeView(content),
    facts,
    journal: () => readJournal<Revision>(join(folder, JOURNAL_NAME), journalEnd(checkpoint)),
    close() {
      content.close();
      facts.store.close();
    },
  };
}
