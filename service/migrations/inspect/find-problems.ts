/** What is wrong with an archive as a whole: told once, when everything was read. */
import { type Said, say } from '../../../language/sentence.ts';
import { ROOT } from '../records/addresses.ts';
import { ATTACHED_FILES, attachedInArchive } from '../records/attached-files.ts';
import { filesInJson } from '../records/files-in-json.ts';
import { isReference, MODELS } from '../records/models.ts';
import type { RecordsDatabase } from '../records/records-database.ts';
import { NAMED } from './choices/choice-queries.ts';
import { addProblem, type Problem } from './index-tables.ts';
import {
  filesAtOtherPlaces,
  filesOfNoRecord,
  moreMissingFiles,
  namesWhatIsMissing,
  ofOtherPlaces,
  ofUnknownRepositories,
} from './problem-sentences.ts';

/** Problems of one kind that are told one by one; of more, the rest is counted. */
const TOLD = 100;

/** A missing thing and how many records name it. */
interface Missing {
  value: string;
  n: number;
}

export function findProblems(index: RecordsDatabase): void {
  missingFiles(index);
  filesElsewhere(index);
  repositoriesWithoutData(index);
  danglingAddresses(index);
  recordsWithoutRepository(index);
  recordsOfOtherPlaces(index);
}

/** What belongs to a repository comes with it, or not at all. */
function recordsWithoutRepository(index: RecordsDatabase): void {
  for (const { plural, scope } of MODELS) {
    if (scope !== 'repository' || plural === 'repositories') continue;
    const found = index
      .sql<{ n: number; example: string | null }>(
        `SELECT count(*) AS n, min(r.address) AS example FROM ${plural} t JOIN repositories r ON r.id = t.repository_id
         WHERE r.has_record = 0`,
      )
      .get({});
    if (found === undefined || found.example === null) continue;
    addProblem(index, {
      kind: 'dangling_address',
      severity: 'warning',
      subject: found.example,
      text: ofUnknownRepositories({ count: found.n, kind: plural, example: found.example }),
      atEnd: 'told',
    });
  }
}

/** What is not addressed below the root as accounts and repositories are has no name here. */
function recordsOfOtherPlaces(index: RecordsDatabase): void {
  for (const [plural, isNamed] of Object.entries(NAMED)) {
    const found = index
      .sql<{ n: number; example: string | null }>(
        `SELECT count(*) AS n, min(address) AS example FROM ${plural}
         WHERE ${plural === 'repositories' ? 'has_record = 1 AND ' : ''} NOT (${isNamed})`,
      )
      .get({});
    if (found === undefined || found.example === null) continue;
    addProblem(index, {
      kind: 'dangling_address',
      severity: plural === 'repositories' ? 'error' : 'warning',
      subject: found.example,
      text: ofOtherPlaces({ count: found.n, kind: plural, example: found.example }),
      atEnd: 'told',
    });
  }
}

function missingFiles(index: RecordsDatabase): void {
  for (const [table, column] of [
    ['attachments', 'asset_url'],
    ['repository_files', 'file_url'],
  ] as const) {
    const missing = `FROM ${table} WHERE "${column}" IS NOT NULL AND "${column}" NOT IN (SELECT path FROM archive_files)`;
    const problem = (subject: string, text: Said) =>
      addProblem(index, { kind: 'missing_file', severity: 'error', subject, text });
    const rows = index
      .sql<{ path: string; address: string }>(
        `SELECT "${column}" AS path, address ${missing} ORDER BY address LIMIT ${TOLD}`,
      )
      .all({});
    for (const { path, address } of rows) {
      problem(path, say('The file {path}, which {address} names, is not in the archive.', { path, address }));
    }
    const left = (index.sql<{ n: number }>(`SELECT count(*) AS n ${missing}`).get({})?.n ?? 0) - rows.length;
    if (left > 0) problem(table, moreMissingFiles(left, table));
  }
  const unnamed = index
    .sql<{ n: number; example: string | null }>(
      `SELECT count(*) AS n, min(path) AS example FROM archive_files
       WHERE (path GLOB 'attachments/*' AND path NOT IN (SELECT asset_url FROM attachments WHERE asset_url IS NOT NULL))
          OR (path GLOB 'repository_files/*'
              AND path NOT IN (SELECT file_url FROM repository_files WHERE file_url IS NOT NULL))`,
    )
    .get({});
  if (unnamed !== undefined && unnamed.example !== null) {
    addProblem(index, {
      kind: 'other',
      severity: 'warning',
      subject: unnamed.example,
      text: filesOfNoRecord(unnamed.n, unnamed.example),
      atEnd: 'told',
    });
  }
}

