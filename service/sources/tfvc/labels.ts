import type { Item, Label } from './api/answers.ts';
import type { TfvcClient } from './api/client.ts';
import { refusalOf } from './api/refusals.ts';
import { listLabelItems, listLabels } from './api/server.ts';
import { fold, inProject, liesIn, serverPath } from './paths.ts';
import type { PastTrees } from './raw/past-trees.ts';
import type { KeptLabel } from './raw/server-facts.ts';

/** Labels that are looked into; of more, only their number is told. Builds make one each. */
const MOST_LABELS = 1000;

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
  const result: KeptLabel[] = [];
  let read = 0;
  // The newest are the likeliest to matter.
  const sorted = [...labels].sort((a, b) => (a.modified < b.modified ? 1 : -1));
  for (const [index, label] of sorted.entries()) {
    job.onLabel(index, sorted.length);
    const known = before.get(`${label.id} ${label.modified}`);
    // A layout may have changed meanwhile; what named a whole branch still does.
    if (known !== undefined && known.whole !== null) result.push(known);
    else if (read++ >= MOST_LABELS) result.push({ label, whole: null, why: 'unread' });
    else result.push(await lookInto(label, job));
  }
  return result;
}

async function lookInto(label: Label, job: LabelJob): Promise<KeptLabel> {
  const no = (why: NonNullable<KeptLabel['why']>): KeptLabel => ({ label, whole: null, why });
  let items: Item[];
  try {
    items = await listLabelItems(job.client, label.id);
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
