/** The document against the tables of service.md: statuses, whole numbers, and the `accept` parameter of every operation. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';

interface Described {
  responses: Record<string, unknown>;
  parameters: { name: string; in: string; required?: boolean; schema: { type: string; maximum?: number } }[];
}

let engine: TestEngine;
let paths: Record<string, Record<string, Described>>;
beforeAll(async () => {
  engine = await startTestEngine();
  paths = (await engine.api('GET', '/openapi.json')).body.paths;
});
afterAll(() => engine.end());

/** service.md, "Endpoints": success first, then the other statuses. */
const LISTED: Record<string, string> = {
  'GET /applications/grants': '200 304 401 403 404',
  'GET /applications/grants/{grant_id}': '200 304 401 403',
  'DELETE /applications/grants/{grant_id}': '204 304 401 403',
  'GET /authorizations': '200 304 401 403 404',
  'POST /authorizations': '201 304 401 403 410 422',
  'PUT /authorizations/clients/{client_id}': '200 201 304 401 403 422',
  'PUT /authorizations/clients/{client_id}/{fingerprint}': '200 201 422',
  'GET /authorizations/{authorization_id}': '200 304 401 403',
  'PATCH /authorizations/{authorization_id}': '200 422',
  'DELETE /authorizations/{authorization_id}': '204 304 401 403',
  'GET /rate_limit': '200 304 404',
  'GET /orgs/{org}/migrations': '200',
  'POST /orgs/{org}/migrations': '201 404 422',
  'GET /orgs/{org}/migrations/{migration_id}': '200 404',
  'GET /orgs/{org}/migrations/{migration_id}/archive': '302 404',
  'DELETE /orgs/{org}/migrations/{migration_id}/archive': '204 404',
  'DELETE /orgs/{org}/migrations/{migration_id}/repos/{repo_name}/lock': '204 404',
  'GET /orgs/{org}/migrations/{migration_id}/repositories': '200 404',
  'GET /user/migrations': '200 304 401 403',
  'POST /user/migrations': '201 304 401 403 422',
  'GET /user/migrations/{migration_id}': '200 304 401 403 404',
  'GET /user/migrations/{migration_id}/archive': '302 304 401 403',
  'DELETE /user/migrations/{migration_id}/archive': '204 304 401 403 404',
  'DELETE /user/migrations/{migration_id}/repos/{repo_name}/lock': '204 304 401 403 404',
  'GET /user/migrations/{migration_id}/repositories': '200 304 401 403 404',
  'GET /repos/{owner}/{repo}/import': '200 404',
  'PUT /repos/{owner}/{repo}/import': '201 404 422',
  'PATCH /repos/{owner}/{repo}/import': '200',
  'DELETE /repos/{owner}/{repo}/import': '204',
  'GET /repos/{owner}/{repo}/import/authors': '200 404',
  'PATCH /repos/{owner}/{repo}/import/authors/{author_id}': '200 404 422',
  'GET /repos/{owner}/{repo}/import/large_files': '200',
  'PATCH /repos/{owner}/{repo}/import/lfs': '200 422',
};

test.each(Object.entries(LISTED))('%s lists %s', (name, statuses) => {
  const [method = '', path = ''] = name.split(' ');
  expect(Object.keys(paths[path]?.[method.toLowerCase()]?.responses ?? {})).toEqual(
    expect.arrayContaining(statuses.split(' ')),
  );
});

test('every operation has one accept parameter, required where a preview is; ids and pages are whole numbers', () => {
  for (const [path, methods] of Object.entries(paths)) {
    for (const [method, { parameters }] of Object.entries(methods)) {
      const accepts = parameters.filter((parameter) => parameter.name.toLowerCase() === 'accept');
      expect([method, path, accepts.length]).toEqual([method, path, 1]);
      expect(accepts[0]).toMatchObject({ name: 'accept', in: 'header', schema: { type: 'string' } });
      for (const { name, in: place, schema } of parameters) {
        const whole =
          /^(grant|authorization|migration|author|hook|delivery)_id$/.test(name) || /^(per_)?page$/.test(name);
        if (whole) expect([path, name, place, schema.type]).toEqual([path, name, place, 'integer']);
        if (name === 'per_page') expect(schema.maximum).toBe(100);
        if (['org', 'owner', 'repo', 'repo_name', 'client_id', 'fingerprint'].includes(name))
          expect(schema.type).toBe('string');
        expect(schema).not.toHaveProperty('pattern');
      }
    }
  }
  const of = (method: string, path: string) =>
    paths[path]?.[method]?.parameters.find(({ name }) => name === 'accept')?.required;
  expect(of('get', '/orgs/{org}/migrations')).toBe(true);
  expect(of('post', '/orgs/{org}/migrations')).toBe(false);
  expect(of('get', '/authorizations')).toBe(false);
});

test('a named shape that may be null says so, and a query that is refused has its status', async () => {
  const { body: document } = await engine.api('GET', '/openapi.json');
  const comparison = paths['/repos/{owner}/{repo}/import/comparison']?.get?.responses['200'];
  expect(comparison).toMatchObject({
    content: { 'application/json': { schema: { anyOf: [{}, { type: 'null' }] } } },
  });
  expect(document.components.schemas.ImportBatchEntry.properties.verdict).toEqual({
    anyOf: [{ $ref: '#/components/schemas/Verdict' }, { type: 'null' }],
  });
  expect(JSON.stringify(document)).not.toMatch(/"allOf":\[\{"\$ref":"[^"]*"\},\{"type":\["\w+","null"\]/);
  for (const path of ['/user/work', '/inspections/{id}/choices', '/inspections/{id}/repositories'])
    expect(paths[path]?.get?.responses).toHaveProperty('422');
  expect((await engine.api('GET', '/user/work?failed=some')).status).toBe(422);
});
