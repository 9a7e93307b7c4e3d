/** Real Mercurial repositories for the tests. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ENVIRONMENT = { HGPLAIN: '1', HGRCPATH: '/dev/null', HGENCODING: 'UTF-8', LC_ALL: 'C.UTF-8' };

/** A repository with a working folder, changed by real `hg` commands. */
export class HgWorkspace {
  readonly path: string;
  #day = 0;

  constructor(path: string) {
    this.path = path;
    mkdirSync(path, { recursive: true });
    this.hg('init');
  }

  /** Runs hg here. @returns its output */
  hg(...args: string[]): string {
    return execFileSync('hg', ['--config', 'ui.merge=internal:local', ...args], {
      cwd: this.path,
      env: { ...process.env, ...ENVIRONMENT },
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
  }

  write(path: string, text: string | Buffer): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    writeFileSync(join(this.path, path), text);
  }

  link(path: string, target: string): void {
    mkdirSync(dirname(join(this.path, path)), { recursive: true });
    rmSync(join(this.path, path), { force: true });
    symlinkSync(target, join(this.path, path));
  }

  /** Commits everything that changed. @returns the changeset's id */
  commit(message: string, options: { user?: string; date?: string; args?: string[] } = {}): string {
    this.#day += 1;
    const date = options.date ?? `${1_000_000_000 + this.#day * 86_400} -7200`;
    this.hg('addremove', '-q', '--similarity', '100');
    this.hg(
      'commit',
      '-q',
      '-m',
      message,
      '-u',
      options.user ?? 'Ann <ann@example.org>',
      '-d',
      date,
      ...(options.args ?? []),
    );
    return this.node('.');
  }

  node(revision: string): string {
    return this.hg('log', '-r', revision, '-T', '{node}');
  }

  nodes(): string[] {
    return this.hg('log', '-r', 'all()', '-T', '{node}\n').split('\n').filter(Boolean);
  }
}
