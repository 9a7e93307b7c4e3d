/** Hostile archives against a whole engine: refused with a sentence, and the data folder is as it was. */
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openArchive, restoreOpened } from '../../testing/archives.ts';
import { startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git } from '../../testing/git-sources.ts';
import { deltaBomb } from '../testing/delta-bomb.ts';
import { bomb, HOSTILE, HOSTILE_RECORDS } from '../testing/hostile-archives.ts';
import { listing } from '../testing/listing.ts';
import { makeSample } from '../testing/sample.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry hostile '));
let engine: TestEngine;
beforeAll(async () => {
  engine = await startTestEngine(undefined, {}, null);
});
afterAll(async () => {
  await engine.end();
  rmSync(folder, { recursive: true, force: true });
});

/** A sentence for a person: no stack, no class, no line of code. */
const SENTENCE = /^[A-Z/"].*[.!]$/s;

describe('opening is refused, and nothing is written', () => {
  const all = [...HOSTILE, ...HOSTILE_RECORDS, { what: 'a bomb', bytes: null, says: /more than 250 times its size/ }];
  for (const { what, bytes, says } of all) {
    it(what, async () => {
      const path = join(folder, 'hostile.tar.gz');
      rmSync(path, { force: true });
      writeFileSync(path, bytes ?? bomb());
      const before = listing(engine.folder);
      const opened = await engine.api('POST', '/inspections', { path });
      let sentence: string;
      if (opened.status === 422) {
        sentence = opened.body.errors[0].message;
      } else {
        const inspection = await engine.until(async () => {
          const { body } = await engine.api('GET', `/inspections/${opened.body.id}`);
          return body.state === 'reading' ? undefined : body;
        });
        expect(inspection).toMatchObject({ state: 'failed', counts: [], problems_count: 0 });
        sentence = inspection.error_message;
        for (const list of ['repositories', 'issues', 'problems', 'choices']) {
          expect((await engine.api('GET', `/inspections/${inspection.id}/${list}`)).body).toEqual([]);
        }
        expect((await engine.api('POST', '/restores', { inspection_id: inspection.id })).status).toBe(422);
        expect((await engine.api('DELETE', `/inspections/${inspection.id}`)).status).toBe(204);
      }
      expect(sentence).toMatch(says);
      expect(sentence).toMatch(SENTENCE);
      expect(listing(engine.folder)).toEqual(before);
    });
  }

  it('what is no archive of this machine', async () => {
    for (const path of ['archive.tar.gz', '../a.tar.gz', folder, join(folder, 'none'), '/dev/null', `${folder}\0x`]) {
      const answer = await engine.api('POST', '/inspections', { path });
      expect(answer.status).toBe(422);
      expect(answer.body.errors[0].message).toMatch(SENTENCE);
    }
  });
});

let made = 0;

/** Opens the sample after `change`, restores it, and expects a refusal that leaves nothing. */
async function refusedRestore(change: (repositories: string) => void): Promise<string> {
  made += 1;
  const sample = makeSample(folder, `refused ${made}`, {
    issues: 3,
    before: (root) => change(join(root, 'repositories/acme')),
  });
  const inspection = await openArchive(engine, sample.archive);
  expect(inspection.error_message).toBeNull();
  const before = listing(engine.folder);
  const restore = await restoreOpened(engine, inspection);
  expect(restore).toMatchObject({ state: 'failed', summary: null });
  expect(restore.error_message).toMatch(SENTENCE);
  expect(listing(engine.folder)).toEqual(before);
  expect((await engine.api('GET', '/user/orgs')).body).toEqual([]);
  expect((await engine.api('GET', '/user/repos')).body).toEqual([]);
  expect((await engine.api('GET', '/admin/users')).body).toMatchObject([{ login: 'ann' }]);
  return restore.error_message;
}

function packOf(repositories: string): string {
  const packs = join(repositories, 'widgets.git/objects/pack');
  const name = readdirSync(packs).find((each) => each.endsWith('.pack')) ?? '';
  chmodSync(join(packs, name), 0o644);
  return join(packs, name);
}

describe('restoring is refused, and nothing is kept', () => {
  it('a damaged pack', async () => {
    const says = await refusedRestore((repositories) => {
      const pack = readFileSync(packOf(repositories));
      pack[100] = (pack[100] as number) ^ 0xff;
      writeFileSync(packOf(repositories), pack);
    });
    expect(says).toMatch(/Git data of acme\/widgets is damaged/);
  });

  it('a pack that is cut off', async () => {
    const says = await refusedRestore((repositories) => {
      const pack = packOf(repositories);
      writeFileSync(pack, readFileSync(pack).subarray(0, statSync(pack).size - 30));
    });
    expect(says).toMatch(/Git data of acme\/widgets is damaged/);
  });

  it('a small pack with an object of 2 GB, which git would hold in memory', { timeout: 180_000 }, async () => {
    const { name, pack } = deltaBomb(129);
    expect(pack.length).toBeLessThan(20_000);
    const says = await refusedRestore((repositories) =>
      writeFileSync(join(repositories, 'widgets.git/objects/pack', name), pack),
    );
    expect(says).toMatch(/Git data of acme\/widgets is damaged: git says ".*over limit/);
  });

  it('a repository that lacks objects', async () => {
    const says = await refusedRestore((repositories) => {
      const path = join(repositories, 'gadgets.git');
      const blob = git(path, ['rev-parse', 'main:src/file.txt']);
      rmSync(join(path, 'objects', blob.slice(0, 2), blob.slice(2)));
    });
    expect(says).toMatch(/Git data of acme\/gadgets is damaged: git says ".*missing/);
  });

  it('an object that fsck refuses', async () => {
    const says = await refusedRestore((repositories) => {
      const path = join(repositories, 'gadgets.git');
      const tree = git(path, ['rev-parse', 'main^{tree}']);
      const commit = `tree ${tree}\nauthor no address\ncommitter no address\n\nx\n`;
      const id = git(path, ['hash-object', '-t', 'commit', '-w', '--stdin', '--literally'], { input: commit });
      writeFileSync(join(path, 'refs/heads/bad'), `${id}\n`);
    });
    expect(says).toMatch(/Git data of acme\/gadgets is damaged/);
  });

  it('a wiki that is damaged', async () => {
    const says = await refusedRestore((repositories) => {
      writeFileSync(join(repositories, 'widgets.wiki.git/packed-refs'), 'nonsense\n');
    });
    expect(says).toMatch(/Git data of acme\/widgets.wiki is damaged/);
  });

  it('a ref that is none', async () => {
    for (const [name, content] of [
      ['refs/heads/x', 'ref: ../../../etc/passwd'],
      ['refs/heads/y', 'nonsense'],
      ['refs/heads/z..z', 'a'.repeat(40)],
      ['refs/heads/-.lock~1', 'a'.repeat(40)],
    ] as const) {
      const says = await refusedRestore((repositories) =>
        writeFileSync(join(repositories, 'widgets.git', name), content),
      );
      expect(says).toMatch(/is no ref/);
    }
  });

  it('an archive that changes between opening and restoring', async () => {
    const sample = makeSample(folder, 'changing', { issues: 3 });
    const inspection = await openArchive(engine, sample.archive);
    appendFileSync(sample.archive, '\0');
    const before = listing(engine.folder);
    const restore = await restoreOpened(engine, inspection);
    expect(restore.error_message).toMatch(/has changed since it was opened/);
    expect(listing(engine.folder)).toEqual(before);
  });
});

describe('what is never kept of a repository', () => {
  it('hooks, configuration, alternates and the like; nothing of them runs', async () => {
    const proof = join(folder, 'hook ran');
    const script = `#!/bin/sh\ntouch '${proof}'\n`;
    const sample = makeSample(folder, 'hooks', {
      issues: 3,
      before: (root) => {
        const path = join(root, 'repositories/acme/widgets.git');
        mkdirSync(join(path, 'hooks'), { recursive: true });
        for (const name of ['post-update', 'pre-receive', 'reference-transaction', 'post-index-change']) {
          writeFileSync(join(path, 'hooks', name), script, { mode: 0o755 });
        }
        writeFileSync(join(path, 'hooks/update.sample'), script);
        appendFileSync(
          join(path, 'config'),
          `[core]\n\tfsmonitor = touch '${proof}'\n\tsshCommand = touch '${proof}'\n\thooksPath = ${join(path, 'hooks')}\n[remote "origin"]\n\turl = ext::sh -c touch% '${proof}'\n\tpromisor = true\n[include]\n\tpath = /etc/passwd\n[filter "x"]\n\tclean = touch '${proof}'\n`,
        );
        mkdirSync(join(path, 'objects/info'), { recursive: true });
        writeFileSync(join(path, 'objects/info/alternates'), '/somewhere/else/objects\n');
        writeFileSync(join(path, 'objects/info/attributes'), '* filter=x\n');
        mkdirSync(join(path, 'worktrees/w'), { recursive: true });
        writeFileSync(join(path, 'worktrees/w/gitdir'), '/somewhere\n');
        writeFileSync(join(path, 'evil.sh'), script, { mode: 0o755 });
        writeFileSync(join(path, 'commondir'), '../../..\n');
      },
    });
    const inspection = await openArchive(engine, sample.archive);
    const problems = (await engine.api('GET', `/inspections/${inspection.id}/problems`)).body;
    expect(problems.map((problem: { text: string }) => problem.text).join('\n')).toMatch(
      /borrows objects from another one.*\n.*has hooks, such as "hooks\//,
    );
    const restore = await restoreOpened(engine, inspection);
    expect(restore.error_message).toBeNull();
    const notes = restore.summary.notes.join('\n');
    expect(notes).toMatch(/Hooks of 1 repository were left out, such as acme\/widgets\.git\/hooks\//);
    expect(notes).toMatch(/The configuration of 3 repositories was not kept/);
    expect(notes).toMatch(/References of 1 repository to objects elsewhere/);
    expect(notes).toMatch(/Files of 1 repository that are no Git data were left out/);

    const path = join(engine.folder, 'repositories/acme/widgets.git');
    expect(readdirSync(path).sort()).toEqual(['HEAD', 'config', 'objects', 'packed-refs', 'refs']);
    expect(readFileSync(join(path, 'config'), 'utf8')).toBe(
      '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = true\n',
    );
    expect(readdirSync(join(path, 'objects/info'))).toEqual([]);
    execFileSync('git', ['--git-dir', path, 'fsck', '--full'], { stdio: 'pipe' });
    expect(existsSync(proof)).toBe(false);
  });
});