/** Files that records name, and that are not where attached files of their kind lie. A restore says it of what is chosen. */
function filesElsewhere(index: RecordsDatabase): void {
  const paths = new Set<string>();
  for (const { id } of index.sql<{ id: number }>('SELECT id FROM repositories WHERE has_record = 1').all({})) {
    for (const path of filesInJson(index, id)) paths.add(path);
  }
  for (const { folder: table, column } of ATTACHED_FILES) {
    const named = index.sql<{ path: string }>(`SELECT "${column}" AS path FROM ${table} WHERE "${column}" IS NOT NULL`);
    for (const { path } of named.iterate({})) if (attachedInArchive(path)?.root !== table) paths.add(path);
  }
  const [example] = [...paths].sort();
  if (example === undefined) return;
  const text = filesAtOtherPlaces(paths.size, example);
  addProblem(index, { kind: 'missing_file', severity: 'error', subject: example, text });
}

function repositoriesWithoutData(index: RecordsDatabase): void {
  const named = `SELECT substr(address, 2) AS full_name, wiki_url FROM repositories WHERE has_record = 1 AND ${NAMED.repositories}`;
  const data = (wiki: 0 | 1) => `SELECT full_name FROM archive_repositories WHERE wiki = ${wiki}`;
  const names = (text: string) =>
    index
      .sql<{ full_name: string }>(text)
      .all({})
      .map((row) => row.full_name);
  const git = (subject: string, severity: Problem['severity'], text: Said, atEnd: Problem['atEnd'] | null = null) =>
    addProblem(index, { kind: 'git', severity, subject, text, ...(atEnd === null ? {} : { atEnd }) });
  for (const name of names(`SELECT full_name FROM (${named}) WHERE full_name NOT IN (${data(0)}) ORDER BY 1`)) {
    git(
      `/${name}`,
      'error',
      say('The archive holds no Git data of the repository {name}. It would be restored empty.', { name }),
    );
  }
  for (const name of names(`${data(0)} AND full_name NOT IN (SELECT full_name FROM (${named})) ORDER BY 1`)) {
    const text = say(
      'The archive holds Git data of {name}, but no record says that there is such a repository. It is not restored.',
      { name },
    );
    git(`repositories/${name}.git`, 'error', text, 'told');
  }
  for (const name of names(
    `SELECT full_name FROM (${named}) WHERE wiki_url IS NOT NULL AND full_name NOT IN (${data(1)}) ORDER BY 1`,
  )) {
    git(`/${name}`, 'warning', say('The archive does not hold the wiki that the repository {name} has.', { name }));
  }
  for (const name of names(
    `${data(1)} AND full_name NOT IN (SELECT full_name FROM (${named}) WHERE wiki_url IS NOT NULL) ORDER BY 1`,
  )) {
    const text = say("The archive holds a wiki of {name}, but the repository's record does not say so.", { name });
    git(`repositories/${name}.wiki.git`, 'warning', text);
  }
}

/** Arrays of addresses whose members are looked at one by one. */
const LISTS = [
  ['issues', 'assignees'],
  ['issues', 'labels'],
  ['pull_requests', 'assignees'],
  ['pull_requests', 'labels'],
] as const;

function danglingAddresses(index: RecordsDatabase): void {
  index.db.exec('CREATE TEMP TABLE known_addresses (address TEXT PRIMARY KEY) WITHOUT ROWID');
  for (const table of [...MODELS.map((model) => model.plural), 'labels']) {
    const condition = table === 'repositories' ? 'WHERE has_record = 1' : '';
    index.db.exec(`INSERT OR IGNORE INTO known_addresses SELECT address FROM ${table} ${condition}`);
  }
  const unknown = (table: string, what: string, from: string, field: string) => {
    const missing = index
      .sql<Missing>(
        `SELECT value, count(*) AS n FROM (SELECT ${what} AS value FROM ${from})
         WHERE value LIKE '/%' AND value NOT IN (SELECT address FROM known_addresses)
         GROUP BY value ORDER BY n DESC, value`,
      )
      .all({});
    dangling(index, table, field, missing);
  };
  for (const model of MODELS) {
    for (const field of model.fields) {
      if (isReference(field.kind)) unknown(model.plural, `"${field.name}"`, model.plural, field.name);
    }
  }
  for (const [table, field] of LISTS) {
    const inner = `substr(item.value, ${ROOT.length + 1})`;
    const from = `${table}, json_each(${table}."${field}") AS item WHERE item.type = 'text'`;
    unknown(table, inner, `${from} AND item.value LIKE '${ROOT}/%'`, field);
  }
  index.db.exec('DROP TABLE known_addresses');
}

/** One problem a field, however many records it concerns. */
function dangling(index: RecordsDatabase, plural: string, field: string, missing: readonly Missing[]): void {
  const first = missing[0];
  if (first === undefined) return;
  const count = missing.reduce((sum, { n }) => sum + n, 0);
  const examples = missing.slice(0, 3).map(({ value }) => value);
  const named = { examples: examples.join(', '), more: missing.length - examples.length };
  addProblem(index, {
    kind: 'dangling_address',
    severity: 'warning',
    subject: first.value,
    text: namesWhatIsMissing({ field, count, kind: plural }, named),
  });
}
