import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ROOT, renamed } from './addresses.ts';
import { type CopyPlan, copyRecords } from './copy-records.ts';
import type { ExportScope } from './export-scope.ts';
import { filesForExport, recordsForExport } from './for-export.ts';
import { type Field, MODELS, type Model } from './models.ts';
import { type ArchiveRecord, recordOf, rowOf } from './record-rows.ts';
import { openRecords, type RecordsDatabase } from './records-database.ts';

const HOST = 'https://host.example';
let folder: string;
const opened: RecordsDatabase[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry records '));
});
afterEach(() => {
  for (const each of opened.splice(0)) each.close();
  rmSync(folder, { recursive: true, force: true });
});

function open(name: string): RecordsDatabase {
  const records = openRecords(join(folder, `${name}.sqlite`));
  opened.push(records);
  return records;
}

/** A value of a field's kind. */
function sample(field: Field, root: string): unknown {
  switch (field.kind) {
    case 'account':
      return `${root}/ada`;
    case 'repository':
      return `${root}/acme/widgets`;
    case 'record':
      return `${root}/acme/widgets/issues/1`;
    case 'file':
      return `tarball://root/${field.name === 'file_url' ? 'repository_files' : 'attachments'}/7/${field.name}.txt`;
    case 'boolean':
      return true;
    case 'integer':
      return 40;
    case 'json':
      return [{ user: `${root}/ada`, content: '+1' }];
    case 'time':
      return '2020-01-02T03:04:05Z';
    default:
      return `some ${field.name}`;
  }
}

function sampleRecord(model: Model, root: string, number = 1): ArchiveRecord {
  const record: ArchiveRecord = { type: model.type, url: `${root}/acme/widgets/${model.plural}/${number}` };
  for (const field of model.fields) record[field.name] = sample(field, root);
  if (model.plural === 'pull_requests') record.base = { ref: 'main', sha: 'f'.repeat(40), user: `${root}/acme` };
  return { ...record, new_member: { seen_by: `${root}/ada` } };
}

/** What a small archive holds, in an order of files that no tar promises. */
function fill(records: RecordsDatabase, root: string): void {
  const put = (plural: string, file: number, ...list: ArchiveRecord[]) => {
    for (const [place, record] of list.entries()) records.insert(plural, record, { root, file, place });
  };
  const repository = `${root}/acme/widgets`;
  for (const model of MODELS) {
    if (['users', 'bots', 'organizations', 'repositories', 'teams', 'projects'].includes(model.plural)) continue;
    put(model.plural, 2, sampleRecord(model, root, 101));
    put(model.plural, 1, sampleRecord(model, root, 1), sampleRecord(model, root, 2));
  }
  const label = (name: string) => ({
    url: `${repository}/labels/${name}`,
    name,
    color: 'ff0000',
    description: 'x',
    created_at: null,
  });
  put('repositories', 1, {
    type: 'repository',
    url: repository,
    owner: `${root}/acme`,
    name: 'widgets',
    description: 'd',
    private: true,
    has_issues: true,
    has_wiki: false,
    has_downloads: true,
    labels: [label('bug'), label('a b')],
    collaborators: [{ user: `${root}/grace`, permission: 'admin' }],
    created_at: '2019-01-01T00:00:00Z',
    default_branch: 'main',
    webhooks: [{ payload_url: 'https://ci.example/?token=abc' }],
    mystery: 1,
  });
  put('users', 1, { type: 'user', url: `${root}/ada`, login: 'ada', emails: [{ address: 'ada@example.org' }] });
  put('users', 1, { type: 'user', url: `${root}/grace`, login: 'grace', name: 'Grace' });
  put('users', 1, { type: 'user', url: `${root}/nobody`, login: 'nobody' });
  put('organizations', 1, {
    type: 'organization',
    url: `${root}/acme`,
    login: 'acme',
    members: [{ user: `${root}/ada`, role: 'admin', state: 'active' }],
  });
  put('teams', 1, {
    type: 'team',
    url: `${root}/orgs/acme/teams/core`,
    organization: `${root}/acme`,
    permissions: [
      { repository, access: 'push' },
      { repository: `${root}/acme/other`, access: 'pull' },
    ],
  });
  put('projects', 1, { type: 'project', url: `${root}/orgs/acme/projects/1`, owner: `${root}/acme`, name: 'Plan' });
}

function plan(names: Record<string, string> = {}): CopyPlan {
  const target = (source: string) => names[source] ?? source;
  return {
    restoreGuid: 'g1',
    accounts: new Map(['acme', 'ada', 'grace', 'nobody'].map((login) => [login, { target: target(login) }])),
    repositories: new Map([['acme/widgets', { target: target('acme/widgets'), copy: true }]]),
    files: new Map([['attachments/7/asset_url.txt', 'attachments/8/asset_url.txt']]),
  };
}

