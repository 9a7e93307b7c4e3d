/** What an opened archive's index holds beside its records: files, repositories' refs, texts to search, problems. */
import type { Sentence } from '../../../language/sentence.ts';
import { decodeSentence, encodeSentence } from '../../store/sentence-column.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import { schemaSql, TABLES } from '../records/schema.ts';

const SQL = `
-- Facts in one word each: version, root.
CREATE TABLE archive_facts (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

-- All files but records and those of repositories.
CREATE TABLE archive_files (
  path TEXT PRIMARY KEY,
  -- Bytes; and where the content begins in the unpacked archive.
  size INTEGER NOT NULL,
  offset INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Bare repositories; a wiki is one of its own.
CREATE TABLE archive_repositories (
  full_name TEXT NOT NULL,
  wiki INTEGER NOT NULL,
  size INTEGER NOT NULL,
  -- The ref that HEAD names; null when it names a commit.
  head TEXT,
  PRIMARY KEY (full_name, wiki)
) STRICT, WITHOUT ROWID;

CREATE TABLE archive_refs (
  full_name TEXT NOT NULL,
  name TEXT NOT NULL,
  sha TEXT NOT NULL,
  PRIMARY KEY (full_name, name)
) STRICT, WITHOUT ROWID;

-- Issues and pull requests in one list.
CREATE TABLE archive_threads (
  address TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  repository TEXT NOT NULL COLLATE NOCASE,
  number INTEGER NOT NULL,
  state TEXT NOT NULL,
  -- UTC, for their order; the records have it as it was written.
  created_at TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX archive_threads_by_time ON archive_threads (created_at, number, address);
CREATE INDEX archive_threads_by_repository ON archive_threads (repository, created_at, number, address);
CREATE INDEX archive_threads_by_number ON archive_threads (repository, number);

-- Titles, bodies and comments: the row of the same id in archive_search has the words.
CREATE TABLE archive_texts (id INTEGER PRIMARY KEY, thread TEXT NOT NULL) STRICT;
CREATE VIRTUAL TABLE archive_search USING fts5 (text, content = '', tokenize = "unicode61 remove_diacritics 2");

-- What is attached to an entry of a thread.
CREATE INDEX attachments_by_comment ON attachments (issue_comment) WHERE issue_comment IS NOT NULL;
CREATE INDEX attachments_by_review ON attachments (pull_request_review) WHERE pull_request_review IS NOT NULL;
CREATE INDEX attachments_by_review_comment ON attachments (pull_request_review_comment)
  WHERE pull_request_review_comment IS NOT NULL;

CREATE TABLE archive_problems (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  severity TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  -- 'told' or 'lacks' where a restore says it at its end as well.
  at_end TEXT
) STRICT;
`;

export interface Problem {
  kind: 'missing_file' | 'dangling_address' | 'secret' | 'git' | 'other';
  severity: 'warning' | 'error';
  /** What it is about: a path in the archive or the address of a record. */
  subject: string;
  text: Sentence;
  /**
   * What a restore says at its end as well, whatever is chosen: `lacks` where what it restores may be incomplete by it, `told` where
   * something is left out that belongs to nothing that could be chosen.
   */
  atEnd?: 'told' | 'lacks';
}

/** Removes everything that was read, and makes the records' tables anew; those of the index are made by `makeIndexTables`. */
export function dropIndexTables(index: RecordsDatabase): void {
  const own = [...SQL.matchAll(/^CREATE (?:VIRTUAL )?TABLE (\w+)/gm)].map(([, name = '']) => name);
  // Repositories last: the others refer to them.
  for (const name of [...own, ...TABLES.map(({ plural }) => plural).reverse()]) index.db.exec(`DROP TABLE ${name}`);
  index.db.exec(schemaSql());
}

export function makeIndexTables(index: RecordsDatabase): void {
  index.db.exec(SQL);
}

export function setFact(index: RecordsDatabase, name: 'version' | 'root', value: string): void {
  index.sql('INSERT OR REPLACE INTO archive_facts (name, value) VALUES (@name, @value)').run({ name, value });
}

export function fact(index: RecordsDatabase, name: 'version' | 'root'): string | null {
  const row = index.sql<{ value: string }>('SELECT value FROM archive_facts WHERE name = @name').get({ name });
  return row?.value ?? null;
}

export function addProblem(index: RecordsDatabase, problem: Problem): void {
  index
    .sql(
      `INSERT INTO archive_problems (kind, severity, subject, text, at_end)
       VALUES (@kind, @severity, @subject, @text, @atEnd)`,
    )
    .run({ atEnd: null, ...problem, text: encodeSentence(problem.text) });
}

/** What a restore says at its end as well. An index that an earlier version made does not tell. */
export function problemsAtEnd(index: RecordsDatabase): { text: Sentence; lacks: boolean }[] {
  const column = index.sql("SELECT 1 AS n FROM pragma_table_info('archive_problems') WHERE name = 'at_end'").get({});
  if (column === undefined) return [];
  return index
    .sql<{ text: string; at_end: string }>(
      'SELECT text, at_end FROM archive_problems WHERE at_end IS NOT NULL ORDER BY id',
    )
    .all({})
    .map(({ text, at_end }) => ({ text: decodeSentence(text), lacks: at_end === 'lacks' }));
}

export function countProblems(index: RecordsDatabase): number {
  return index.sql<{ n: number }>('SELECT count(*) AS n FROM archive_problems').get({})?.n ?? 0;
}
