/** The tables of a records database, made from the models: what a record can hold is written down once. */
import { type Field, LABELS, MODELS, type Model } from './models.ts';

/** `user_version` of a records database. */
export const SCHEMA_VERSION = 1;

/** All tables, repositories first: the others refer to it. */
export const TABLES: readonly Model[] = [
  ...MODELS.filter((model) => model.plural === 'repositories'),
  ...MODELS.filter((model) => model.plural !== 'repositories'),
  LABELS,
];

export function schemaSql(): string {
  return TABLES.map(tableSql).join('\n');
}

/** What tells whose row it is, as the table's index has it: a thousand repositories must not read the whole table each. */
export function homeColumn({ plural }: Model): string {
  return plural === 'repositories' ? 'id' : 'ifnull(repository_id, 0)';
}

/** Columns of a table that come with its record, in order. */
export function recordColumns(model: Model): string[] {
  return ['address', ...model.fields.map((field) => field.name), 'other_fields'];
}

function tableSql(model: Model): string {
  const own = model.plural === 'repositories';
  const columns = [
    'id INTEGER PRIMARY KEY AUTOINCREMENT',
    // Which restore brought it: the rows of one that was cut off are removed by it.
    'restore_guid TEXT',
    ...(own
      ? // A repository that records speak of before (or without) its own record.
        ['has_record INTEGER NOT NULL DEFAULT 0']
      : ['repository_id INTEGER REFERENCES repositories (id) ON DELETE CASCADE']),
    'address TEXT NOT NULL',
    // Number of its file times a million plus its place in it: the archive's order, in whatever order files come.
    'archive_position INTEGER NOT NULL DEFAULT 0',
    ...(model.numbered ? ['archive_number INTEGER'] : []),
    ...model.fields.map(columnSql),
    'other_fields TEXT',
  ];
  const indexes = own
    ? [`CREATE INDEX repositories_by_address ON repositories (address);`]
    : [
        `CREATE UNIQUE INDEX ${model.plural}_by_address ON ${model.plural} (ifnull(repository_id, 0), address);`,
        ...(model.numbered
          ? [`CREATE INDEX ${model.plural}_by_number ON ${model.plural} (repository_id, archive_number);`]
          : []),
        ...parentIndexes(model),
      ];
  return `CREATE TABLE ${model.plural} (\n  ${columns.join(',\n  ')}\n) STRICT;\n${indexes.join('\n')}`;
}

function columnSql(field: Field): string {
  const type = field.kind === 'integer' || field.kind === 'boolean' ? 'INTEGER' : 'TEXT';
  return `"${field.name}" ${type}`;
}

/** What belongs to an issue or a pull request is read by it. */
function parentIndexes(model: Model): string[] {
  return model.fields
    .filter((field) => field.kind === 'record' && ['issue', 'pull_request'].includes(field.name))
    .map(
      (field) =>
        `CREATE INDEX ${model.plural}_by_${field.name} ON ${model.plural} ("${field.name}") WHERE "${field.name}" IS NOT NULL;`,
    );
}