function scope(recordsId: number | null, change: Partial<ExportScope['repositories'][0]> = {}): ExportScope {
  return {
    organization: {
      login: 'acme',
      name: null,
      email: null,
      created_at: '2020-01-01T00:00:00Z',
      members: [{ login: 'ada', role: 'admin' }],
    },
    users: ['ada', 'grace', 'nobody'].map((login) => ({
      login,
      name: null,
      email: null,
      created_at: '2021-01-01T00:00:00Z',
    })),
    required: ['ada'],
    repositories: [
      {
        records_id: recordsId,
        owner: 'acme',
        name: 'widgets',
        description: 'd',
        private: true,
        default_branch: 'main',
        created_at: '2019-01-01T00:00:00Z',
        has_wiki: false,
        ...change,
      },
    ],
    exclude_attachments: false,
  };
}

describe('a record as a row', () => {
  it.each(MODELS.map((model) => [model.plural, model] as const))('keeps every field of %s, in order', (_, model) => {
    const record = sampleRecord(model, ROOT);
    expect(JSON.stringify(recordOf(model, rowOf(model, record, ROOT).row))).toBe(JSON.stringify(record));
  });

  it.each(MODELS.map((model) => [model.plural, model] as const))('keeps what %s should not hold', (_, model) => {
    const record: ArchiveRecord = { type: model.type, url: `${ROOT}/acme/widgets/x/1` };
    for (const field of model.fields) record[field.name] = field.kind === 'integer' ? 'many' : { odd: true };
    expect(recordOf(model, rowOf(model, record, ROOT).row)).toEqual(record);
  });

  it('puts our root in the place of the archive’s, and leaves people’s text alone', () => {
    const model = MODELS.find((each) => each.plural === 'issues') as Model;
    const record = {
      ...sampleRecord(model, HOST),
      body: `${HOST}/ada`,
      labels: [{ url: `${HOST}/acme/widgets/labels/x`, description: `${HOST}/ada` }],
    };
    const back = recordOf(model, rowOf(model, record, HOST).row);
    expect(back.url).toBe(`${ROOT}/acme/widgets/issues/1`);
    expect(back.user).toBe(`${ROOT}/ada`);
    expect(back.body).toBe(`${HOST}/ada`);
    expect(back.labels).toEqual([{ url: `${ROOT}/acme/widgets/labels/x`, description: `${HOST}/ada` }]);
    expect(back.new_member).toEqual({ seen_by: `${ROOT}/ada` });
  });
});

describe('renamed', () => {
  const names = { accounts: new Map([['acme', 'acme2']]), repositories: new Map([['acme/widgets', 'acme2/gadgets']]) };
  it.each([
    ['/acme', '/acme2'],
    ['/ada', '/ada'],
    ['/acme/widgets', '/acme2/gadgets'],
    ['/acme/widgets/issues/1#issuecomment-2', '/acme2/gadgets/issues/1#issuecomment-2'],
    ['/acme?tab=members', '/acme2?tab=members'],
    ['/acme/widgets?tab=issues#top', '/acme2/gadgets?tab=issues#top'],
    ['/acme/other/pull/3', '/acme2/other/pull/3'],
    ['/orgs/acme/teams/core', '/orgs/acme2/teams/core'],
    ['https://elsewhere.example/acme', 'https://elsewhere.example/acme'],
  ])('%s -> %s', (from, to) => expect(renamed(from, names)).toBe(to));
});

