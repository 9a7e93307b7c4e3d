/** Git repositories to import from, made by the real git. */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const ENVIRONMENT = {
  PATH: process.env.PATH ?? '',
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_CONFIG_GLOBAL: '/dev/null',
  LC_ALL: 'C.UTF-8',
};

/** Runs git and returns what it printed. */
export function git(
  folder: string,
  args: string[],
  options: { input?: string | Buffer; env?: Record<string, string> } = {},
): string {
  return execFileSync('git', args, {
    cwd: folder,
    env: { ...ENVIRONMENT, ...options.env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(options.input === undefined ? {} : { input: options.input }),
  }).trim();
}

/** A fast-import stream of `count` commits on `main`, each changing one file; `more` is added at its end. */
export function historyStream(
  count: number,
  authors: readonly string[] = ['Ann Example <ann@example.org>'],
  more = '',
): string {
  const parts: string[] = [];
  for (let n = 1; n <= count; n++) {
    const author = authors[n % authors.length] ?? '';
    const text = `line ${n}\n`.repeat(20);
    parts.push(
      `commit refs/heads/main\nmark :${n}\nauthor ${author} ${1_500_000_000 + n * 60} +0100\ncommitter ${author} ${1_500_000_000 + n * 60} +0100\n`,
      `data ${`change ${n}\n`.length}\nchange ${n}\n\n${n > 1 ? `from :${n - 1}\n` : ''}M 100644 inline dir${n % 20}/file${n % 200}.txt\ndata ${text.length}\n${text}\n`,
    );
  }
  return `${parts.join('')}${more}done\n`;
}

/** Makes a bare repository from a fast-import stream (ended by `done`). */
export function makeGitSource(folder: string, name: string, stream: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  git(path, ['init', '--quiet', '--bare', '--initial-branch=main']);
  git(path, ['fast-import', '--quiet', '--done'], { input: stream });
  return path;
}

/** All refs of a repository as `name oid` lines. */
export function refsOf(path: string): string {
  return git(path, ['for-each-ref', '--format=%(refname) %(objectname)']);
}
