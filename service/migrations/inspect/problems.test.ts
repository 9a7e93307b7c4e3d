/** What is wrong with an archive, and what is chosen of it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { makeSample, packFolder, type Sample, writeRecords } from '../testing/sample.ts';
import { SAMPLE_ROOT } from '../testing/sample-names.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry inspect '));
let engine: TestEngine;
let sample: Sample;
let id: number;

beforeAll(async () => {
  engine = await startTestEngine(undefined, {}, null);
  sample = makeSample(folder, 'sample');
  const inspection = await openArchive(engine, sample.archive);
  expect(inspection).toMatchObject({ state: 'ready', error_message: null, progress: null, problems_count: 0 });
  id = inspection.id;
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

const get = (path: string) => engine.api('GET', `/inspections/${id}${path}`);

describe('problems', () => {
  it('are told with examples, counted where they are many, and without secrets', async () => {
    const token = 'a1b2c3d4e5f6a7b8c9d0e1f2';
    const broken = makeSample(folder, 'broken', {
      issues: 1000,
      change: (records) => {
        for (const [n, issue] of (records.get('issues') ?? []).entries()) {
          issue.user = `${SAMPLE_ROOT}/ghost${n % 700}`;
          issue.labels = [`${SAMPLE_ROOT}/acme/widgets/labels/gone`];
        }
        const [, widgets] = records.get('repositories') ?? [];
        if (widgets === undefined) throw new Error('The sample has changed.');
        widgets.webhooks = [
          { payload_url: `https://ann:pass-word@ci.example/hook?token=${token}`, content_type: 'json', active: true },
        ];
        (records.get('attachments') ?? [])[0] = {
          ...(records.get('attachments') ?? [])[0],
          asset_url: 'tarball://root/attachments/none/gone.png',
        };
        records.set('commit_comments', [
          { type: 'commit_comment', url: 'https://elsewhere.test/x', repository: null, user: null, body: 'x' },
        ]);
        delete widgets.wiki_url;
      },
      before: (root) => {
        rmSync(join(root, 'issues_000003.json'));
        rmSync(join(root, 'repositories/acme/gadgets.git'), { recursive: true });
        mkdirSync(join(root, 'repositories/acme/stray.git'));
        writeFileSync(join(root, 'repositories/acme/stray.git/HEAD'), 'ref: refs/heads/main\n');
        mkdirSync(join(root, 'repositories/acme/widgets.git/hooks'), { recursive: true });
        writeFileSync(join(root, 'repositories/acme/widgets.git/hooks/update'), '#!/bin/sh\n');
        writeRecords(root, 'actions', [{ type: 'action', url: `${SAMPLE_ROOT}/x` }]);
        writeFileSync(join(root, 'urls.json'), '{}');
        writeFileSync(join(root, 'audit_log.csv'), 'a\n');
        mkdirSync(join(root, 'attachments/unnamed'));
        writeFileSync(join(root, 'attachments/unnamed/x'), 'x');
      },
    });
    const inspection = await openArchive(engine, broken.archive);
    expect(inspection.error_message).toBeNull();
    const { body, headers } = await engine.api('GET', `/inspections/${inspection.id}/problems?per_page=100`);
    expect(headers.get('x-total-count')).toBe(String(inspection.problems_count));
    expect(body.length).toBeLessThan(30);
    const severities = body.map(({ severity }: { severity: string }) => severity);
    expect(severities).toEqual([...severities].sort());
    const texts = body.map(({ kind, text }: { kind: string; text: string }) => `${kind}: ${text}`).join('\n');
    for (const says of [
      /^missing_file: The file attachments\/none\/gone\.png, which .*, is not in the archive\.$/m,
      /^missing_file: Files of issues are numbered up to 11, but there are only 10 of them/m,
      /^dangling_address: "user" of 90\d records of issues names what is not in the archive: (\/ghost\d+, ){2}\/ghost\d+ and \d+ more\.$/m,
      /^dangling_address: "labels" of 90\d records of issues names .*: \/acme\/widgets\/labels\/gone\.$/m,
      /^dangling_address: 1 record of commit_comments belongs to no repository/m,
      /^secret: A webhook of acme\/widgets \(ci\.example\) carries a secret/m,
      /^git: The archive holds no Git data of the repository acme\/gadgets/m,
      /^git: The archive holds Git data of acme\/stray, but no record/m,
      /^git: The archive holds a wiki of acme\/widgets, but the repository's record does not say so/m,
      /^git: The repository acme\/widgets has hooks, such as "hooks\/update"/m,
      /^other: 2 files belong to no record, such as attachments\//m,
      /^other: 1 file of records of the archive is of no kind that Gantry knows: "actions_000001\.json"/m,
      /^other: 1 file of the archive is of no kind that Gantry knows: "audit_log\.csv"/m,
    ]) {
      expect(texts).toMatch(says);
    }
    expect(texts).not.toContain(token);
    expect(texts).not.toContain('pass-word');
    // Nowhere in the data folder either.
    for (const secret of [token, 'pass-word']) {
      const found = execFileSync('sh', ['-c', 'grep -rlF "$1" "$0" || true', engine.folder, secret], {
        encoding: 'utf8',
      });
      expect(found).toBe('');
    }
    expect(engine.logLines.join('\n')).not.toContain(token);
    await engine.api('DELETE', `/inspections/${inspection.id}`);
  });

  it('files under the derived names alone, and the real ones after them', async () => {
    const unpacked = join(folder, 'derived');
    execFileSync('cp', ['-r', sample.folder, unpacked]);
    const derived = JSON.parse(readFileSync(join(unpacked, 'review_comments_000001.json'), 'utf8'));
    const write = (name: string, record: object) => writeFileSync(join(unpacked, name), JSON.stringify([record]));
    write('review_comments_000001.json', { ...derived[0], body: 'Of the derived file' });
    const pack = (names: string[]) => {
      const archive = join(folder, `derived ${names.length}.tar.gz`);
      execFileSync('tar', ['-czf', archive, '-C', unpacked, ...names]);
      return archive;
    };
    const rest = readdirSync(unpacked).filter((name) => !/review_comments_/.test(name));
    const bodies = async (archive: string) => {
      const inspection = await openArchive(engine, archive);
      expect(inspection.error_message).toBeNull();
      const { body } = await engine.api('GET', `/inspections/${inspection.id}/issues/acme/widgets/3`);
      await engine.api('DELETE', `/inspections/${inspection.id}`);
      return body.entries.flatMap((entry: { kind: string; body: string }) =>
        entry.kind === 'review_comment' ? [entry.body] : [],
      );
    };
    expect(await bodies(pack(['review_comments_000001.json', ...rest]))).toEqual(['Of the derived file']);
    const both = ['review_comments_000001.json', 'pull_request_review_comments_000001.json', ...rest];
    expect(await bodies(pack(both))).toEqual(['Is this needed?']);
    packFolder(unpacked, join(folder, 'derived.tar.gz'));
    expect(await bodies(join(folder, 'derived.tar.gz'))).toEqual(['Is this needed?']);
  });
});

describe('choices as a table', () => {
  it('is saved and loaded; lines that cannot be read are told by number', async () => {
    const { body: text, headers } = await get('/choices.csv');
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = text.split('\r\n');
    expect(lines.slice(0, 3)).toEqual([
      'model_name,source_url,target_url,recommended_action',
      'organization,https://origin.test/acme,https://gantry.localhost/acme,import',
      'user,https://origin.test/ada,https://gantry.localhost/ada,import',
    ]);
    const put = async (body: string) => (await engine.api('PUT', `/inspections/${id}/choices.csv`, body)).body;
    expect(await put(text)).toEqual({ matched: 6, unmatched: 0, problems: [] });

    const result = await put(
      [
        '\ufeffmodel_name,source_url,target_url,recommended_action',
        'user,https://origin.test/ADA,"https://ghe.test/countess",rename',
        '"user","bob","ann","map_or_rename"',
        'user,eve,,skip',
        '',
        'repository,https://origin.test/acme/gadgets,acme/tools,RENAME',
        'repository,https://origin.test/acme/none,x,rename',
        'team,x,y,map',
        'user,ada,x,destroy',
        'user,ada',
        'user,"ada"x,b,map',
        'user,ada,,rename',
        'organization,"acme\n",x,map',
        'user,"ada,x,map',
      ].join('\n'),
    );
    expect(result).toMatchObject({ matched: 5, unmatched: 2 });
    expect(result.problems).toEqual([
      'Line 7: The archive holds no repository "acme/none".',
      'Line 8: "team" is no kind that can be chosen for: use user, organization or repository.',
      'Line 9: "destroy" is no action: use import, map, rename or skip.',
      'Line 10: It has 2 of the 4 columns model_name, source_url, target_url, recommended_action.',
      'Line 11: The archive holds no user "adax".',
      'Line 12: The action rename needs a target_url.',
      'Line 15: A quotation mark is not closed: nothing behind it was read.',
    ]);
    const { body: choices } = await get('/choices?per_page=500');
    expect(choices).toMatchObject([
      { source: 'acme', action: 'map', target: 'x', problem: expect.stringMatching(/nobody called "x" here/) },
      { source: 'ada', action: 'rename', target: 'countess', problem: null },
      { source: 'bob', action: 'map', target: 'ann', problem: null },
      { source: 'eve', action: 'skip', problem: null },
      { source: 'acme/gadgets', action: 'rename', target: 'acme/tools' },
      { source: 'acme/widgets', action: 'import', target: 'x/widgets' },
    ]);
    expect((await get('/choices?q=COUNT')).body).toMatchObject([{ source: 'ada' }]);
    expect((await engine.api('PATCH', `/inspections/${id}/choices`, { choices: [{ source: 'x' }] })).status).toBe(422);
    const none = await engine.api('PATCH', `/inspections/${id}/choices`, { choices: [] });
    expect([none.status, none.body.updated]).toEqual([200, 0]);
    // Its index is made anew, or was removed.
    rmSync(join(engine.folder, 'inspections', String(id)), { recursive: true });
    for (const wanted of [[], [{ model_name: 'user', source: 'ada', action: 'skip' }]]) {
      const early = await engine.api('PATCH', `/inspections/${id}/choices`, { choices: wanted });
      expect([early.status, early.body.errors?.[0].message]).toEqual([
        422,
        'The archive is not read yet. Try again later.',
      ]);
    }
  });
});
