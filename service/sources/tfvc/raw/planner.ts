import type { Change, Changeset, Item } from '../api/answers.ts';
import type { TfvcClient } from '../api/client.ts';
import { ServerRefusal } from '../api/failures.ts';
import { exists, listTree } from '../api/items.ts';
import { listChanges, readWholeChangeset } from '../api/server.ts';
import { fold, inProject, liesIn, serverPath, treePath } from '../paths.ts';
import { changesContent, isMove, isRemoval, onlyNotesMerge, sourceOfMove } from './change-kinds.ts';
import type { Contents } from './contents.ts';
import { byPath, type CameFrom, type Origin, originOf } from './inherited.ts';
import type { LinkQuestions } from './link-questions.ts';
import { mergesOf } from './merged-files.ts';
import type { PastTrees } from './past-trees.ts';
import { isBelow, isCovered, nearestAbove, type Placed } from './placed.ts';
import type { Note, Plan, PlannedFile, PlannedMove } from './plan.ts';
import { allOrAbort } from './settle.ts';
import type { Turns } from './turns.ts';

/** Everything of a changeset that concerns the project. */
interface Whole {
  inside: readonly Placed[];
  /** By folded path. */
  changes: ReadonlyMap<string, Change>;
  version: number;
  /** Number of the project's changeset before. */
  before: number;
  notes: Note[];
}

export interface PlannerOptions {
  client: TfvcClient;
  project: string;
  contents: Contents;
  links: LinkQuestions;
  past: PastTrees;
  turns: Turns;
  /** Aborted when one of many requests failed, so that the others end. */
  stop: AbortController;
}

export class Planner {
  readonly #options: PlannerOptions;

  constructor(options: PlannerOptions) {
    this.#options = options;
  }

  /**
   * @param before number of the project's changeset before this one
   * @param onListed told how many changes there are, before anything is made of them
   * @throws Failure, ServerRefusal, NotTheApi, AnswerTooLarge
   */
  async plan(listed: Changeset, before: number, onListed: (changes: number) => void): Promise<Plan> {
    const { client, project } = this.#options;
    const [changeset, changes] = await Promise.all([
      listed.truncated ? readWholeChangeset(client, listed.id) : listed,
      listChanges(client, listed.id),
    ]);
    onListed(changes.length);
    const notes: Note[] = changeset.truncated ? [{ kind: 'comment_cut', path: '' }] : [];
    const inside: Placed[] = [];
    for (const change of changes) {
      const path = inProject(change.path, project);
      if (path !== null) inside.push({ change, path });
    }
    const removals = await this.#removals(changes, inside, changeset.id);
    const whole = inside.find(({ change, path }) => path === '' && change.isFolder && isMove(change));
    if (whole !== undefined)
      return { ...(await this.#arrival(whole.change, changeset, inside, notes)), removals: removals.map(treePath) };
    const all: Whole = { inside, changes: byPath(inside), version: changeset.id, before, notes };
    const { moves, covered, branched } = await this.#moves(all);
    const wanted = inside.filter(
      ({ change, path }) => !change.isFolder && changesContent(change) && !isCovered(path, covered),
    );
    const files = await this.#changedFiles(wanted, all);
    for (const { change, path } of inside) if (change.kinds.has('property')) notes.push({ kind: 'property', path });
    return {
      changeset,
      removals: removals.map(treePath),
      moves,
      folders: inside
        .filter(({ change, path }) => change.isFolder && changesContent(change) && !isCovered(path, covered))
        .map(({ path }) => treePath(path)),
      files,
      merges: mergesOf(inside, branched, { project, notes }),
      noted: inside.filter(({ change }) => onlyNotesMerge(change)).map(({ path }) => treePath(path)),
      notes,
    };
  }

  /** The whole project came from elsewhere: it was renamed, branched or undeleted. */
  async #arrival(change: Change, changeset: Changeset, inside: readonly Placed[], notes: Note[]): Promise<Plan> {
    const { from } = sourceOfMove(change);
    if (from !== null) notes.push({ kind: 'from_elsewhere', path: `${from} to ${change.path}` });
    const all: Whole = { inside, changes: byPath(inside), version: changeset.id, before: 0, notes };
    const { folders, files } = await this.#content('', null, all);
    return {
      changeset,
      removals: [],
      moves: [],
      folders: folders.filter((path) => path !== ''),
      files,
      merges: [],
      noted: [],
      notes,
    };
  }

  /** Paths that go: deleted ones, and where renamed ones came from. */
  async #removals(changes: readonly Change[], inside: readonly Placed[], version: number): Promise<string[]> {
    const { client, project, stop } = this.#options;
    const deleted = inside.filter(({ change }) => isRemoval(change)).map(({ path }) => path);
    const gone = new Set(deleted.map(fold));
    const sources = changes.flatMap((change) => {
      if (!change.kinds.has('rename') && !change.kinds.has('targetrename')) return [];
      // One that does not say what from is in case only, or comes with a row of what went.
      const named =
        change.mergeSources.find((mergeSource) => mergeSource.isRename)?.path ?? change.source ?? change.path;
      const path = inProject(named, project);
      if (path === null || path === '' || isBelow(fold(path), gone)) return [];
      return [{ change, path }];
    });
    const left = await allOrAbort(
      sources.map(async ({ change, path }) => {
        // In a merge the source may be the other branch's file, which stays; what is undeleted under another name
        // went long ago, and something else may stand where it was.
        const isPlain = !change.kinds.has('merge') && !change.kinds.has('branch');
        const sure =
          !change.kinds.has('undelete') && (isPlain || change.mergeSources.some((mergeSource) => mergeSource.isRename));
        const toItself = fold(path) === fold(inProject(change.path, project) ?? '');
        if (sure || toItself) return path;
        return (await exists(client, serverPath(project, path), version)) ? null : path;
      }),
      stop,
    );
    return [...deleted, ...left.filter((path) => path !== null)];
  }

