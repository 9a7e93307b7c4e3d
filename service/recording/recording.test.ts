import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importAll, newContext } from '../sources/tfvc/testing/import-all.ts';
import { ADA, BOB, TfvcModel } from '../sources/tfvc/testing/model.ts';
import { TfvcServer } from '../sources/tfvc/testing/server.ts';
import { callEngine, endEngine, serveEngine } from '../testing/served-engine.ts';
import { makeSvnSource, projectHistory, serveSvn } from '../testing/svn-sources.ts';
import { Mask } from './mask.ts';
import { readRecording, replay } from './testing/replay.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry recording '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const TOKEN = 'pat-7q%secret';

/** Each content once: of several files with the same one, which is asked for depends on what comes first. */
function history(): TfvcModel {
  const model = new TfvcModel();
  model.addProject('Shop');
  model.checkIn({ comment: 'Start' }, (work) => {
    for (let n = 0; n < 10; n++) work.add(`$/Shop/Main/file ${n}`, `the text of ${n}\n`);
  });
  model.checkIn({ comment: 'Work', author: BOB }, (work) => work.edit('$/Shop/Main/file 1', 'changed\n'));
  model.checkIn({ comment: 'More' }, (work) => work.add('$/Shop/Main/deep/er/file', 'the last one\n'));
  return model;
}

describe('the mask', () => {
  const mask = new Mask('key');
  it('takes out hosts, logins and what may let somebody in, the same ones the same way', () => {
    const url = mask.url('https://ann:pass@tfs.corp.example:8080/tfs/C/_apis?sig=abc&api-version=5.1');
    expect(url).toMatch(/^https:\/\/host-\w{10}:8080\/tfs\/C\/_apis\?sig=taken-out&api-version=5.1$/);
    const said = mask.text('TF30063: CORP\\ann is not authorized to access tfs.corp.example (ann@corp.example)');
    expect(said).toMatch(/^TF30063: person-\w+ is not authorized to access (host-\w+) \(person-\w+\)$/);
    expect(said).toContain(new URL(url).hostname);
  });

  it('takes people, texts and sums of contents out of answers, and leaves paths and numbers', () => {
    const answer = {
      changesetId: 7,
      author: { displayName: 'Ann Lee', uniqueName: 'CORP\\ann', imageUrl: 'https://x/y' },
      comment: 'my secret plan',
      item: { path: '$/Shop/a.txt', size: 4, hashValue: 'AAAA', url: 'https://tfs.corp.example/_apis/x' },
    };
    const masked = JSON.stringify(mask.json(answer));
    expect(masked).not.toMatch(/Ann|CORP|secret|AAAA|corp\.example|imageUrl/);
    expect(mask.json(answer)).toMatchObject({
      changesetId: 7,
      comment: '14 characters',
      item: { path: '$/Shop/a.txt' },
    });
  });
});

it('an import is recorded without what is nobody’s business, and the recording answers like the server', async () => {
  const model = history();
  const server = await TfvcServer.start(model, { token: TOKEN });
  const { pathname } = new URL(server.url);
  const svn = await serveSvn(folder, [makeSvnSource(folder, 'recorded', projectHistory('', 6))], null);
  const recording = join(folder, 'recording');
  const engine = await serveEngine(join(folder, 'data'), ['--record', recording]);
  try {
    const sources = {
      tfvc: { vcs: 'tfvc', vcs_url: server.url, tfvc_project: 'Shop', vcs_username: '', vcs_password: TOKEN },
      svn: { vcs: 'subversion', vcs_url: `${svn.url}/recorded` },
    };
    for (const [name, source] of Object.entries(sources)) {
      await callEngine(engine, 'POST', '/orgs/acme/repos', { name });
      await callEngine(engine, 'PUT', `/repos/acme/${name}/import`, source);
    }
    for (const name of Object.keys(sources)) {
      for (;;) {
        const { status, message } = await callEngine(engine, 'GET', `/repos/acme/${name}/import`);
        if (status === 'complete') break;
        expect(status, message).not.toMatch(/error|failed|detection/);
        await new Promise(setImmediate);
      }
    }
  } finally {
    await endEngine(engine.process, 'SIGTERM');
    await svn.stop();
    await server.stop();
  }
  const texts = readdirSync(recording).map((name) => readFileSync(join(recording, name), 'utf8'));
  const all = texts.join('\n');
  for (const person of [ADA, BOB]) {
    expect(all).not.toContain(person.displayName);
    expect(all).not.toContain(JSON.stringify(person.uniqueName).slice(1, -1));
  }
  for (const secret of [TOKEN, Buffer.from(`:${TOKEN}`).toString('base64'), '127.0.0.1', 'localhost']) {
    expect(all).not.toContain(secret);
  }
  const entries = readRecording(recording);
  expect(entries.some((entry) => entry.kind === 'program' && entry.command === 'svnrdump' && entry.code === 0)).toBe(
    true,
  );

  const again = await replay(recording);
  try {
    const context = newContext(folder, { project: 'Shop', token: 'another' });
    const { fetched } = await importAll(`${again.url}${pathname}`, context);
    // Which files are asked about together, and whether at all, depends on what has arrived by then.
    expect(again.unknown.filter((asked) => !/\/itembatch|recursionLevel=None/.test(asked))).toEqual([]);
    const other = await TfvcServer.start(model, { token: TOKEN });
    const real = await importAll(other.url, newContext(folder, { project: 'Shop', token: TOKEN }));
    await other.stop();
    expect(fetched.commit_count).toBe(real.fetched.commit_count);
    expect(fetched.layout).toEqual(real.fetched.layout);
  } finally {
    await again.stop();
  }
});
