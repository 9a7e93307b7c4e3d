/** The public service's schemas (npm `@octokit/openapi`, MIT), which answers are held against. */
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { expect } from 'vitest';

const folder = new URL('../api/test-data/schemas/', import.meta.url);
const ajv = new Ajv({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv) => void)(ajv);
for (const name of readdirSync(folder)) ajv.addSchema(JSON.parse(readFileSync(new URL(name, folder), 'utf8')), name);
const operations = JSON.parse(readFileSync(new URL('../api/test-data/operations.json', import.meta.url), 'utf8'));

/** @param name a file of `api/test-data/schemas` */
export function expectShape(name: string, body: unknown): void {
  const validate = ajv.getSchema(name);
  if (validate === undefined) throw new Error(`no schema ${name}`);
  expect(validate(body) ? [] : validate.errors).toEqual([]);
}

/** What the answer of a public operation violates; null where the public description has no schema for it. */
export function violations(operation: string, status: number, body: unknown): unknown[] | null {
  const schema = operations[`${operation} ${status}`];
  if (schema === undefined) return null;
  return ajv.validate(schema, body) ? [] : [...(ajv.errors ?? [])];
}

/** What an error's body violates. */
export function errorViolations(status: number, body: unknown): unknown[] {
  const name = status === 422 ? 'validation-error.json' : 'basic-error.json';
  return ajv.validate(name, body) ? [] : [...(ajv.errors ?? [])];
}