  /** Folders that came from elsewhere; the uppermost ones with everything in them. */
  async #moves(all: Whole) {
    const { project } = this.#options;
    const { inside, notes } = all;
    const candidates = inside
      .filter(({ change, path }) => path !== '' && change.isFolder && isMove(change))
      .sort((a, b) => a.path.length - b.path.length);
    const covered = new Set<string>();
    /** Those that are new branches: what their files took in is the branching itself. */
    const branched = new Set<string>();
    const moves: PlannedMove[] = [];
    const places = new Map<string, { path: string; source: string | null }>();
    for (const { change, path } of candidates) {
      const { kind, from, to } = sourceOfMove(change);
      const source = from === null ? null : inProject(from, project);
      if (from !== null && source === null) notes.push({ kind: 'from_elsewhere', path: `${from} to ${path}` });
      if (kind === 'branch') branched.add(fold(path));
      const above = nearestAbove(fold(path), covered);
      const move: PlannedMove = {
        path: treePath(path),
        kind,
        source: source === null ? null : treePath(source),
        version: to,
        content: null,
      };
      if (above === null) {
        move.content = await this.#content(path, { path, kind, source, version: to }, all);
        covered.add(fold(path));
        places.set(fold(path), { path, source });
        moves.push(move);
        continue;
      }
      // What goes with the folder above is no event of its own.
      const upper = places.get(above) as { path: string; source: string | null };
      const implied = upper.source === null ? null : `${upper.source}${path.slice(upper.path.length)}`;
      if (source !== null && fold(source) !== fold(implied ?? '')) moves.push(move);
    }
    return { moves, covered, branched };
  }

  /** Everything in a folder after the changeset. */
  async #content(path: string, came: CameFrom | null, all: Whole) {
    const { client, project } = this.#options;
    const { inside, version, notes } = all;
    const folders: string[] = [];
    const items: { item: Item; path: string }[] = [];
    try {
      for await (const item of listTree(client, serverPath(project, path), version)) {
        const at = inProject(item.path, project);
        if (at === null || !liesIn(fold(at), fold(path))) continue;
        if (item.isFolder) folders.push(treePath(at));
        else items.push({ item, path: at });
      }
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.status !== 404) throw error;
      // Nothing is listed of what was destroyed later: the changes must do.
      notes.push({ kind: 'folder_unlisted', path });
      for (const { change, path: at } of inside) {
        if (!liesIn(fold(at), fold(path)) || !changesContent(change)) continue;
        if (change.isFolder) folders.push(treePath(at));
        else items.push({ item: change, path: at });
      }
    }
    return { folders, files: await this.#files(items, came, all) };
  }

  /** Files that changes name. A change does not say whether its file is a link. */
  async #changedFiles(wanted: readonly Placed[], all: Whole): Promise<PlannedFile[]> {
    const { links, project, stop } = this.#options;
    const { version } = all;
    const [files, isLink] = await Promise.all([
      this.#files(
        wanted.map(({ change, path }) => ({ item: change, path })),
        null,
        all,
      ),
      allOrAbort(
        wanted.map(
          async ({ change, path }): Promise<[string, boolean]> => [
            treePath(path),
            change.isLink || (await links.isLink(serverPath(project, path), version, change.size)),
          ],
        ),
        stop,
      ),
    ]);
    const linked = new Set(isLink.flatMap(([path, is]) => (is ? [path] : [])));
    return files.map((file) => (linked.has(file.path) ? { ...file, isLink: true } : file));
  }

  async #files(
    wanted: readonly { item: Item; path: string }[],
    came: CameFrom | null,
    all: Whole,
  ): Promise<PlannedFile[]> {
    const { contents, project, stop } = this.#options;
    const { version, notes } = all;
    const blobs = await allOrAbort(
      wanted.map(async ({ item, path }) => {
        const known = item.md5 === null ? await this.#inherited(path, came, all) : -1;
        return known >= 0 ? known : await contents.blob(serverPath(project, path), version, item);
      }),
      stop,
    );
    return wanted.flatMap(({ item, path }, index) => {
      const blob = blobs[index] ?? null;
      if (blob === null) {
        notes.push({ kind: 'content_gone', path });
        return [];
      }
      return [{ path: treePath(path), blob, isLink: item.isLink }];
    });
  }

  /** The blob that a file brought with it from where it came, or -1. */
  async #inherited(path: string, came: CameFrom | null, { changes, version, before }: Whole): Promise<number> {
    const { project, past, turns } = this.#options;
    const where = { project, changeset: version };
    const origin: Origin | null = originOf(path, changes.get(fold(path)), came, where);
    if (origin === null) return -1;
    // What it came from may have come in a changeset that is still on its way.
    await turns.reached(Math.min(origin.changeset, before));
    return past.blob(origin.path, origin.changeset);
  }
}
