import type { Changeset } from '../api/answers.ts';
import type { TfvcClient } from '../api/client.ts';
import { listChangesets } from '../api/server.ts';
import { serverPath } from '../paths.ts';
import { Ahead } from './ahead.ts';
import { Contents } from './contents.ts';
import type { RawHistory } from './history.ts';
import { LinkQuestions } from './link-questions.ts';
import type { Plan } from './plan.ts';
import { Planner } from './planner.ts';
import { Turns } from './turns.ts';

const CHECKPOINT_MS = 5_000;
/** Contents over this many bytes are candidates for large files; a lower threshold is a test's. */
const REMEMBERED_SIZE = 32 << 20;

export interface ReceiveOptions {
  history: RawHistory;
  project: string;
  /** Its requests end when `stop` is aborted. */
  client: TfvcClient;
  stop: AbortController;
  largeFileBytes: number;
  /** The last changeset that is wanted, which the server has named. */
  upTo: number;
  onChangeset(): void;
}

/**
 * Goes on behind the history's last changeset to the youngest that the server named.
 * @throws Failure and what the client throws; everything up to `history.changeset` is whole then
 */
export async function receive(options: ReceiveOptions): Promise<void> {
  const { history, project, client, stop } = options;
  const contents = new Contents({
    client,
    store: history.store,
    known: history.known,
    folder: history.folder,
    onContent: (number, size, path) => {
      if (size > Math.min(REMEMBERED_SIZE, options.largeFileBytes)) history.addLarge({ number, size, path });
    },
  });
  const turns = new Turns(history.changeset, stop.signal);
  const links = new LinkQuestions(client);
  const planner = new Planner({ client, project, contents, links, past: history.past, turns, stop });
  const changesets = listChangesets(client, serverPath(project, ''), history.changeset, options.upTo);
  const plans: Promise<Plan>[] = [];
  const ahead = new Ahead();
  let lastCheckpoint = performance.now();
  const append = async () => {
    history.append(await (plans.shift() as Promise<Plan>));
    ahead.end();
    turns.passed(history.changeset);
    options.onChangeset();
    if (performance.now() - lastCheckpoint < CHECKPOINT_MS) return;
    history.checkpoint();
    lastCheckpoint = performance.now();
  };
  try {
    let before = history.changeset;
    for await (const changeset of changesets) {
      plans.push(planned(planner, changeset, before, ahead.begin()));
      before = changeset.id;
      while (ahead.isFull(client.atOnce)) await append();
    }
    while (plans.length > 0) await append();
  } catch (error) {
    // One that was stopped because another failed must not tell its own end in place of that failure.
    stop.abort(error);
    // Nothing may write into the history after its owner closed it.
    await Promise.allSettled(plans);
    throw stop.signal.reason;
  }
}

function planned(
  planner: Planner,
  changeset: Changeset,
  before: number,
  onListed: (changes: number) => void,
): Promise<Plan> {
  const plan = planner.plan(changeset, before, onListed);
  // Its turn may come after another one's failure.
  plan.catch(() => undefined);
  return plan;
}
