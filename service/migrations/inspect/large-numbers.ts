/**
 * Numbers of an archive's records that JavaScript does not keep as they were written: whole ones from 2 to the power of 53 on, which
 * are rounded, and those beyond all measure (1e400), of which nothing is left.
 */

/** Names of the fields that such numbers stand in, one each number. */
export function fieldsOfLargeNumbers(record: Record<string, unknown>): string[] {
  const found: string[] = [];
  for (const [field, value] of Object.entries(record)) look(value, field, found);
  return found;
}

function look(value: unknown, field: string, found: string[]): void {
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || Math.abs(value) > Number.MAX_SAFE_INTEGER) found.push(field);
  } else if (Array.isArray(value)) for (const each of value) look(each, field, found);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, each] of Object.entries(value)) look(each, name, found);
  }
}
