/** One line of `revisions.tsv`: what became of a revision, changeset or commit of the source. */

export const HEADER = 'revision\tpath\tcommit\tauthor\tdate';

export interface RevisionRow {
  /** `r12`, `C815`, Mercurial's `12:1a2b…`, or the source's own id: 40 hex digits. */
  revision: string;
  /** Folder of the branch or tag, from the repository's root; a Mercurial changeset's branch; '' for Git. */
  path: string;
  /** Id of the commit, or of the annotated tag. */
  commit: string;
  /** Name and address as the commit has them. */
  author: string;
  /** `YYYY-MM-DDTHH:MM:SSZ`. */
  date: string;
}

/** Tabs and line ends in names become spaces. */
export function lineOf({ revision, path, commit, author, date }: RevisionRow): string {
  return `${[revision, path, commit, author, date].map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')}\n`;
}

/** @returns null for a line that is none */
export function rowOf(line: string): RevisionRow | null {
  const [revision, path, commit, author, date] = line.split('\t');
  if (
    revision === undefined ||
    path === undefined ||
    commit === undefined ||
    author === undefined ||
    date === undefined
  )
    return null;
  return { revision, path, commit, author, date };
}
