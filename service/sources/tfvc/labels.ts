import type { Item, Label } from './api/answers.ts';
import type { TfvcClient } from './api/client.ts';
import { refusalOf } from './api/refusals.ts';
import { listLabelItems, listLabels } from './api/server.ts';
import { fold, inProject, liesIn, serverPath } from './paths.ts';
import type { PastTrees } from './raw/past-trees.ts';
import type { KeptLabel } from './raw/server-facts.ts';

/** Labels that are looked into; of more, only their number is told. Builds make one each. */
const MOST_LABELS = 1000;
/** Of those, asked for at one time. */
const AT_ONCE = 8;
/** Items of labels that are held at one time, beside a single label that has more; those to come are taken to be as large as the largest. */
const MOST_ITEMS = 50_000;

export interface LabelJob {
  client: TfvcClient;
  project: string;
  /** Branch folders relative to the project; the project's own ('') when there are none. */
  branches: readonly string[];
  /** The youngest changeset that was fetched. */
  changeset: number;
  /** Everything that was fetched. */
  trees: PastTrees;
  /** What was found out before. */
  kept: readonly KeptLabel[];
  onLabel(done: number, total: number): void;
}

/** @throws Failure and what the client throws */
export async function readLabels(job: LabelJob): Promise<KeptLabel[]> {
  const { client, project } = job;
  const labels = await listLabels(client, serverPath(project, ''));
  const before = new Map(job.kept.map((kept) => [`${kept.label.id} ${kept.label.modified}`, kept]));
  const result: (KeptLabel | null)[] = [];
  const asked: { at: number; label: Label }[] = [];
  // The newest are the likeliest to matter.
  const sorted = [...labels].sort((a, b) => (a.modified < b.modified ? 1 : -1));
  for (const [at, label] of sorted.entries()) {
    const known = before.get(`${label.id} ${label.modified}`);
    // A layout may have changed meanwhile; what named a whole branch still does.
    if (known !== undefined && known.whole !== null) result[at] = known;
    else if (asked.length >= MOST_LABELS) result[at] = { label, whole: null, why: 'unread' };
    else asked.push({ at, label });
  }
  let largest = MOST_ITEMS;
  for (let done = 0; done < asked.length; ) {
    job.onLabel(sorted.length - asked.length + done, sorted.length);
    const atOnce = Math.min(AT_ONCE, Math.max(1, Math.floor(MOST_ITEMS / largest)));
    const some = asked.slice(done, done + atOnce);
    if (done === 0) largest = 1;
    const onItems = (count: number) => {
      largest = Math.max(largest, count);
    };
    // All are at their end before a failure is told: they read the same trees.
    const ends = await Promise.allSettled(some.map(({ label }) => lookInto(label, job, onItems)));
    for (const [index, end] of ends.entries()) {
      if (end.status === 'rejected') throw end.reason;
      result[some[index]?.at ?? 0] = end.value;
    }
    done += some.length;
  }
  return result.filter((kept) => kept !== null);
}

async function lookInto(label: Label, job: LabelJob, onItems: (count: number) => void): Promise<KeptLabel> {
  const no = (why: NonNullable<KeptLabel['why']>): KeptLabel => ({ label, whole: null, why });
  let items: Item[];
  try {
    items = await listLabelItems(job.client, label.id);
    onItems(items.length);
  } catch (error) {
    if ((await refusalOf(job.client, serverPath(job.project, ''), error)) !== null) return no('unread');
    throw error;
  }
  const named = new Map<string, number>();
  let youngest = 0;
  for (const item of items) {
    const path = inProject(item.path, job.project);
    if (path === null) return no('elsewhere');
    youngest = Math.max(youngest, item.version);
    if (!item.isFolder) named.set(fold(path), item.version);
  }
  const branch = job.branches.find((folder) => [...named.keys()].every((path) => liesIn(path, fold(folder))));
  if (branch === undefined || named.size === 0 || youngest > job.changeset) return no('parts');
  const made = job.trees.lastUntil(Date.parse(label.modified) / 1000);
  let why: 'parts' | 'mixed' = 'parts';
  // What was deleted since its youngest version is missing in the label: it is the state of the day when it was made.
  for (const changeset of made > youngest ? [youngest, made] : [youngest]) {
    const there = job.trees.filesOf(branch, changeset);
    if (there === null || there.size !== named.size || [...named.keys()].some((path) => !there.has(path))) continue;
    why = 'mixed';
    if ([...named].every(([path, version]) => there.get(path) === job.trees.blob(path, version)))
      return { label, whole: { path: branch, changeset }, why: null };
  }
  return no(why);
}
