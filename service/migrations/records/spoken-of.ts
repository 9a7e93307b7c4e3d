/** Whose names the records of an archive hold: these accounts get records of their own. */
import { addressesIn } from './addresses.ts';
import type { ExportedRepository, ExportScope } from './export-scope.ts';
import { LABELS, MODELS } from './models.ts';
import type { RecordsDatabase } from './records-database.ts';
import { homeColumn } from './schema.ts';

/** Logins that the records of the repositories, and of their organization, speak of. */
export function accountsSpokenOf(
  records: RecordsDatabase,
  scope: ExportScope,
  repositories: readonly ExportedRepository[],
): Set<string> {
  const logins = new Set<string>();
  const add = (address: string) => {
    const login = /^\/([^/#?]+)$/.exec(address)?.[1];
    if (login !== undefined) logins.add(login);
  };
  const ids = repositories.flatMap(({ records_id }) => (records_id === null ? [] : [records_id]));
  const organization = scope.organization === null ? null : `/${scope.organization.login}`;
  for (const model of [...MODELS, LABELS]) {
    if (model.scope === 'account') continue;
    if (scope.exclude_attachments && model.plural === 'attachments') continue;
    const owner = model.fields.find((field) => field.name === 'organization' || field.name === 'owner')?.name;
    const conditions = [`${homeColumn(model)} = @id`];
    if (model.scope === 'organization' && owner !== undefined && organization !== null) {
      conditions.push(`(repository_id IS NULL AND "${owner}" = @organization)`);
    }
    const columns = (kind: string) => model.fields.filter((field) => field.kind === kind).map((field) => field.name);
    for (const id of ids.length === 0 ? [0] : ids) {
      const parameters = conditions.length === 1 ? { id } : { id, organization };
      const where = `(${conditions.join(' OR ')})`;
      for (const column of columns('account')) {
        const rows = records.sql<{ value: string }>(
          `SELECT DISTINCT "${column}" AS value FROM ${model.plural} WHERE ${where} AND "${column}" IS NOT NULL`,
        );
        for (const { value } of rows.iterate(parameters)) add(value);
      }
      for (const column of [...columns('json'), 'other_fields']) {
        const rows = records.sql<{ value: string }>(
          `SELECT "${column}" AS value FROM ${model.plural} WHERE ${where} AND "${column}" LIKE '%"https://gantry.localhost/%'`,
        );
        for (const { value } of rows.iterate(parameters)) for (const address of addressesIn(value)) add(address);
      }
    }
  }
  return logins;
}
