/** Every operation and every line of a list, asked for by every kind of caller; docs/security.md shows what came of it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Engine } from '../engine.ts';
import { basic, startTestEngine, type TestEngine } from '../testing/engine.ts';
import { documentRoutes } from './openapi-document.ts';
import { routesOf } from './routes.ts';

const PAGE = join(import.meta.dirname, '../../docs/security.md');
/** Nobody answers there. */
const ADDRESS = 'http://127.0.0.1:9/x.git';
const PASSWORD = 'secret words';

/** Routes are only built here, never asked: any room will do. */
const rooms: Engine = new Proxy({} as Engine, { get: () => rooms });

let engine: TestEngine;
let callers: Record<string, Record<string, string>>;

const roomy = { account: 1e6, address: 1e6, window: 3_600_000 };

beforeAll(async () => {
  engine = await startTestEngine(undefined, { allowances: { core: roomy, source_import: roomy } });
  for (const login of ['member', 'stranger', 'careful'])
    await engine.api('POST', '/admin/users', { login, password: PASSWORD });
  await engine.api('POST', '/admin/organizations', { login: 'sealed' });
  for (const org of ['acme', 'sealed']) {
    for (const login of ['member', 'careful']) await engine.api('PUT', `/orgs/${org}/memberships/${login}`);
    await engine.api('POST', `/orgs/${org}/repos`, { name: 'secret', private: true });
    await engine.api('POST', `/orgs/${org}/repos`, { name: 'open' });
  }
  await engine.api('PATCH', '/orgs/sealed', { saml_enforced: true });
  const token = async (scopes: string[]) => {
    const { body, status } = await engine.api('POST', '/authorizations', { note: `for ${scopes}`, scopes });
    expect(status).toBe(201);
    return { authorization: `token ${body.token}` };
  };
  callers = {
    nobody: { authorization: '' },
    stranger: basic('stranger', PASSWORD),
    'token without scopes': await token([]),
    'token public_repo': await token(['public_repo']),
    'token repo': await token(['repo']),
    'token repo, single sign-on': await token(['admin:org', 'repo']),
    member: basic('member', PASSWORD),
    owner: basic('ann', 'correct horse'),
  };
});
afterAll(() => engine.end());

const LAYOUT = { root: '', trunk: 'trunk', branches: [], tags: [], default_branch: 'main', gitignore: true };
/** What an operation is sent so that nothing but rights keeps it from its work. */
const BODIES: Record<string, unknown> = {
  'POST /repos/{owner}/{repo}/import/layout_previews': LAYOUT,
  'POST /import_outlines': { vcs_url: ADDRESS },
  'POST /import_outlines/{id}/layout_previews': LAYOUT,
  'PATCH /repos/{owner}/{repo}/import/authors': { authors: [] },
  'POST /repos/{owner}/{repo}/import/authors/edits': { rule: { kind: 'accept' } },
  'PATCH /repos/{owner}/{repo}/import/lfs': { use_lfs: 'opt_in' },
  'POST /admin/organizations': { login: '-' },
  'POST /admin/users': { login: '-', password: PASSWORD },
  'POST /applications': { name: 'x' },
  'POST /authorizations': { note: 'x', scopes: ['-'] },
  'POST /import_batches': { list: JSON.stringify([{ vcs_url: ADDRESS, owner: 'acme', repo: 'secret' }]) },
  'POST /import_detections': { vcs_url: ADDRESS, vcs: 'git' },
  'POST /import_surveys': { vcs_url: ADDRESS, vcs: 'git' },
  'POST /inspections': { path: '/nowhere.tar.gz' },
  'POST /installation/strays': { owner: 'acme', name: 'none' },
  'POST /orgs/{org}/migrations': { repositories: ['none'] },
  'POST /orgs/{org}/repos': { name: '-/-' },
  'POST /repos/{owner}/{repo}/hooks': { config: { url: 'ftp://x' } },
  'POST /orgs/{org}/hooks': { config: { url: 'ftp://x' } },
  'POST /repos/{owner}/{repo}/remote_pushes': { remote_url: ADDRESS },
  'PATCH /repos/{owner}/{repo}/remotes/{id}': { push_after_update: false },
  'POST /remote_pushes': { repositories: ['acme/secret'], remote_url: ADDRESS },
  'POST /repository_sizes': { owner: 'acme' },
  'POST /restores': { inspection_id: 1, target: 'acme', owner: 'acme' },
  'POST /session': { login: 'nobody', password: PASSWORD },
  'POST /settings/network/test': { address: ADDRESS },
  'POST /setup': { login: 'x', password: PASSWORD },
  'POST /ssh_host_keys': { host: 'x', port: 22, keys: [{ type: 'ssh-ed25519', key: 'x' }] },
  'POST /user/migrations': { repositories: ['none'] },
  'POST /user/repos': { name: '-/-' },
  'PUT /authorizations/clients/{client_id}': { client_secret: 'x' },
  'PUT /authorizations/clients/{client_id}/{fingerprint}': { client_secret: 'x' },
  'PUT /import_batches/{id}/author_map': { text: '' },
  'PUT /orgs/{org}/memberships/{login}': { role: 'member' },
  'PUT /repos/{owner}/{repo}/import': { vcs_url: ADDRESS, vcs: 'git' },
  'PUT /admin/users/{login}/password': { password: '-' },
  'PUT /user/password': { current_password: '-', password: '-' },
  'PUT /user/two_factor': { otp: '0' },
  'DELETE /user/two_factor': { otp: '0' },
};

