/** Migrations for tests: starting them, waiting for their end, looking into their archives with GNU tar. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Answer, TestEngine } from './engine.ts';
import { git } from './git-sources.ts';

export const PREVIEW = { accept: 'application/vnd.github.wyandotte-preview+json' };

/**
 * Resolves with the migration when it is in one of these states; also when it is already.
 * @throws Error where it failed and nobody waits for that
 */
export function migrationIn(engine: TestEngine, path: string, states: string[]): Promise<Answer['body']> {
  return engine.until(async () => {
    const { body } = await engine.api('GET', path);
    if (body.state === 'failed' && !states.includes('failed')) throw new Error(`It failed: ${body.error_message}`);
    return states.includes(body.state) ? body : undefined;
  });
}

/** Starts a migration of acme's repositories and resolves with it when it has ended. */
export async function exportAll(
  engine: TestEngine,
  repositories: string[],
  options: object = {},
): Promise<{ path: string; migration: Answer['body'] }> {
  const started = await engine.api('POST', '/orgs/acme/migrations', { repositories, ...options });
  if (started.status !== 201) throw new Error(JSON.stringify(started.body));
  const path = `/orgs/acme/migrations/${started.body.id}`;
  return { path, migration: await migrationIn(engine, path, ['exported', 'failed']) };
}

/** The archive's file on disk. */
export function archiveOf(engine: TestEngine, migration: Answer['body']): string {
  return join(engine.folder, 'archives', `${migration.guid}.tar.gz`);
}

/** Unpacks an archive with tar. @returns the folder */
export function unpack(archive: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  return folder;
}

/** Refuses a repository that git finds anything wrong with. */
export function fsck(path: string): void {
  const found = git(path, ['--git-dir', path, 'fsck', '--full', '--strict', '--no-dangling']);
  if (found !== '') throw new Error(found);
}

/** Pushes a commit of one file by the repository's path, as a person on this machine does. */
export function pushCommit(work: string, repository: string, branches: string[], text: string): string {
  mkdirSync(work, { recursive: true });
  if (!readdirSync(work).includes('.git')) {
    git(work, ['init', '--quiet', '--initial-branch=main']);
    git(work, ['config', 'user.name', 'Ann']);
    git(work, ['config', 'user.email', 'ann@example.org']);
  }
  writeFileSync(join(work, 'file.txt'), text);
  git(work, ['add', '.']);
  const when = '1600000000 +0000';
  git(work, ['commit', '--quiet', '-m', text.slice(0, 40)], {
    env: { GIT_AUTHOR_DATE: when, GIT_COMMITTER_DATE: when },
  });
  git(work, ['push', '--quiet', '--atomic', repository, ...branches.map((branch) => `HEAD:refs/heads/${branch}`)]);
  return git(work, ['rev-parse', 'HEAD']);
}

/** Records of one kind of an unpacked archive. */
export function recordsOf(folder: string, plural: string): Answer['body'][] {
  return readdirSync(folder)
    .filter((name) => new RegExp(`^${plural}_\\d{6}\\.json$`).test(name))
    .sort()
    .flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
}
