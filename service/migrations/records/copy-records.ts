/** From the index of an opened archive into this installation's records. */
import { type Names, nameOf, renamed } from './addresses.ts';
import { LABELS, MODELS, type Model } from './models.ts';
import { type Row, rewriteRow } from './record-rows.ts';
import type { RecordsDatabase } from './records-database.ts';
import { recordColumns } from './schema.ts';

export interface CopyPlan {
  /** Marks what comes, so that it can be removed again. */
  restoreGuid: string;
  /** Logins of users and organizations in the archive; `null`: their own records are left out, the name stays. */
  accounts: ReadonlyMap<string, { target: string } | null>;
  /**
   * Full names in the archive. Only those with `copy` bring their records; the others, and those that are not in the
   * map, are names that records may speak of.
   */
  repositories: ReadonlyMap<string, { target: string; copy: boolean }>;
  /** Paths of files (`attachments/<uuid>/<name>`) that had to change. */
  files: ReadonlyMap<string, string>;
}

export interface CopyResult {
  /** Ids of the repositories' rows in the database that was copied to. */
  repositories: { source: string; target: string; recordsId: number }[];
  /** How many records of each kind came, in the archive's order. */
  counts: { model: string; count: number }[];
  /** Teams and projects of organizations that are here already and say something else there. */
  keptAsHere: number;
}

/**
 * Copies what the plan says, in one transaction: all of it or nothing. Accounts of which there is a record already
 * keep that one.
 * @throws InvalidRecord when the archive contradicts itself
 */
export function copyRecords(from: RecordsDatabase, to: RecordsDatabase, plan: CopyPlan): CopyResult {
  const names = namesOf(plan);
  const rewrite = names === null ? null : (address: string) => renamed(address, names);
  return to.transaction(() => {
    const ids = new Map<number, number>();
    const repositories: CopyResult['repositories'] = [];
    const counts = new Map<string, number>();
    let keptAsHere = 0;
    const copy = (model: Model, row: Row, repositoryId: number | null): number => {
      counts.set(model.plural, (counts.get(model.plural) ?? 0) + 1);
      const moved = moveFiles(model, rewrite === null ? row : rewriteRow(model, row, rewrite), plan.files);
      return to.insertRow(model, { ...moved, repository_id: repositoryId, restore_guid: plan.restoreGuid });
    };
    const repositoryModel = MODELS.find((model) => model.plural === 'repositories') as Model;
    for (const row of from.sql<Row>('SELECT * FROM repositories ORDER BY archive_position, id').iterate({})) {
      const source = nameOf(row.address as string);
      const wanted = plan.repositories.get(source);
      if (wanted?.copy !== true) continue;
      const id = copy(repositoryModel, row, null);
      if (row.has_record !== 1) counts.set('repositories', (counts.get('repositories') ?? 1) - 1);
      ids.set(row.id as number, id);
      repositories.push({ source, target: wanted.target, recordsId: id });
    }
    for (const model of [...MODELS, LABELS]) {
      if (model.plural === 'repositories') continue;
      const rows = from.sql<Row>(`SELECT * FROM ${model.plural} ORDER BY archive_position, id`).iterate({});
      for (const row of rows) {
        if (row.repository_id !== null) {
          const id = ids.get(row.repository_id as number);
          if (id !== undefined) copy(model, row, id);
        } else if (belongsToRestored(model, row, plan)) {
          const coming = rewrite === null ? row : rewriteRow(model, row, rewrite);
          const known = knownAs(to, model, coming);
          if (known === undefined) copy(model, row, null);
          else if (model.scope === 'organization' && !saysTheSame(model, known, coming)) keptAsHere += 1;
        }
      }
    }
    const order = [...MODELS, LABELS].map((model) => model.plural);
    return {
      repositories,
      keptAsHere,
      counts: order.map((model) => ({ model, count: counts.get(model) ?? 0 })).filter(({ count }) => count > 0),
    };
  });
}

/** Null when nothing gets a new name. */
function namesOf(plan: CopyPlan): Names | null {
  const accounts = new Map<string, string>();
  for (const [source, wanted] of plan.accounts) {
    if (wanted !== null && wanted.target !== source) accounts.set(source, wanted.target);
  }
  const repositories = new Map<string, string>();
  for (const [source, { target }] of plan.repositories) {
    if (target !== source) repositories.set(source, target);
  }
  // A repository that keeps its name although its owner gets another one.
  if (accounts.size > 0) for (const [source, { target }] of plan.repositories) repositories.set(source, target);
  return accounts.size === 0 && repositories.size === 0 ? null : { accounts, repositories };
}

/** Records of no repository: accounts themselves, and what belongs to an organization. */
function belongsToRestored(model: Model, row: Row, plan: CopyPlan): boolean {
  const address = row.address as string;
  if (model.scope === 'account') {
    // Bots are nobody's account; they come along.
    return model.plural === 'bots' || (plan.accounts.get(nameOf(address)) ?? null) !== null;
  }
  const owner = (row.organization ?? row.owner ?? null) as string | null;
  return owner !== null && (plan.accounts.get(nameOf(owner)) ?? null) !== null;
}

function knownAs(to: RecordsDatabase, model: Model, { address = '' }: Row): Row | undefined {
  return to
    .sql<Row>(`SELECT * FROM ${model.plural} WHERE ifnull(repository_id, 0) = 0 AND address = @address`)
    .get({ address });
}

function saysTheSame(model: Model, one: Row, other: Row): boolean {
  return recordColumns(model).every((column) => one[column] === other[column]);
}

function moveFiles(model: Model, row: Row, files: ReadonlyMap<string, string>): Row {
  if (files.size === 0) return row;
  const moved = { ...row };
  for (const field of model.fields) {
    const value = row[field.name];
    if (field.kind === 'file' && typeof value === 'string') moved[field.name] = files.get(value) ?? value;
  }
  return moved;
}