/** Owners take these away from the callers behind them, so they are not asked. */
const TAKES_AWAY =
  /^(DELETE \/(repos\/\{owner\}\/\{repo\}$|orgs\/\{org\}\/memberships)|POST \/repos\/\{owner\}\/\{repo\}\/trash)/;

function pathOf(template: string, org: string): string {
  const values: Record<string, string> = { org, owner: org, repo: 'secret', repo_name: 'secret', login: 'careful' };
  return template.replace(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '999');
}

/** `in` for whoever reached the operation's own work, whatever came of it. */
function cellOf(status: number): string {
  return [401, 403, 404].includes(status) ? String(status) : 'in';
}

function tableOf(header: string[], rows: string[][]): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

let page = readFileSync(PAGE, 'utf8');

/** Compares the page with one that has this table in its place. `npx vitest run service/api/access-matrix.test.ts -u` writes it. */
async function expectOnPage(name: string, table: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: written by service/api/access-matrix.test.ts -->`, `<!-- /${name} -->`];
  const [before, after] = [page.indexOf(begin) + begin.length, page.indexOf(end)];
  expect(after).toBeGreaterThan(before);
  // What one test writes, the next one keeps.
  page = `${page.slice(0, before)}\n${table}\n${page.slice(after)}`;
  await expect(page).toMatchFileSnapshot(PAGE);
}

test('every operation, asked for by every kind of caller', async () => {
  const routes = routesOf(rooms);
  const operations = documentRoutes('1', routes)
    .and(routes)
    .mounted.map(({ operation }) => ({ name: `${operation.method.toUpperCase()} ${operation.path}`, operation }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  const rows = new Map(operations.map(({ name }) => [name, [`\`${name}\``]]));
  for (const [who, headers] of Object.entries(callers)) {
    for (const { name, operation } of operations) {
      if (who === 'owner' && TAKES_AWAY.test(name)) {
        rows.get(name)?.push('in');
        continue;
      }
      const org = who.endsWith('single sign-on') ? 'sealed' : 'acme';
      const method = operation.method.toUpperCase();
      const body = BODIES[name] ?? (method === 'GET' || method === 'DELETE' ? undefined : {});
      const accept = !('preview' in operation) ? {} : { accept: 'application/vnd.github.wyandotte-preview+json' };
      const { status } = await engine.api(method, pathOf(operation.path, org), body, { ...accept, ...headers });
      expect([name, who, status < 500]).toEqual([name, who, true]);
      // Nothing is hidden from owners of the installation: what is not there is not there.
      rows.get(name)?.push(who === 'owner' && status === 404 ? 'in' : cellOf(status));
    }
  }
  for (const [name, [, nobody, , , publicRepo]] of rows) {
    const { access } = operations.find((known) => known.name === name)?.operation ?? {};
    if (access?.who === 'account' || access?.who === 'password') expect([name, nobody]).toEqual([name, '401']);
    if (access?.who === 'password') expect([name, publicRepo]).toEqual([name, '403']);
    if (name.includes('/repos/{owner}/{repo}'))
      expect([name, publicRepo]).toEqual([name, expect.stringMatching(/^40[34]$/)]);
  }
  await expectOnPage('operations', tableOf(['Operation', ...Object.keys(callers)], [...rows.values()]));
});

const LINES: [owner: string, repo: string][] = [
  ['acme', 'open'],
  ['acme', 'secret'],
  ['acme', 'new'],
  ['sealed', 'open'],
  ['sealed', 'secret'],
  ['sealed', 'new'],
  ['stranger', 'new'],
  ['nobody-at-all', 'new'],
];

