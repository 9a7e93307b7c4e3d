/** Where repositories and what belongs to them lie in the data folder. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Move, Rename } from './rename.ts';

type Named = Pick<RepositoryRow, 'owner' | 'name'>;

export class RepositoryPlaces {
  /** One folder an owner. */
  readonly folder: string;
  readonly trash: string;
  /** What says which renames are under way. */
  readonly renames: string;

  constructor(dataFolder: string) {
    this.folder = join(dataFolder, 'repositories');
    this.trash = join(dataFolder, 'trash');
    this.renames = join(dataFolder, 'renames');
  }

  /** The bare repository's folder. */
  repository({ owner, name }: Named): string {
    return join(this.folder, owner, `${name}.git`);
  }

  /** The bare repository of its wiki; most repositories have none. */
  wiki({ owner, name }: Named): string {
    return join(this.folder, owner, `${name}.wiki.git`);
  }

  /** The files of an import's report, beside the repository, and the list of what revisions became. */
  reportFiles({ owner, name }: Named): { html: string; json: string; revisions: string } {
    const base = join(this.folder, owner, name);
    return {
      html: `${base}.import-report.html`,
      json: `${base}.import-report.json`,
      revisions: `${base}.revisions.tsv`,
    };
  }

  /** Where a repository lies while it is removed. */
  grave(id: number): string {
    return join(this.trash, `repository-${id}`);
  }

  /** What moves with a repository's name. */
  moves({ owner, from, to }: Rename): Move[] {
    const files = (name: string) => {
      const { html, json, revisions } = this.reportFiles({ owner, name });
      return [this.repository({ owner, name }), this.wiki({ owner, name }), html, json, revisions];
    };
    const targets = files(to);
    return files(from).map((path, index) => ({ from: path, to: targets[index] as string }));
  }

  /** Names of the folders that lie there, by owner. */
  foldersByOwner(): Map<string, string[]> {
    return new Map(foldersIn(this.folder).map((owner) => [owner, foldersIn(join(this.folder, owner))]));
  }
}

/** Name of the repository that a folder belongs to: itself or its wiki. */
export function repositoryOf(folder: string): string {
  return folder.replace(/(\.wiki)?\.git$/, '');
}

function foldersIn(path: string): string[] {
  if (!existsSync(path)) return [];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);
}
