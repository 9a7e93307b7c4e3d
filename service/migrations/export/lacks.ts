/** What an archive goes without: counted while it is made, and said. */
import { counted, type Said, say } from '../../../language/sentence.ts';
import type { ArchiveLacks, LackOf } from '../../vocabulary/archive-lacks.ts';

/** Repositories that are named; the rest is counted. */
const NAMED = 10;

export class LackCount {
  readonly #of = new Map<string, LackOf>();

  /** @param name of a repository or a wiki */
  add(name: string, lack: Partial<Omit<LackOf, 'name'>>): void {
    const { large_files = 0, attached_files = 0 } = lack;
    if (large_files + attached_files === 0) return;
    const known = this.#of.get(name) ?? { name, large_files: 0, attached_files: 0 };
    known.large_files += large_files;
    known.attached_files += attached_files;
    this.#of.set(name, known);
  }

  get result(): ArchiveLacks {
    const all = [...this.#of.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    return {
      large_files: all.reduce((sum, { large_files }) => sum + large_files, 0),
      attached_files: all.reduce((sum, { attached_files }) => sum + attached_files, 0),
      repositories: all.slice(0, NAMED),
      more: all.slice(NAMED).length,
    };
  }
}

/** A sentence each, what to do about it in it. */
export function lackNotes({ repositories, more }: ArchiveLacks): Said[] {
  const notes = repositories.flatMap(({ name, large_files, attached_files }) => [
    ...(large_files > 0 ? [largeFiles(name, large_files)] : []),
    ...(attached_files > 0 ? [attachedFiles(name, attached_files)] : []),
  ]);
  if (more === 1) notes.push(say('1 more repository lacks files as well.'));
  if (more > 1) notes.push(say('{count} more repositories lack files as well.', { count: counted(more) }));
  return notes;
}

function largeFiles(name: string, count: number): Said {
  return count === 1
    ? say(
        '1 large file (Git LFS) of {name} is not in the archive, only a pointer to it. Send it with "git lfs push --all" from a clone that has it, then export again.',
        { name },
      )
    : say(
        '{count} large files (Git LFS) of {name} are not in the archive, only pointers to them. Send them with "git lfs push --all" from a clone that has them, then export again.',
        { count: counted(count), name },
      );
}

function attachedFiles(name: string, count: number): Said {
  return count === 1
    ? say(
        '1 attached file that a record of {name} names is not here, and not in the archive. The log names it, if it ever was here: put it back into the data folder from a copy, then export again.',
        { name },
      )
    : say(
        '{count} attached files that records of {name} name are not here, and not in the archive. The log names those that ever were here: put them back into the data folder from a copy, then export again.',
        { count: counted(count), name },
      );
}