describe('archive to archive', () => {
  it('comes out the same the second time', () => {
    const index = open('index');
    index.transaction(() => fill(index, HOST));
    const first = open('first');
    const [one] = copyRecords(index, first, plan()).repositories;
    const exported = [...recordsForExport(first, scope(one?.recordsId ?? null))];
    expect(exported.filter(({ plural }) => plural === 'issues').map(({ record }) => record.url)).toEqual(
      [1, 2, 101].map((number) => `${ROOT}/acme/widgets/issues/${number}`),
    );
    expect([...filesForExport(first, scope(one?.recordsId ?? null))].map(({ path }) => ({ path }))).toEqual([
      { path: 'attachments/8/asset_url.txt' },
      { path: 'repository_files/7/file_url.txt' },
    ]);

    const again = open('again');
    const places = new Map<string, number>();
    again.transaction(() => {
      for (const { plural, record } of exported) {
        if (plural === 'review_comments' || plural === 'bases') continue;
        const place = places.get(plural) ?? 0;
        places.set(plural, place + 1);
        again.insert(plural, record, { root: ROOT, file: 1, place });
      }
    });
    const second = open('second');
    const [two] = copyRecords(again, second, { ...plan(), files: new Map() }).repositories;
    const twice = [...recordsForExport(second, scope(two?.recordsId ?? null))];
    expect(JSON.stringify(twice)).toBe(JSON.stringify(exported));
  });

  it('reads the rows of one repository, or of one person, without reading those of all others', () => {
    const index = open('index');
    index.transaction(() => fill(index, HOST));
    const first = open('first');
    const asked = new Set<string>();
    const sql = first.sql.bind(first);
    vi.spyOn(first, 'sql').mockImplementation((text) => {
      asked.add(text);
      return sql(text);
    });
    const [one] = copyRecords(index, first, plan()).repositories;
    const wanted = scope(one?.recordsId ?? null);
    expect([...recordsForExport(first, wanted), ...filesForExport(first, wanted)].length).toBeGreaterThan(10);
    const scans = [...asked]
      .filter((text) => /^\s*SELECT/.test(text))
      .flatMap((text) =>
        first
          .sql<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
          .all({ id: 1, address: '/ada', organization: '/acme' })
          .map(({ detail }) => detail),
      )
      .filter((detail) => /^SCAN/.test(detail));
    // Of those an organization has some, and no repository any.
    expect(scans.filter((detail) => !/^SCAN (teams|projects)$/.test(detail))).toEqual([]);
  });

  it.each([{ odd: true }, [null, 'x'], 7])('exports an organization and teams whose lists are %j', (list) => {
    const to = open('odd');
    const organization = { type: 'organization', url: `${ROOT}/acme`, login: 'acme', members: list };
    to.insert('organizations', organization, { root: ROOT, file: 1, place: 0 });
    const team = { type: 'team', url: `${ROOT}/orgs/acme/teams/core`, organization: `${ROOT}/acme`, permissions: list };
    to.insert('teams', team, { root: ROOT, file: 1, place: 0 });
    const exported = [...recordsForExport(to, scope(null))].map(({ record }) => record);
    expect(exported.find(({ type }) => type === 'organization')?.members).toEqual([
      { user: `${ROOT}/ada`, role: 'admin', state: 'active' },
    ]);
    expect(exported.find(({ type }) => type === 'team')?.permissions).toEqual([]);
  });

  it('gives records to those whom the records speak of, and takes secrets out', () => {
    const index = open('index');
    index.transaction(() => fill(index, HOST));
    const first = open('first');
    const [one] = copyRecords(index, first, plan()).repositories;
    const exported = [...recordsForExport(first, scope(one?.recordsId ?? null))];
    const of = (kind: string) => exported.filter(({ plural }) => plural === kind).map(({ record }) => record);
    expect(of('users').map((user) => user.login)).toEqual(['ada', 'grace']);
    expect(of('repositories')[0]).toMatchObject({
      webhooks: [{ payload_url: 'https://ci.example/?token=REMOVED' }],
      mystery: 1,
    });
    expect(of('teams')[0]?.permissions).toEqual([{ repository: `${ROOT}/acme/widgets`, access: 'push' }]);
    expect(of('bases')[0]).toEqual({
      type: 'base',
      url: `${ROOT}/acme/widgets/pull_requests/1#base`,
      pull_request: `${ROOT}/acme/widgets/pull_requests/1`,
      ref: 'main',
      sha: 'f'.repeat(40),
      user: `${ROOT}/acme`,
    });
    expect(of('review_comments')).toEqual(of('pull_request_review_comments'));
  });

  it('gives new names to everything, and to what was renamed after the restore', () => {
    const index = open('index');
    index.transaction(() => fill(index, HOST));
    const to = open('to');
    const [one] = copyRecords(
      index,
      to,
      plan({ acme: 'acme2', 'acme/widgets': 'acme2/gadgets', ada: 'ada2' }),
    ).repositories;
    const exported = JSON.stringify([
      ...recordsForExport(to, {
        ...scope(one?.recordsId ?? null, { owner: 'acme2', name: 'things' }),
        organization: null,
        required: ['ada2'],
      }),
    ]);
    expect(exported).not.toContain(`${ROOT}/acme/`);
    expect(exported).not.toContain('gadgets');
    expect(exported).not.toMatch(/localhost\/ada"/);
    expect(exported).toContain(`${ROOT}/acme2/things/issues/1`);
  });

  it('leaves out what is skipped, and removes a restore or a repository without a trace', () => {
    const index = open('index');
    index.transaction(() => fill(index, HOST));
    const to = open('to');
    copyRecords(index, to, { ...plan(), repositories: new Map() });
    expect(to.counts().map(({ model }) => model)).toEqual(['users', 'organizations', 'teams', 'projects']);
    to.removeRestore('g1');
    expect(to.counts()).toEqual([]);
    const [one] = copyRecords(index, to, plan()).repositories;
    to.removeRepositories([one?.recordsId ?? 0]);
    expect(to.counts().map(({ model }) => model)).toEqual(['users', 'organizations', 'teams', 'projects']);
  });

  it('refuses two records of one address, and what it does not know', () => {
    const records = open('index');
    const issue = { type: 'issue', url: `${HOST}/acme/widgets/issues/1` };
    const origin = { root: HOST, file: 1, place: 0 };
    records.insert('issues', issue, origin);
    expect(() => records.insert('issues', issue, origin)).toThrow(
      /two records of issues with the address \/acme\/widgets\/issues\/1/,
    );
    expect(() => records.insert('wombats', issue, origin)).toThrow(/no records called wombats/);
    expect(() => records.insert('issues', { type: 'issue' }, origin)).toThrow(/has no "url"/);
  });
});
