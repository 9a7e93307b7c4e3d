/** Compares a raw history with what Subversion itself says, file by file. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DumpBuilder } from './dump-builder.ts';

function run(command: string, args: string[], input?: Buffer): Buffer {
  return execFileSync(command, args, {
    input,
    maxBuffer: 1 << 30,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
}

/** Makes a repository from a dump. @returns its path */
export function makeRepository(folder: string, write: (dump: DumpBuilder) => void): string {
  const repository = mkdtempSync(join(folder, 'svn-'));
  run('svnadmin', ['create', repository]);
  const parts: Buffer[] = [];
  write(new DumpBuilder((bytes) => parts.push(bytes)));
  run('svnadmin', ['load', '-q', '--bypass-prop-validation', repository], Buffer.concat(parts));
  // Anyone may read over svn://; tests that want a password write their own.
  writeFileSync(join(repository, 'conf/svnserve.conf'), '[general]\nanon-access = read\n');
  return repository;
}

export function youngest(repository: string): number {
  return Number(run('svnlook', ['youngest', repository]).toString());
}

const lines = (bytes: Buffer) =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '');

/**
 * What Git should have for each file of each revision, r1 first: mode and blob id by path. Files that
 * Subversion does not call changed are not asked for again.
 * @param first the first revision that is asked for
 */
export function expectedHistory(repository: string, first = 1): Map<string, string>[] {
  const history: Map<string, string>[] = [];
  let before = new Map<string, string>();
  const last = youngest(repository);
  for (let revision = first; revision <= last; revision++) {
    const changed = lines(run('svnlook', ['changed', '-r', String(revision), repository])).map((line) => line.slice(4));
    const isChanged = (path: string) =>
      changed.some((one) => one === path || (one.endsWith('/') && path.startsWith(one)));
    const files = new Map<string, string>();
    for (const path of lines(run('svnlook', ['tree', '--full-paths', '-r', String(revision), repository]))) {
      if (path.endsWith('/')) continue;
      const known = isChanged(path) ? undefined : before.get(path);
      files.set(path, known ?? expectedFile(repository, revision, path));
    }
    history.push(files);
    before = files;
  }
  return history;
}

function expectedFile(repository: string, revision: number, path: string): string {
  let text = run('svnlook', ['cat', '-r', String(revision), repository, path]);
  const properties = run('svnlook', ['proplist', '-r', String(revision), repository, path]).toString();
  let mode = properties.includes('svn:executable') ? '100755' : '100644';
  if (properties.includes('svn:special') && text.subarray(0, 5).toString() === 'link ') {
    mode = '120000';
    text = text.subarray(5);
  }
  return `${mode} ${createHash('sha1').update(`blob ${text.length}\0`).update(text).digest('hex')}`;
}

/** Files of a commit in Git: mode and blob id by path. */
export function filesOf(gitDir: string, commit: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const entry of run('git', ['--git-dir', gitDir, 'ls-tree', '-r', '-z', '--full-tree', commit])
    .toString('utf8')
    .split('\0')) {
    const found = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(entry);
    if (found) files.set(found[3] as string, `${found[1]} ${found[2]}`);
  }
  return files;
}

/** Commits of the raw history, r1 first. */
export function rawCommits(staging: string): string[] {
  return lines(run('git', ['--git-dir', staging, 'rev-list', '--reverse', 'refs/gantry/revisions']));
}

export function git(gitDir: string, ...args: string[]): string {
  return run('git', ['--git-dir', gitDir, ...args])
    .toString('utf8')
    .trim();
}
