/** A collection of projects with their whole history in memory: what the test server serves and tests compare with. */
import { fold, folderOf, liesIn } from '../paths.ts';
import { CheckIn } from './check-in.ts';
import type { ModelBranch, ModelChangeset, ModelItem, ModelLabel, Person, Tree } from './model-shapes.ts';

export const ADA: Person = { id: 'a0', displayName: 'Ada Lovelace', uniqueName: 'ada@example.com' };
export const BOB: Person = { id: 'b0', displayName: 'Bob Kahn', uniqueName: 'CONTOSO\\bob' };

const START = Date.parse('2014-03-19T17:00:00.213Z');

export class TfvcModel {
  readonly projects: { name: string; id: string; usesTfvc: boolean }[] = [];
  readonly changesets: ModelChangeset[] = [];
  branches: ModelBranch[] = [];
  readonly labels: ModelLabel[] = [];

  /** Makes a project; one with version control gets its folder in a changeset of its own. */
  addProject(name: string, usesTfvc = true): void {
    const id = `00000000-0000-4000-8000-${String(this.projects.length + 1).padStart(12, '0')}`;
    this.projects.push({ name, id, usesTfvc });
    if (usesTfvc)
      this.checkIn({ comment: `Created team project folder $/${name}` }, (work) => work.addFolder(`$/${name}`));
  }

  get youngest(): number {
    return this.changesets.length;
  }

  /** The tree after a changeset. */
  treeAt(version: number): Tree {
    return this.changesets[version - 1]?.tree ?? new Map();
  }

  /** Checks in what `act` does. @returns the changeset's number */
  checkIn(
    meta: { author?: Person; committer?: Person; comment?: string; date?: string },
    act: (work: CheckIn) => void,
  ): number {
    const id = this.changesets.length + 1;
    const work = new CheckIn(this, id, new Map(this.treeAt(id - 1)));
    act(work);
    const author = meta.author ?? ADA;
    this.changesets.push({
      id,
      author,
      committer: meta.committer ?? author,
      date: meta.date ?? new Date(START + id * 61_000).toISOString(),
      comment: meta.comment ?? `Changeset ${id}`,
      changes: work.changes,
      tree: work.tree,
    });
    return id;
  }

  label(name: string, items: ModelLabel['items'], scope: string, description = ''): ModelLabel {
    const label: ModelLabel = {
      id: 2800 + this.labels.length,
      name,
      scope,
      description,
      owner: BOB,
      modified: new Date(START + (this.labels.length + 500) * 3_600_000).toISOString(),
      items,
    };
    this.labels.push(label);
    return label;
  }

  /** A label on everything in a folder at a changeset. */
  labelFolder(name: string, folder: string, version: number, description = ''): ModelLabel {
    const items = this.below(folder, version).map(({ path, content, version: changed }) => ({
      path,
      version: changed,
      isFolder: content === null,
    }));
    return this.label(name, items, `$/${folder.split('/')[1]}`, description);
  }

  /** The folder and everything in it at a changeset, by path. */
  below(folder: string, version: number): ModelItem[] {
    const top = fold(folder);
    return [...this.treeAt(version)]
      .filter(([path]) => path === top || liesIn(path, top) || top === '$/')
      .map(([, item]) => item)
      .sort((a, b) => (a.path < b.path ? -1 : 1));
  }

  /** The folder itself and what lies directly in it. */
  level(folder: string, version: number): ModelItem[] {
    const top = fold(folder);
    if (top === '$/') {
      const projects = [...this.treeAt(version).values()].filter(({ path }) => path.split('/').length === 2);
      return [{ path: '$/', content: null, isLink: false, version: 1 }, ...projects];
    }
    return this.below(folder, version).filter(({ path }) => fold(path) === top || folderOf(fold(path)) === top);
  }

  /** Changesets that changed something at a path or below it. */
  historyOf(path: string): ModelChangeset[] {
    const top = fold(path);
    return this.changesets.filter(({ changes }) =>
      changes.some(
        (change) => liesIn(fold(change.path), top) || (change.source !== undefined && liesIn(fold(change.source), top)),
      ),
    );
  }

  /** Files of a project after a changeset: path below the project, mode and content. */
  filesOf(project: string, version: number, folder = ''): Map<string, { mode: string; content: Buffer }> {
    const top = folder === '' ? `$/${project}` : `$/${project}/${folder}`;
    const files = new Map<string, { mode: string; content: Buffer }>();
    for (const { path, content, isLink } of this.below(top, version)) {
      if (content !== null) files.set(path.slice(top.length + 1), { mode: isLink ? '120000' : '100644', content });
    }
    return files;
  }
}
