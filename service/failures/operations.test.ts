/** The same failure in several operations: each speaks of itself, in the API's answer and in the log. */
import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '../testing/engine.ts';
import { git } from '../testing/git-sources.ts';
import { exportAll } from '../testing/migrations.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gantry failures '));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function makeRepository(engine: TestEngine, name: string): Promise<string> {
  await engine.api('POST', '/orgs/acme/repos', { name });
  const path = join(engine.folder, 'repositories/acme', `${name}.git`);
  const tree = git(path, ['hash-object', '-t', 'tree', '-w', '--stdin'], { input: '' });
  const people = { GIT_AUTHOR_NAME: 'A', GIT_AUTHOR_EMAIL: 'a@x', GIT_COMMITTER_NAME: 'A', GIT_COMMITTER_EMAIL: 'a@x' };
  const commit = git(path, ['commit-tree', '-m', 'one', tree], { env: people });
  git(path, ['update-ref', 'refs/heads/main', commit]);
  return path;
}

test.each(['import', 'tool'])('an export of acme/%s whose folder is missing names it', async (name) => {
  const engine = await startTestEngine(join(folder, `data of ${name}`));
  try {
    const path = await makeRepository(engine, name);
    renameSync(path, `${path}.away`);
    const { migration } = await exportAll(engine, [name]);
    const sentence = `The folder of acme/${name} is missing: ${path}. Restart Gantry, which puts an empty repository there, or put it back; then retry the export.`;
    expect(migration).toMatchObject({ state: 'failed', error_message: sentence });
    expect(engine.logLines.join('\n')).toContain(sentence);
  } finally {
    await engine.end();
  }
});

test('who only looks at an address is not told to start an import again', async () => {
  const engine = await startTestEngine(join(folder, 'data of looks'));
  try {
    const vcs_url = mkdtempSync(join(folder, 'no repository '));
    const { body } = await engine.api('POST', '/import_detections', { vcs_url });
    expect(body).toMatchObject({ status: 'detection_found_nothing' });
    expect(body.message).toMatch(/ is empty\. .* and try again\.$/);
    const survey = await engine.api('POST', '/import_surveys', { vcs_url, vcs: 'git' });
    expect(survey.status).toBe(422);
    expect(JSON.stringify(survey.body)).not.toMatch(/the import|undefined/i);
  } finally {
    await engine.end();
  }
});

/** A file system of few files. Null where only root may make one. */
function smallDisk(files: number): string | null {
  const disk = mkdtempSync(join(folder, 'disk '));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=64m,nr_inodes=${files}`, 'tmpfs', disk], { stdio: 'ignore' });
    return disk;
  } catch {
    return null;
  }
}

test('a disk that takes no more files: a push and a request say what to do about the push and the request', async ({
  skip,
}) => {
  const disk = smallDisk(600);
  if (disk === null) return skip('a small disk needs root');
  const engine = await startTestEngine(join(disk, 'data'));
  try {
    await makeRepository(engine, 'tool');
    const remote = join(folder, 'remote.git');
    execFileSync('git', ['init', '--quiet', '--bare', remote]);
    mkdirSync(join(disk, 'fill'));
    for (let n = 0, full = false; !full; n++) {
      try {
        closeSync(openSync(join(disk, 'fill', String(n)), 'w'));
      } catch {
        full = true;
      }
    }
    const started = await engine.api('POST', '/repos/acme/tool/remote_pushes', { remote_url: remote });
    expect(started.status).toBe(201);
    const push = await engine.until(async () => {
      const { body } = await engine.api('GET', `/repos/acme/tool/remote_pushes/${started.body.id}`);
      return body.status === 'running' ? undefined : body;
    });
    const todo = 'Delete files there that nobody needs, or move the data folder to another disk, and';
    const ofPush = `${todo} push again.`;
    expect(push).toMatchObject({ status: 'error', message: expect.stringContaining(ofPush) });
    expect(engine.logLines.join('\n')).toContain(ofPush);

    const refused = await engine.api('POST', '/orgs/acme/repos', { name: 'another' });
    const ofRequest = `${todo} try again.`;
    expect(refused).toMatchObject({ status: 503, body: { message: expect.stringContaining(ofRequest) } });
    expect(engine.logLines.join('\n')).toContain(ofRequest);
    expect(engine.logLines.join('\n')).not.toMatch(/start the import again/);
  } finally {
    rmSync(join(disk, 'fill'), { recursive: true, force: true });
    await engine.end();
    execFileSync('umount', [disk]);
  }
});
