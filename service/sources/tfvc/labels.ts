import type { Item, Label } from './api/answers.ts';
import type { TfvcClient } from './api/client.ts';
import { AnswerTooLarge, ServerRefusal } from './api/failures.ts';
import { listLabelItems, listLabels, listTree } from './api/server.ts';
import { fold, inProject, liesIn, serverPath } from './paths.ts';
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
  /** What was found out before. */
  kept: readonly KeptLabel[];
  onLabel(done: number, total: number): void;
}

/** @throws Failure and what the client throws */
export async function readLabels(job: LabelJob): Promise<KeptLabel[]> {
  const { client, project } = job;
  const labels = await listLabels(client, serverPath(project, ''));
  const before = new Map(job.kept.map((kept) => [`${kept.label.id} ${kept.label.modified}`, kept]));
  const listings = new Listings(client, project);
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
    else result.push(await lookInto(label, job, listings));
  }
  return result;
}

async function lookInto(label: Label, job: LabelJob, listings: Listings): Promise<KeptLabel> {
  const no = (why: NonNullable<KeptLabel['why']>): KeptLabel => ({ label, whole: null, why });
  let items: Item[];
  try {
    items = await listLabelItems(job.client, label.id);
  } catch (error) {
    if (error instanceof ServerRefusal || error instanceof AnswerTooLarge) return no('unread');
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
  const there = await listings.versions(branch, youngest);
  if (there === null || there.size !== named.size) return no('parts');
  for (const [path, version] of named) if (there.get(path) !== version) return no('mixed');
  return { label, whole: { path: branch, changeset: youngest }, why: null };
}

/** Listings of folders at changesets; the last one is kept, since builds label the same again and again. */
class Listings {
  readonly #client: TfvcClient;
  readonly #project: string;
  #last: { key: string; versions: Map<string, number> | null } | null = null;

  constructor(client: TfvcClient, project: string) {
    this.#client = client;
    this.#project = project;
  }

  /** Versions of files by folded path, or null when there was no such folder. */
  async versions(folder: string, changeset: number): Promise<Map<string, number> | null> {
    const key = `${changeset} ${folder}`;
    if (this.#last?.key !== key) this.#last = { key, versions: await this.#read(folder, changeset) };
    return this.#last.versions;
  }

  async #read(folder: string, changeset: number): Promise<Map<string, number> | null> {
    const versions = new Map<string, number>();
    try {
      for await (const item of listTree(this.#client, serverPath(this.#project, folder), changeset)) {
        const path = inProject(item.path, this.#project);
        if (path !== null && !item.isFolder) versions.set(fold(path), item.version);
      }
    } catch (error) {
      if (error instanceof ServerRefusal && error.status === 404) return null;
      throw error;
    }
    return versions;
  }
}