test('a list asks of each line what the line’s own requests ask', async () => {
  await engine.api('DELETE', '/repos/acme/secret/import');
  const rows = LINES.map(([owner, repo]) => [`${owner}/${repo}`]);
  for (const [who, headers] of Object.entries(callers)) {
    if (who.endsWith('single sign-on')) continue;
    for (const [index, [owner, repo]] of LINES.entries()) {
      const exists = (await engine.api('GET', `/repos/${owner}/${repo}`)).status === 200;
      // An import whose address is none is refused behind all rights, and leaves nothing; so does a repository's bad name.
      const own = owner === 'stranger' && who === 'stranger';
      const single = exists
        ? await engine.api('PUT', `/repos/${owner}/${repo}/import`, { vcs_url: 'none' }, headers)
        : await engine.api('POST', own ? '/user/repos' : `/orgs/${owner}/repos`, { name: '-/-' }, headers);
      const list = JSON.stringify([{ vcs_url: ADDRESS, vcs: 'git', owner, repo }]);
      const made = await engine.api('POST', '/import_batches', { list }, headers);
      let cell = cellOf(made.status);
      if (made.status === 201) {
        const entries = await engine.api('GET', `/import_batches/${made.body.id}/entries`, undefined, headers);
        expect(entries.status).toBe(200);
        cell = entries.body[0].state === 'waiting' ? 'in' : 'refused';
      }
      const allowed = single.status === 422;
      expect([who, owner, repo, cell === 'in']).toEqual([who, owner, repo, allowed]);
      rows[index]?.push(cell);
    }
  }
  const header = ['Line', ...Object.keys(callers).filter((who) => !who.endsWith('single sign-on'))];
  await expectOnPage('lists', tableOf(header, rows));
});

test('what a list says of a repository is said to nobody who may not see that, and started by nobody who may not', async () => {
  const make = async (owner: string, repo: string, who: Record<string, string>) => {
    const list = JSON.stringify([{ vcs_url: ADDRESS, vcs: 'git', owner, repo }]);
    return (await engine.api('POST', '/import_batches', { list }, who)).body.id as number;
  };
  const owner = callers.owner ?? {};
  const lists = [
    await make('acme', 'secret', owner),
    await make('sealed', 'open', owner),
    await make('sealed', 'new', owner),
  ];
  for (const id of lists) {
    for (const [method, path, body] of [
      ['GET', ''],
      ['GET', '/entries'],
      ['GET', '/report.csv'],
      ['PUT', '/author_map', { text: '' }],
      ['POST', '/start'],
      ['POST', '/attempts'],
      ['DELETE', '/queue'],
      ['DELETE', ''],
    ] as const) {
      const asked = await engine.api(method, `/import_batches/${id}${path}`, body, callers['token public_repo']);
      expect([id, method, path, asked.status]).toEqual([id, method, path, 404]);
    }
    const listed = (await engine.api('GET', '/import_batches?per_page=100', undefined, callers['token public_repo']))
      .body;
    expect(listed.map((list: { id: number }) => list.id)).not.toContain(id);
  }
  // Rights that were taken away meanwhile.
  const member = callers.member ?? {};
  const [left, kept] = [await make('acme', 'later', member), await make('sealed', 'open', member)];
  await engine.api('DELETE', '/orgs/acme/memberships/member');
  expect((await engine.api('POST', `/import_batches/${left}/start`, undefined, member)).status).toBe(403);
  expect((await engine.api('GET', '/repos/acme/later')).status).toBe(404);
  await engine.api('PUT', '/orgs/acme/memberships/member');
  expect((await engine.api('POST', `/import_batches/${left}/start`, undefined, member)).status).toBe(202);
  await engine.api('DELETE', '/orgs/sealed/memberships/member');
  expect((await engine.api('GET', `/import_batches/${kept}`, undefined, member)).status).toBe(404);
});

test('two factors: with the password alone no token is made, changed or given', async () => {
  const careful = basic('careful', PASSWORD);
  const { body } = await engine.api('POST', '/user/two_factor', {}, careful);
  expect(
    (await engine.api('PUT', '/user/two_factor', { otp: new TOTP({ secret: body.secret }).generate() }, careful))
      .status,
  ).toBe(200);
  for (const [method, path, sent] of [
    ['POST', '/authorizations', { note: 'x' }],
    ['PATCH', '/authorizations/1', {}],
    ['POST', '/authorizations/1/regenerate', {}],
    ['PUT', `/authorizations/clients/${'a'.repeat(20)}`, { client_secret: 'x' }],
    ['PUT', `/authorizations/clients/${'a'.repeat(20)}/f`, { client_secret: 'x' }],
  ] as const) {
    const asked = await engine.api(method, path, sent, careful);
    expect([path, asked.status, asked.headers.get('x-gantry-otp')]).toEqual([path, 401, 'required; app']);
  }
  expect((await engine.api('GET', '/import_batches', undefined, careful)).status).toBe(200);
});
